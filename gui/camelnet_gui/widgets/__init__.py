"""Widgets that any screen is built of."""
