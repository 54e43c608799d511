"""The codec of a game for its environment: actions by number, observations as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from camelnet.rules import Position

COUNT_MAX = 10_000  # larger money, legs and herds are seen as this


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring numbers of an observation under one name, each from `low` to `high`.

    Whatever has a number for each seat begins with the observer's and goes on by ascending seats,
    wrapping; a seat as a number is 1 for the observer, 2 for the next, and 0 for nobody.
    """

    name: str
    size: int
    high: int = 1
    low: int = 0


class Codec(Protocol):
    """A game as numbers; a module of `camelnet.env` that provides these functions."""

    def actions(self, seats: int) -> tuple[str, ...]:
        """The name of each action: its notation, or how its notation is found."""

    def legal(self, position: Position) -> dict[int, str]:
        """The actions that can be taken at a decision, with their notations, each once."""

    def blocks(self, seats: int) -> tuple[Block, ...]:
        """The layout of an observation."""

    def view(self, position: Position, seat: int, faces: str) -> list[Sequence[int]]:
        """The numbers of each block, as `seat` sees the position with its own hidden `faces`."""

    def coded(self, faces: str) -> list[int]:
        """A seat's hidden cards as the core takes them."""


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


def numbered(notations: Sequence[str]) -> dict[str, int]:
    """The number of each notation."""
    return {notation: number for number, notation in enumerate(notations)}
