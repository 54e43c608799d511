"""Readings that are kept while what they were read from stays the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Generic, TypeVar

from camelnet.rules import Position

T = TypeVar("T")


class Kept(Generic[T]):
    """The last value. It belongs to one page, so it goes when the language changes."""

    def __init__(self) -> None:
        self._key: object = None
        self._value: T | None = None

    def read(self, key: object, make: Callable[[], T]) -> T:
        """The value for a key, made where the key is another than the last time."""
        if self._value is None or key != self._key:
            self._key, self._value = key, make()
        return self._value


@lru_cache(maxsize=8)
def public_of(position: Position) -> Mapping[str, Any]:
    """The position as a dictionary. All who read it share it, so nobody changes it."""
    return position.to_dict()
