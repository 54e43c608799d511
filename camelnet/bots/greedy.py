"""Level `greedy`: the action worth most by itself, evaluated in C (native/src/games/*/greedy.c).

The same evaluation, without the seat's hidden cards, moves for an absent seat.
"""

from __future__ import annotations

from camelnet.bots.base import History, check_turn
from camelnet.rules import Position


class GreedyBot:
    """Takes no seed: makes the same choice at equal positions."""

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        check_turn(position, seat)
        return position.greedy(faces)
