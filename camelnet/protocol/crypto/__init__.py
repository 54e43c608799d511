"""Signatures, the group, threshold keys and the coin, on libsodium and `cryptography`."""
