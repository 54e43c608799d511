"""Sounds: the files, the player, and which sound goes with what is displayed."""
