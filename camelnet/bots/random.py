"""Level `random`: any legal action, by its own seed."""

from __future__ import annotations

from random import Random

from camelnet.bots.base import History, check_turn
from camelnet.rules import Position, by_verb


class RandomBot:
    """Draws a verb first, then one of its notations: a desert tile has so many places that the bot
    would hardly ever roll otherwise."""

    def __init__(self, *, seed: int) -> None:
        self._random = Random(seed)

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        check_turn(position, seat)
        verbs = by_verb(position.legal())
        return self._random.choice(verbs[self._random.choice(sorted(verbs))])
