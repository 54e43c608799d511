"""Canonical bytes, the shapes of fields, hashes, and why something is refused."""
