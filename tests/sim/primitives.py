"""The primitives of one simulated table: the real ones, or symbolic ones that cost next to nothing.

A symbolic signature is a hash under the signer's public key. Nothing hides behind it, but no liar
of the simulator makes one for a key that is not its own.
"""

from __future__ import annotations

import hashlib

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.protocol.suite import (
    SIGNATURE_SIZE,
    Ed25519Signer,
    Ed25519Suite,
    Key,
    Signature,
    Signer,
    Suite,
)


class SymbolicSuite:
    def verify(self, key: Key, signature: Signature, body: bytes) -> bool:
        return signature == _signature(key, body)


class SymbolicSigner:
    def __init__(self, key: Key) -> None:
        self.key = key

    def sign(self, body: bytes) -> Signature:
        return _signature(self.key, body)


def _signature(key: bytes, body: bytes) -> Signature:
    return Signature(hashlib.blake2b(body, key=key, digest_size=SIGNATURE_SIZE).digest())


def suite_of(*, real: bool) -> Suite:
    return Ed25519Suite() if real else SymbolicSuite()


def signer_of(seed: int, seat: int, *, real: bool) -> Signer:
    """The key of a seat: always the same for one seed."""
    secret = hashlib.sha256(f"{seed} {seat}".encode()).digest()
    if real:
        return Ed25519Signer(Ed25519PrivateKey.from_private_bytes(secret))
    return SymbolicSigner(Key(secret))
