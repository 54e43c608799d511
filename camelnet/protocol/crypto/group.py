"""The group of keys, coins and locks: ristretto255 (RFC 9496), written additively.

Scalars are Python integers in [0, ORDER), elements their 32 canonical bytes. The algebra is total
(the identity is an element like any other). All input first passes `read_point` and `read_scalar`,
which refuse everything that an honest peer never sends, the identity included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from camelnet._sodium import ffi, lib
from camelnet.protocol.codec.digest import digest_of
from camelnet.protocol.codec.refusal import Fault, Refusal

POINT_SIZE = SCALAR_SIZE = 32  # bytes
ORDER = 2**252 + 27742317777372353535851937790883648493  # prime
IDENTITY = bytes(POINT_SIZE)  # in every group here

POINT = ffi.typeof(f"unsigned char[{POINT_SIZE}]")
NO_ELEMENT = "not an element of the group"

if lib.camelnet_sodium_init() < 0:
    raise ImportError("libsodium cannot be initialized")


class Group(Protocol):
    """A group of prime order ORDER with a generator G. Scalars are reduced; points must be valid
    elements (or the identity): anything else is our own bug and raises `ValueError`.
    """

    def base(self, scalar: int) -> bytes:
        """scalar·G"""

    def mul(self, scalar: int, point: bytes) -> bytes:
        """scalar·point"""

    def add(self, one: bytes, other: bytes) -> bytes:
        """one + other"""

    def public_sum(self, base: int, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        """base·G + each scalar·point. Only for public values: the time that it takes reveals the
        scalars."""

    def valid(self, point: bytes) -> bool:
        """True if these are the 32 canonical bytes of an element that is not the identity."""

    def point_of(self, domain: str, *parts: bytes) -> bytes:
        """An element whose discrete logarithm nobody knows, from a hash of `parts`."""


class Ristretto:
    """libsodium's ristretto255.

    The library itself refuses a product that is the identity, clears the highest bit of a scalar,
    accepts the identity as valid, and reads as many bytes as it expects, even past the end of ours.
    Version 1.0.18 also ignores the highest bit of a point, so each element has a second encoding.
    """

    def base(self, scalar: int) -> bytes:
        reduced = scalar % ORDER
        if reduced == 0:
            return IDENTITY
        product = ffi.new(POINT)
        lib.crypto_scalarmult_ristretto255_base(product, scalar_bytes(reduced))
        return bytes(ffi.buffer(product))

    def mul(self, scalar: int, point: bytes) -> bytes:
        self._insist_on_form(point)
        reduced = scalar % ORDER
        if reduced == 0 or point == IDENTITY:
            if not lib.crypto_core_ristretto255_is_valid_point(point):
                raise ValueError(NO_ELEMENT)
            return IDENTITY
        product = ffi.new(POINT)
        if lib.crypto_scalarmult_ristretto255(product, scalar_bytes(reduced), point):
            raise ValueError(NO_ELEMENT)
        return bytes(ffi.buffer(product))

    def add(self, one: bytes, other: bytes) -> bytes:
        self._insist_on_form(one)
        self._insist_on_form(other)
        total = ffi.new(POINT)
        if lib.crypto_core_ristretto255_add(total, one, other):
            raise ValueError(NO_ELEMENT)
        return bytes(ffi.buffer(total))

    def public_sum(self, base: int, scalars: Sequence[int], points: Sequence[bytes]) -> bytes:
        if len(scalars) != len(points):
            raise ValueError("not as many scalars as points")
        if not all(map(self._has_form, points)):
            raise ValueError(NO_ELEMENT)
        reduced = [(scalar % ORDER).to_bytes(SCALAR_SIZE, "little") for scalar in (base, *scalars)]
        total = ffi.new(POINT)
        if lib.camelnet_sodium_public_sum(
            total, reduced[0], b"".join(reduced[1:]), b"".join(points), len(points)
        ):
            raise ValueError(NO_ELEMENT)
        return bytes(ffi.buffer(total))

    def valid(self, point: bytes) -> bool:
        return (
            self._has_form(point)
            and point != IDENTITY
            and bool(lib.crypto_core_ristretto255_is_valid_point(point))
        )

    def point_of(self, domain: str, *parts: bytes) -> bytes:
        point = ffi.new(POINT)
        lib.crypto_core_ristretto255_from_hash(point, digest_of(64, domain, *parts))
        return bytes(ffi.buffer(point))

    def _has_form(self, point: bytes) -> bool:
        return len(point) == POINT_SIZE and point[-1] < 128

    def _insist_on_form(self, point: bytes) -> None:
        if not self._has_form(point):
            raise ValueError(NO_ELEMENT)


def read_point(group: Group, data: bytes) -> bytes:
    """Check an element that arrived; raises `Refusal`."""
    if not group.valid(data):
        raise Refusal(Fault.POINT)
    return data


def read_scalar(data: bytes) -> int:
    """Read a scalar that arrived, 32 bytes, little-endian, below ORDER; raises `Refusal`."""
    scalar = int.from_bytes(data, "little")
    if len(data) != SCALAR_SIZE or scalar >= ORDER:
        raise Refusal(Fault.SCALAR)
    return scalar


def scalar_of(domain: str, *parts: bytes) -> int:
    """A scalar from a hash of `parts`: 64 bytes, little-endian, reduced, hence without bias."""
    return int.from_bytes(digest_of(64, domain, *parts), "little") % ORDER


def mask_of(domain: str, *parts: bytes) -> int:
    """A scalar other than 0 from a hash of `parts`: its products hide the points."""
    return 1 + int.from_bytes(digest_of(64, domain, *parts), "little") % (ORDER - 1)


def scalar_bytes(scalar: int) -> bytes:
    """The canonical 32 bytes of a scalar in [0, ORDER)."""
    if not 0 <= scalar < ORDER:
        raise ValueError("not a reduced scalar")
    return scalar.to_bytes(SCALAR_SIZE, "little")
