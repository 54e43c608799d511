"""Primitives for simulation alone: all the algebra and none of the secrecy, at no cost.

An element is its own discrete logarithm, and whoever knows a public key can sign with it. Whole
tables run on these through the very code that runs on the real ones; what they cannot show (that
nobody computes logarithms or forges signatures) is what the real primitives are trusted for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from camelnet.protocol.crypto.group import ORDER, POINT_SIZE, Group, scalar_of
from camelnet.protocol.crypto.suite import KEY_SIZE, SIGNATURE_SIZE, Key, Signature


class SymbolicGroup:
    """The integers modulo ORDER under addition, generator 1, as 32 bytes little-endian."""

    def base(self, scalar: int) -> bytes:
        return (scalar % ORDER).to_bytes(POINT_SIZE, "little")

    def mul(self, scalar: int, point: bytes) -> bytes:
        return (scalar * _element(point) % ORDER).to_bytes(POINT_SIZE, "little")

    def add(self, one: bytes, other: bytes) -> bytes:
        return ((_element(one) + _element(other)) % ORDER).to_bytes(POINT_SIZE, "little")

    def public_sum(self, base: int, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        if len(scalars) != len(points):
            raise ValueError("not as many scalars as points")
        products = (scalar * _element(point) for scalar, point in zip(scalars, points, strict=True))
        return ((base + sum(products)) % ORDER).to_bytes(POINT_SIZE, "little")

    def valid(self, point: bytes) -> bool:
        return len(point) == POINT_SIZE and 0 < int.from_bytes(point, "little") < ORDER

    def point_of(self, domain: str, *parts: bytes) -> bytes:
        return scalar_of(domain, *parts).to_bytes(POINT_SIZE, "little")


def _element(point: bytes) -> int:
    element = int.from_bytes(point, "little")
    if len(point) != POINT_SIZE or element >= ORDER:
        raise ValueError("not an element of the group")
    return element


class SymbolicSuite:
    """A signature is a keyed hash under the public key."""

    group: Group

    def __init__(self) -> None:
        self.group = SymbolicGroup()

    def verify(self, key: Key, signature: Signature, body: bytes) -> bool:
        return len(key) == KEY_SIZE and signature == _signature(key, body)


class SymbolicSigner:
    """Signs for the owner of `key`, which is any 32 bytes."""

    __slots__ = ("key",)

    def __init__(self, key: Key) -> None:
        if len(key) != KEY_SIZE:
            raise ValueError("a key of another size")
        self.key = key

    def sign(self, body: bytes) -> Signature:
        return _signature(self.key, body)


def _signature(key: bytes, body: bytes) -> Signature:
    state = hashlib.blake2b(body, digest_size=SIGNATURE_SIZE, key=key, person=b"camelnet-symsig1")
    return Signature(state.digest())
