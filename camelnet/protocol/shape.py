"""Shapes: what may stand in a field of a message. Every length, count and range is bounded here.

A message is a frozen dataclass whose fields are declared with `field_of(shape)`. `pack` turns it
into an array in field order, `unpack` checks an array against the shapes and raises `Malformed`,
naming the field. Nothing that arrives is used before it went through here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, field, fields
from functools import cache
from typing import Any, TypeVar, cast

from camelnet.protocol.codec import PLAIN, Malformed, Value

Shape = Callable[[Value], Value]
T = TypeVar("T")


def field_of(shape: Shape, default: Any = MISSING) -> Any:
    """A dataclass field that holds what `shape` admits. A `default` is for whoever makes the
    message: on the wire every field stands."""
    return field(default=default, metadata={"shape": shape})


def integer(low: int, high: int) -> Shape:
    def check(value: Value) -> Value:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Malformed(f"not an integer from {low} to {high}")
        return value

    return check


def octets(low: int, high: int | None = None) -> Shape:
    """A byte string of `low` to `high` bytes; of exactly `low` when `high` is left out."""
    most = low if high is None else high

    def check(value: Value) -> Value:
        if not isinstance(value, bytes) or not low <= len(value) <= most:
            raise Malformed(f"not a string of {low} to {most} bytes")
        return value

    return check


def text(low: int, high: int, *, lines: bool = False) -> Shape:
    """Printable text of `low` to `high` characters; with `lines` it may break lines."""

    def check(value: Value) -> Value:
        if not isinstance(value, str) or not low <= len(value) <= high:
            raise Malformed(f"not a text of {low} to {high} characters")
        if not (value.replace("\n", " ") if lines else value).isprintable():
            raise Malformed("a text with control characters")
        return value

    return check


def flag(value: Value) -> Value:
    if not isinstance(value, bool):
        raise Malformed("not true or false")
    return value


def array(shape: Shape, low: int, high: int) -> Shape:
    def check(value: Value) -> Value:
        if not isinstance(value, tuple) or not low <= len(value) <= high:
            raise Malformed(f"not a list of {low} to {high}")
        return tuple(shape(item) for item in value)

    return check


def optional(shape: Shape) -> Shape:
    def check(value: Value) -> Value:
        return None if value is None else shape(value)

    return check


def either(*shapes: Shape) -> Shape:
    def check(value: Value) -> Value:
        for shape in shapes:
            try:
                return shape(value)
            except Malformed:
                continue
        raise Malformed("none of the kinds that may stand here")

    return check


def nested(kind: type[Any]) -> Any:
    """A dataclass inside a dataclass."""

    def check(value: Value) -> Any:
        return unpack(kind, value)

    return check


def pack(message: Any) -> tuple[Value, ...]:
    """The fields of a message, in order."""
    return tuple(
        [_plain(getattr(message, name)) for name, _ in _shapes(cast("Any", type(message)))]
    )


def _plain(value: Any) -> Value:
    if isinstance(value, tuple):
        return tuple([_plain(item) for item in value])
    if type(value) in PLAIN:
        plain: Value = value
        return plain
    return pack(value)


@cache
def _shapes(kind: type[Any]) -> tuple[tuple[str, Shape], ...]:
    """The fields of a kind of message: there are a few dozen kinds, and many messages."""
    return tuple((item.name, item.metadata["shape"]) for item in fields(kind))


def unpack(kind: type[T], value: Value) -> T:
    """A message of `kind` from its array; raises `Malformed`, naming the field."""
    shapes = _shapes(cast("Any", kind))
    if not isinstance(value, tuple) or len(value) != len(shapes):
        raise Malformed(f"{kind.__name__}: not {len(shapes)} fields")
    checked = []
    for (name, shape), given in zip(shapes, value, strict=True):
        try:
            checked.append(shape(given))
        except Malformed as error:
            raise Malformed(f"{kind.__name__}.{name}: {error}") from None
    return kind(*checked)
