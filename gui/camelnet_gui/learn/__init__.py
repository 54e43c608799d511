"""Tutorials: a guided game on the real table, without a network."""
