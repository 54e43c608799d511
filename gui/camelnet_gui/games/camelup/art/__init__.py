"""Painters for the Camel Up board alone: track, pyramid, tiles."""
