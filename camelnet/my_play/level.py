"""A person's level: the level of the bots whose error rate is nearest to theirs.

The error rate is the points given away a decision, where a hundred points are a victory. `hard` and
`expert` make no mistakes that a review could tell apart, so `hard` stands for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

# Measured by `camelnet.lab.strength.error_rates` (docs/bots.md); from the weakest level on.
RATES: Mapping[str, Mapping[str, float]] = {
    "camelup": {"easy": 1.19, "normal": 0.61, "hard": 0.03},
    "cards": {"easy": 1.05, "normal": 0.79, "hard": 0.36},
    "targui": {"easy": 0.51, "normal": 0.39, "hard": 0.03},
}


def level_of(game: str, rate: float) -> str:
    """The level that plays like this; "" in a game whose levels nobody has measured."""
    rates = RATES.get(game, {})
    return min(rates, key=lambda level: abs(rates[level] - rate), default="")


def height_of(game: str, rate: float) -> float:
    """The place of an error rate between the levels of its game: 0 is the weakest, 1 the next one,
    and so on; at most half a level beyond either end. KeyError for a game without levels."""
    rates = list(RATES[game].values())
    for low, (weaker, stronger) in enumerate(pairwise(rates)):
        if rate > stronger or low == len(rates) - 2:
            place = low + (weaker - rate) / (weaker - stronger)
            return min(max(place, -0.5), len(rates) - 0.5)
    raise AssertionError("there are at least two levels")
