"""Sounds: their files and names, and the player."""
