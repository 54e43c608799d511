"""Validation of an untrusted dictionary: each function returns the requested value, or raises
`ValueError` naming the field. A boolean is no number."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def wrong(field: str, why: str) -> ValueError:
    """The error in the form of all these functions: "field: why"."""
    return ValueError(f"{field}: {why}")


def keys(value: object, wanted: Iterable[str], field: str) -> dict[str, Any]:
    """`value` as a dictionary with exactly the keys `wanted`."""
    if not isinstance(value, dict):
        raise wrong(field, "not a dictionary")
    expected = list(wanted)
    for key in expected:
        if key not in value:
            raise wrong(f"{field}.{key}" if field else key, "missing")
    for key in value:
        if key not in expected:
            raise wrong(f"{field}.{key!r:.40}" if field else f"{key!r:.40}", "unknown key")
    return value


def items(value: object, count: int | None, field: str) -> list[Any]:
    """`value` as a list of `count` entries (None: any number)."""
    if not isinstance(value, list):
        raise wrong(field, "not a list")
    if count is not None and len(value) != count:
        raise wrong(field, f"{len(value)} entries instead of {count}")
    return value


def number(value: object, low: int, high: int, field: str) -> int:
    """`value` as an integer from `low` to `high`."""
    if type(value) is not int:
        raise wrong(field, "not a number")
    if not low <= value <= high:
        raise wrong(field, f"not from {low} to {high}")
    return value


def flag(value: object, field: str) -> bool:
    """`value` as true or false."""
    if type(value) is not bool:
        raise wrong(field, "not true or false")
    return value


def text(value: object, field: str) -> str:
    """`value` as a string."""
    if not isinstance(value, str):
        raise wrong(field, "not a string")
    return value
