"""The protocol, sans-IO: the messages between peers, and the log that they agree on.

It orders, authenticates and reveals opaque entries; it knows no game, no socket and no clock.
"""
