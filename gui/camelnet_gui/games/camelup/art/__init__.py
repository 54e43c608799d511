"""What only the Camel Up board is painted with: track, pyramid, tiles."""
