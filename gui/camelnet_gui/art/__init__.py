"""Our own drawings: camels, desert, pyramid, tiles; vector paths painted by QPainter, no pictures."""
