"""Canonical bytes: the one encoding of everything that is hashed, signed, sent or stored.

A value is an integer, a byte string, a text, true, false, none, or an array of values, as msgpack
arrays without maps, floats and extensions. `decode` refuses whatever does not re-encode to the very
same bytes, so that a hash or signature of bytes is a hash or signature of their meaning.
"""

from __future__ import annotations

import msgpack

Value = int | bytes | str | bool | None | tuple["Value", ...]

SIZE_MAX = 64 * 1024  # of one encoded value, bytes: what a frame can carry
DEPTH_MAX = 12
ITEMS_MAX = 256  # of one array


class Malformed(ValueError):
    """Bytes that are no canonical value, or a value that is not what its place asks for."""


def encode(value: Value) -> bytes:
    """The canonical bytes of `value`."""
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def decode(data: bytes, *, size_max: int = SIZE_MAX) -> Value:
    """The value that `data` encodes; raises `Malformed` for anything else, whatever it is."""
    if not 0 < len(data) <= size_max:
        raise Malformed(f"{len(data)} bytes where 1 to {size_max} may stand")
    try:
        value = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            max_array_len=ITEMS_MAX,  # room is made before the items are read
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError) as error:
        raise Malformed("not a canonical value") from error
    checked = _checked(value, DEPTH_MAX)
    if encode(checked) != data:
        raise Malformed("not in canonical form")
    return checked


def _checked(value: object, depth: int) -> Value:
    if value is None or isinstance(value, int | bytes | str):  # bool is an int
        return value
    if isinstance(value, tuple):
        if depth == 0:
            raise Malformed("nested too deep")
        return tuple(_checked(item, depth - 1) for item in value)
    raise Malformed(f"a {type(value).__name__} has no place here")
