"""Paints every screen of the app without a network, and plays the games shown there.

The tests of the app use the same games, scenes and driver.
"""
