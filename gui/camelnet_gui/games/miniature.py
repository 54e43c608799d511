"""A game in its middle, for its picture on the home page: real rules, chance from a fixed seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from camelnet import rules
from camelnet.rules import Position
from camelnet_gui.style.seat_marks import seat_marks

MOVES_MAX = 400
MARKS = seat_marks(("Ana", "Ben", "Chloé", "Salim"))


def middle_of(
    game: str,
    *,
    seed: int,
    whim: float,
    until: Callable[[Mapping[str, Any]], bool],
) -> Position:
    """The position of four players where `until` holds first. Everybody is the simple player
    of the rules, but for a `whim` of the moves (0 to 1), which are of any kind."""
    random = Random(seed)
    position = rules.new(game, seats=len(MARKS))
    for _move in range(MOVES_MAX):
        if until(position.to_dict()) or position.turn == "over":
            break
        after, _events = position.step(_choose(position, random, whim))
        if after.turn != "reveal":  # else it would need a secret card
            position = after
    return position


def _choose(position: Position, random: Random, whim: float) -> str:
    if position.turn == "chance":
        notations, weights = zip(*position.outcomes(), strict=True)
        return str(random.choices(notations, weights)[0])
    if random.random() >= whim:
        return position.greedy("")
    legal = position.legal()
    kind = random.choice(sorted({move.split()[0] for move in legal}))
    return random.choice([move for move in legal if move.split()[0] == kind])
