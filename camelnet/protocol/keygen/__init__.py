"""Distributed key generation: the table key that nobody holds."""
