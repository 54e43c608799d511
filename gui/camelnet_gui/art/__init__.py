"""Our own drawings: camels, desert, pyramid, tiles; vector paths, no picture files."""
