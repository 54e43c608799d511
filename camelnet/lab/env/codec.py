"""The numbers of a game by name: the actions of its environment, and the blocks of a view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

COUNT_MAX = 10_000  # larger money, legs and herds appear as this


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring numbers of an observation under one name, each from `low` to `high`.

    A block with a number per seat begins with the observer's and continues by ascending seats,
    wrapping; a seat as a number is 1 for the observer, 2 for the next, and 0 for nobody.
    """

    name: str
    size: int
    high: int = 1
    low: int = 0


class Codec(Protocol):
    """A game as numbers, in the order of the core's codec, which writes them; a module of
    `camelnet.lab.env` with these functions."""

    def actions(self, seats: int) -> tuple[str, ...]:
        """The name of each action: its notation, or the rule that finds its notation."""

    def blocks(self, seats: int) -> tuple[Block, ...]:
        """The layout of an observation."""
