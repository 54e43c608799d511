"""The interface of every bot: it chooses one of the legal notations."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any, Protocol

from camelnet.rules import Position

# The notations of a game from its first node on: decisions, luck and openings.
History = Sequence[str]


class Bot(Protocol):
    """A player. It may keep a random generator of its own, but no memory of the game."""

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        """A notation of `position.legal()`.

        `seat` is on turn at `position`; `faces` are that seat's own hidden cards, slot 0 first
        ("ygbow"), "" in a game without. `history` leads from the first node of the game to
        `position`; None if nobody knows it. ValueError when another seat is on turn.
        """


def check_turn(position: Position, seat: int) -> None:
    """ValueError unless `seat` is on turn: a bot asked at the wrong moment has no answer."""
    if position.turn != seat:
        raise ValueError(f"seat {seat} is asked, but the turn is {position.turn}")


def only_move(position: Position, seat: int) -> str | None:
    """The move of `seat` if it has only one; None if it has a choice. ValueError as for
    `check_turn`."""
    check_turn(position, seat)
    legal = position.legal()
    return legal[0] if len(legal) == 1 else None


def seed_at(position: Position, seed: int = 0) -> int:
    """The seed of a position's own luck, the same on every way to the position."""
    return seed ^ int.from_bytes(position.digest()[:8], "little")


def takes_history(bot: Any) -> bool:
    """True if a bot written by others accepts a history."""
    try:
        inspect.signature(bot.choose).bind(None, 0, "", history=())
    except (TypeError, ValueError):  # not callable, or its signature is hidden
        return False
    return True
