"""Schemas of messages: the bounds of every length, count and range that arrives.

A message is a frozen dataclass that declares its fields with `field_of(shape)`. `to_array` turns it
into an array in field order. `from_array` checks an array against the shapes and raises
`Malformed`, naming the field. All input passes here before any use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, field, fields
from functools import cache
from itertools import pairwise
from operator import attrgetter
from typing import Any, TypeVar, cast

from camelnet.protocol.codec.canonical import PLAIN, Malformed, Value

Schema = Callable[[Value], Value]
T = TypeVar("T")


def field_of(shape: Schema, default: Any = MISSING, *, later: bool = False) -> Any:
    """A dataclass field of this shape. A `default` serves only code that makes the message: on the
    wire every field is present.

    The exception is a field that came `later`: on the wire it must be absent if it equals its
    default, so that older messages still read, with the same hash. Such fields come last.
    """
    return field(default=default, metadata={"shape": shape, "later": later})


def integer(low: int, high: int) -> Schema:
    def check(value: Value) -> Value:
        if type(value) is not int or not low <= value <= high:
            raise Malformed(f"not an integer from {low} to {high}")
        return value

    return check


def octets(low: int, high: int | None = None) -> Schema:
    """A byte string of `low` to `high` bytes; of exactly `low` without `high`."""
    most = low if high is None else high

    def check(value: Value) -> Value:
        if type(value) is not bytes or not low <= len(value) <= most:
            raise Malformed(f"not a string of {low} to {most} bytes")
        return value

    return check


def text(low: int, high: int, *, lines: bool = False) -> Schema:
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


def array(shape: Schema, low: int, high: int) -> Schema:
    def check(value: Value) -> Value:
        if not isinstance(value, tuple) or not low <= len(value) <= high:
            raise Malformed(f"not a list of {low} to {high}")
        return tuple(shape(item) for item in value)

    return check


def ascending(shape: Schema, low: int, high: int) -> Schema:
    """A list in ascending order, by `name` where its items have one, and nothing twice."""
    items = array(shape, low, high)

    def check(value: Value) -> Value:
        checked: Any = items(value)
        names = [getattr(item, "name", item) for item in checked]
        if any(one >= next_ for one, next_ in pairwise(names)):
            raise Malformed("not in ascending order")
        return cast("Value", checked)

    return check


def optional(shape: Schema) -> Schema:
    def check(value: Value) -> Value:
        return None if value is None else shape(value)

    return check


def either(*shapes: Schema) -> Schema:
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
        return from_array(kind, value)

    return check


def to_array(message: Any) -> tuple[Value, ...]:
    """The fields of a message, in order."""
    fields_of, later = _packer(type(message))
    packed = [item if type(item) in PLAIN else _plain(item) for item in fields_of(message)]
    if later:
        while (last := later.get(len(packed) - 1)) is not None and packed[-1] == last.default:
            packed.pop()
    return tuple(packed)


def _plain(value: Any) -> Value:
    if type(value) is tuple:
        return tuple([item if type(item) in PLAIN else _plain(item) for item in value])
    return to_array(value)


def _find_packer(kind: type[Any]) -> tuple[Callable[[Any], tuple[Any, ...]], _Later]:
    names, _, later = _plan(kind)
    if len(names) == 1:
        return lambda message: (getattr(message, names[0]),), later
    return attrgetter(*names), later


def _find_plan(kind: type[Any]) -> tuple[tuple[str, ...], tuple[Schema, ...], _Later]:
    names = tuple(item.name for item in fields(kind))
    shapes = tuple(item.metadata["shape"] for item in fields(kind))
    later = {place: item for place, item in enumerate(fields(kind)) if item.metadata["later"]}
    return names, shapes, later


_Later = dict[int, Field[Any]]  # the fields that came later, by their places

# Cached: there are a few dozen kinds of messages, and many messages.
# The names and shapes of a kind's fields, and those that came later.
_plan = cast(
    "Callable[[type[Any]], tuple[tuple[str, ...], tuple[Schema, ...], _Later]]", cache(_find_plan)
)
# A function that reads all fields of a message at once, and the fields that came later.
_packer = cast(
    "Callable[[type[Any]], tuple[Callable[[Any], tuple[Any, ...]], _Later]]", cache(_find_packer)
)


def from_array(kind: type[T], value: Value) -> T:
    """A message of `kind` from its array; raises `Malformed`, naming the field."""
    names, shapes, later = _plan(kind)
    least = len(shapes) - len(later)
    if not isinstance(value, tuple) or not least <= len(value) <= len(shapes):
        raise Malformed(f"{kind.__name__}: not {len(shapes)} fields")
    last = later.get(len(value) - 1) if later else None
    if last is not None and value[-1] == last.default:
        raise Malformed(f"{kind.__name__}.{last.name}: has to be left out")
    checked: list[Value] = []
    try:
        for shape, given in zip(shapes, value):  # noqa: B905 - later fields may be absent
            checked.append(shape(given))
    except Malformed as error:
        raise Malformed(f"{kind.__name__}.{names[len(checked)]}: {error.detail}") from None
    return kind(*checked)
