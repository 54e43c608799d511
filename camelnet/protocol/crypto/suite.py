"""The primitives: hashes, signatures, and the group of keys and coins.

Hash: BLAKE2b with 32 bytes of output (`digest.py`). Signatures: Ed25519 (RFC 8032). Group:
ristretto255 (`group.py`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NewType, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from camelnet.protocol.codec.digest import digest_of
from camelnet.protocol.crypto.group import Group, Ristretto

Key = NewType("Key", bytes)  # a peer's public key, 32 bytes: its identity
Hash = NewType("Hash", bytes)  # 32 bytes
Signature = NewType("Signature", bytes)  # 64 bytes

KEY_SIZE = 32
HASH_SIZE = 32
NONCE_SIZE = 32
SIGNATURE_SIZE = 64


def hash_of(domain: str, *parts: bytes) -> Hash:
    """BLAKE2b-256 of `parts` under `domain` (the name of one use, with its version)."""
    return Hash(digest_of(HASH_SIZE, domain, *parts))


class Suite(Protocol):
    """The primitives as an argument: the real ones, or a simulator's (`symbolic.py`)."""

    @property
    def group(self) -> Group: ...

    def verify(self, key: Key, signature: Signature, body: bytes) -> bool:
        """True if the owner of `key` signed `body`."""


class Signer(Protocol):
    """One peer's secret key."""

    @property
    def key(self) -> Key: ...

    def sign(self, body: bytes) -> Signature:
        """Sign the exact bytes `body`, which begin with their domain."""


class Ed25519Suite:
    """The real primitives."""

    group: Group

    def __init__(self) -> None:
        self.group = Ristretto()

    def verify(self, key: Key, signature: Signature, body: bytes) -> bool:
        if len(key) != KEY_SIZE or len(signature) != SIGNATURE_SIZE:
            return False
        try:
            _public_key(key).verify(signature, body)
        except (InvalidSignature, ValueError):
            return False
        return True


@lru_cache(64)  # the same few peers sign again and again
def _public_key(key: bytes) -> Ed25519PublicKey:
    """The key object; raises `ValueError`."""
    return Ed25519PublicKey.from_public_bytes(key)


class Ed25519Signer:
    """Signs with an Ed25519 key, which never leaves this object, not even in its `repr`."""

    __slots__ = ("_private", "key")

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.key = Key(private.public_key().public_bytes_raw())

    def sign(self, body: bytes) -> Signature:
        return Signature(self._private.sign(body))
