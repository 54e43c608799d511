"""The protocol, sans-IO: what peers say to each other, and when an entry of the log is agreed.

It orders, authenticates and reveals opaque entries; it knows no game, no socket and no clock.
"""
