"""Levels `easy` and `normal`: one move ahead, with the mistakes that people make.

Each move is judged as by the search before its first visit, and its worth is then blurred. The more
the moves of a position differ, the more is at stake and the larger are the mistakes. A move much
worse than all others is rare, as it is among people.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

from camelnet.bots import styles
from camelnet.bots.base import History, only_move, seed_at
from camelnet.bots.search import Line, analyse
from camelnet.rules import Position

# The blur of a level's judgement, by game; docs/bots.md says how we found the figures.
NOISE: Mapping[str, Mapping[str, float]] = {
    "easy": {"camelup": 0.55, "cards": 0.5, "targui": 0.45},
    "normal": {"camelup": 0.29, "cards": 0.31, "targui": 0.3},
}
NOISE_ELSEWHERE = {"easy": 0.5, "normal": 0.25}  # in a game not listed
_NEVER = 1e-9  # smaller priors count as this
_LIKING = 2.0  # of a style; 1 makes a move e times as likely


class FallibleBot:
    """Equal seeds play equally: each position has luck of its own, the same on every way to it."""

    def __init__(self, *, level: str, seed: int, style: str = "") -> None:
        self._level = level
        self._seed = seed
        self._style = style

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        if (forced := only_move(position, seat)) is not None:
            return forced
        seed = seed_at(position, self._seed)
        found = analyse(position, seat, faces, seed=seed, nodes=1, history=history)
        worths = [math.log(max(line.prior, _NEVER)) for line in found.lines]
        noise = NOISE[self._level].get(position.game, NOISE_ELSEWHERE[self._level])
        blurred = _blurred(worths, noise, Random(seed))
        liked = _liked(found.lines, worths, self._style, position.game)
        values = [one + _LIKING * two for one, two in zip(blurred, liked, strict=True)]
        return found.lines[values.index(max(values))].notation


def _blurred(worths: Sequence[float], noise: float, luck: Random) -> list[float]:
    """The apparent worth of each move: with Gumbel's noise, so `noise` is the temperature of a draw
    among these worths."""
    mean = sum(worths) / len(worths)
    spread = math.sqrt(sum((worth - mean) ** 2 for worth in worths) / len(worths))
    blur = noise * (1 + spread)
    return [worth - blur * math.log(-math.log(max(luck.random(), _NEVER))) for worth in worths]


def _liked(lines: Sequence[Line], worths: Sequence[float], style: str, game: str) -> list[bool]:
    """For each move, True if the style likes it and it is close to the best."""
    close = max(worths) - _LIKING
    return [
        worth >= close and styles.likes(style, game, line.notation)
        for line, worth in zip(lines, worths, strict=True)
    ]
