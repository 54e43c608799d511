"""Targui: a game that plays itself, scenes, and the pictures of its screens."""
