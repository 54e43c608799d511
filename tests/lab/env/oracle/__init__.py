"""Games as numbers a second time, in Python, to compare the core with: a module for each game.

Written from the words at each block in `camelnet/lab/env/<game>.py`, on a position's dictionary.
`legal` gives the actions that can be taken with their notations, `view` the numbers of each block
as a seat with its hidden cards sees them; `FACES` are the cards that a seat may hide.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from camelnet.rules import Position


def oracle(game: str) -> Any:
    """The module of a game."""
    return import_module(f"tests.lab.env.oracle.{game}")


class Seen:
    """The dictionary of a position with seats counted from the observer on."""

    def __init__(self, position: Position, seat: int) -> None:
        self.state: dict[str, Any] = position.to_dict()
        self.seats = position.seats
        self.seat = seat

    def near(self, seat: int | None) -> int:
        """A seat as a number: 1 for the observer; 0 for None."""
        return 0 if seat is None else (seat - self.seat) % self.seats + 1

    def by_seat(self, values: Sequence[Any]) -> list[Any]:
        """A list with an item for each seat, the observer's first."""
        return [*values[self.seat :], *values[: self.seat]]
