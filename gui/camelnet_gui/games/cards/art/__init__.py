"""What only the Camel Up board is painted with: track, desert, pyramid, tiles."""
