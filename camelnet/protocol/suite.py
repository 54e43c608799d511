"""Hashes and signatures. The only module of the protocol that computes with secrets.

Hash: BLAKE2b with 32 bytes of output (RFC 7693), over a domain and length-prefixed parts, so that
no two uses and no two ways of cutting the parts can collide. Signatures: Ed25519 (RFC 8032).
"""

from __future__ import annotations

import hashlib
from typing import NewType, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

Key = NewType("Key", bytes)  # a peer's public key, 32 bytes: its identity
Hash = NewType("Hash", bytes)  # 32 bytes
Signature = NewType("Signature", bytes)  # 64 bytes

KEY_SIZE = 32
HASH_SIZE = 32
NONCE_SIZE = 32
SIGNATURE_SIZE = 64


def hash_of(domain: str, *parts: bytes) -> Hash:
    """BLAKE2b-256 of `parts` under `domain` (the name of one use, with its version)."""
    state = hashlib.blake2b(digest_size=HASH_SIZE)
    for part in (domain.encode(), *parts):
        state.update(len(part).to_bytes(8, "big"))
        state.update(part)
    return Hash(state.digest())


class Suite(Protocol):
    """The primitives as an argument: the real ones, or a simulator's."""

    def verify(self, key: Key, signature: Signature, body: bytes) -> bool:
        """Whether the owner of `key` signed `body`."""


class Signer(Protocol):
    """One peer's secret key."""

    @property
    def key(self) -> Key: ...

    def sign(self, body: bytes) -> Signature:
        """Sign the exact bytes `body`, which begin with their domain."""


class Ed25519Suite:
    """The real primitives."""

    def verify(self, key: Key, signature: Signature, body: bytes) -> bool:
        if len(key) != KEY_SIZE or len(signature) != SIGNATURE_SIZE:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, body)
        except (InvalidSignature, ValueError):
            return False
        return True


class Ed25519Signer:
    """Signs with an Ed25519 key. The secret never leaves this object; its `repr` shows none."""

    __slots__ = ("_private", "key")

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.key = Key(private.public_key().public_bytes_raw())

    def sign(self, body: bytes) -> Signature:
        return Signature(self._private.sign(body))
