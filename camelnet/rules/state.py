"""The bytes of a position as the struct of its game: where its fields lie, the header says."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import Any

from camelnet.rules.core import ffi

_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}  # of an unsigned number of so many bytes


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
    data, count = ffi.buffer(field), len(field)
    return list(struct.unpack(f"<{count}{_CODES[len(data) // count]}", data))


def written(value: int, size: int) -> bytes:
    """A number for such a field, of so many bytes."""
    return value.to_bytes(size, "little")


def all_written(values: Iterable[int], size: int) -> list[bytes]:
    """Numbers for an array of such fields."""
    return [written(value, size) for value in values]
