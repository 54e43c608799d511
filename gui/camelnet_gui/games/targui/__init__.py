"""Targui in the app: the desert, moves with numbers, battles, destiny and tribute."""
