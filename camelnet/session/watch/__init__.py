"""Spectators: this peer at others' tables, and others at its own."""
