"""Camel Up: a race that plays itself, scenes, and the pictures of its screens."""
