"""Level `greedy`: the action worth most by itself, evaluated in C (native/src/games/*/greedy.c).

The same evaluation moves for an absent seat, then without its hidden cards.
"""

from __future__ import annotations

from camelnet.bots.base import History, check_turn
from camelnet.rules import Position


class GreedyBot:
    """Takes no seed: at equal positions it chooses equally."""

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        check_turn(position, seat)
        return position.greedy(faces)
