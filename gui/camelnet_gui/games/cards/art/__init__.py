"""Painters for the board of Camel Up Cards alone: track, desert, carpet, cards."""
