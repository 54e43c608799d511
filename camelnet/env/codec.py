"""The codec of a game for its environment: actions by number, observations as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS

COUNT_MAX = 10_000  # larger money, legs and herds are seen as this


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring numbers of an observation under one name, each from `low` to `high`.

    Whatever has a number for each seat begins with the observer's and goes on by ascending seats,
    wrapping; a seat as a number is 1 for the observer, 2 for the next, and 0 for nobody. Camels
    stand in alphabetical order: b g o w y.
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


def spaces_and_ranks(
    track: dict[str, str], crossed: str, beyond: int
) -> tuple[list[int], list[int]]:
    """For each camel its space (0 before it is placed), and the number of camels behind or below
    it."""
    space, rank, behind = [0] * len(CAMELS), [0] * len(CAMELS), 0
    stacks = [(int(at), stack) for at, stack in track.items() if int(at)] + [(beyond, crossed)]
    for at, stack in sorted(stacks):
        for camel in stack:
            number = CAMELS.index(camel)
            space[number], rank[number] = at, behind
            behind += 1
    return space, rank


def one_of(camel: str | None) -> list[int]:
    """A one-hot vector over the camels."""
    return [int(camel == other) for other in CAMELS]


def among(camels: str) -> list[int]:
    """A vector over the camels: 1 for each one named."""
    return [int(camel in camels) for camel in CAMELS]
