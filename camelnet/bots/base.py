"""The interface of every bot: it chooses one of the legal notations."""

from __future__ import annotations

from typing import Protocol

from camelnet.rules import Position


class Bot(Protocol):
    """A player. It may keep a random generator of its own, but no memory of the game."""

    def choose(self, position: Position, seat: int, faces: str) -> str:
        """A notation of `position.legal()`.

        `seat` is on turn at `position`; `faces` are that seat's own hidden cards, slot 0 first
        ("ygbow"), "" in a game without. ValueError when another seat is on turn.
        """


def check_turn(position: Position, seat: int) -> None:
    """ValueError unless `seat` is on turn: a bot asked at the wrong moment has no answer."""
    if position.turn != seat:
        raise ValueError(f"seat {seat} is asked, but the turn is {position.turn}")
