"""Canonical bytes: the one encoding of all that peers hash, sign, send or store.

A value is an integer, a byte string, a text, true, false, none, or an array of values, in msgpack
without maps, floats and extensions. `decode` refuses bytes that do not re-encode to themselves, so
that a hash or signature of bytes is a hash or signature of their meaning.
"""

from __future__ import annotations

from typing import cast

import msgpack

from camelnet.protocol.codec.refusal import Fault, Refusal

Value = int | bytes | str | bool | None | tuple["Value", ...]

SIZE_MAX = 64 * 1024  # bytes of one encoded value: those of a frame
DEPTH_MAX = 12
ITEMS_MAX = 256  # of one array
PLAIN = frozenset((int, bytes, str, bool, type(None)))  # all but arrays


class Malformed(Refusal):
    """Bytes that are no canonical value, or a value of the wrong shape for its place."""

    def __init__(self, detail: str) -> None:
        super().__init__(Fault.MALFORMED, detail)


def encode(value: Value) -> bytes:
    """The canonical bytes of `value`."""
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def decode(data: bytes, *, size_max: int = SIZE_MAX) -> Value:
    """The value that `data` encodes; raises `Malformed` for any other bytes."""
    if not 0 < len(data) <= size_max:
        raise Malformed(f"{len(data)} bytes where 1 to {size_max} may stand")
    try:
        value = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            max_array_len=ITEMS_MAX,  # msgpack allocates an array before it reads the items
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError) as error:
        raise Malformed("not a canonical value") from error
    _check(value, DEPTH_MAX)
    checked: Value = value
    if encode(checked) != data:
        raise Malformed("not in canonical form")
    return checked


def _check(value: object, depth: int) -> None:
    """Raise `Malformed` unless a value has only our types. It runs for every value of every frame,
    so it compares types instead of calling `isinstance`."""
    kind = type(value)
    if kind is tuple:
        if depth == 0:
            raise Malformed("nested too deep")
        for item in cast(tuple[object, ...], value):
            if type(item) not in PLAIN:
                _check(item, depth - 1)
    elif kind not in PLAIN:
        raise Malformed(f"a {kind.__name__} has no place here")
