"""Signatures, the group, threshold keys and the coin, from libsodium and cryptography."""
