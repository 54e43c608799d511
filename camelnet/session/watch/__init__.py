"""Spectators: this peer at the tables of others, and others at its own."""
