"""The bytes of a position as the struct of its game: where its fields lie, the header says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from camelnet.rules.core import ffi


def unpack(kind: str, state: bytes) -> Any:
    """The struct `kind` over these bytes, with its fields as the header names them."""
    return ffi.from_buffer(f"{kind} *", state)


def pack(kind: str, **fields: Any) -> bytes:
    """The bytes of the struct `kind`, from numbers, and bytes for arrays; all else is 0."""
    return bytes(ffi.buffer(ffi.new(f"{kind} *", fields)))


def number(field: Any) -> int:
    """A field that is a number, little-endian in an array of bytes."""
    return int.from_bytes(ffi.buffer(field), "little")


def numbers(field: Any) -> list[int]:
    """A field that is an array of such numbers."""
    data = bytes(ffi.buffer(field))
    size = len(data) // len(field)
    return [int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)]


def written(value: int, size: int) -> bytes:
    """A number for such a field, of so many bytes."""
    return value.to_bytes(size, "little")


def all_written(values: Iterable[int], size: int) -> list[bytes]:
    """Numbers for an array of such fields."""
    return [written(value, size) for value in values]
