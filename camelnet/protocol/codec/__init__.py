"""Canonical bytes, the schema of messages, hashes, and the faults of a message."""
