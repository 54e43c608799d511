"""A reading that is kept while what it was read from stays the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

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
