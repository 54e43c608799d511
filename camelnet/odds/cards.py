"""Estimated odds of Camel Up Cards, from some hundred samples of the rest of its leg or race.

In a sample only cards move the camels: nobody plays a hand card or a token any more. It draws
face-down cards from those not seen yet. Equal positions give equal odds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from camelnet.rules import Position
from camelnet.rules.core import ffi
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.cards.events import LegScored, RaceEnded

GAME = "cards"
LEGS, RACES = 160, 64  # numbers of samples
_LEG = ffi.offsetof("cn_cards", "leg")


@dataclass(frozen=True, slots=True)
class Places:
    """The chances of each camel to come first, second, ... last."""

    chance: Mapping[str, tuple[float, ...]]

    def of(self, camel: str, place: int) -> float:
        """The probability that the camel comes in this place, 1 to 5."""
        return self.chance[camel][place - 1]


@lru_cache(maxsize=64)
def leg_places(position: Position) -> Places:
    """The odds of a leg's end. ValueError for another game, before the race and after it."""
    return _played_on(position, LEGS, whole=False)


@lru_cache(maxsize=64)
def race_places(position: Position) -> Places:
    """The odds of the race's end. ValueError as for `leg_places`."""
    return _played_on(position, RACES, whole=True)


def _played_on(position: Position, times: int, *, whole: bool) -> Places:
    if position.game != GAME or position.is_over or not position.state[_LEG]:
        raise ValueError("position: not in a race of Camel Up Cards")
    luck = Random(int.from_bytes(position.digest()[:8], "little"))
    counts = {camel: [0] * len(CAMELS) for camel in CAMELS}
    for _time in range(times):
        for place, camel in enumerate(_ranking(position, luck, whole=whole)):
            counts[camel][place] += 1
    return Places({camel: tuple(n / times for n in found) for camel, found in counts.items()})


def _ranking(position: Position, luck: Random, *, whole: bool) -> Sequence[str]:
    """Play one leg, or race, to its end; return the camels' order, first to last."""
    leg = position.state[_LEG]
    while True:
        notation = _next(position, luck)
        after = position.apply(notation)
        if after.is_over or (not whole and after.state[_LEG] != leg):
            events = position.step(notation)[1]
            return next(
                event.ranking
                for event in events
                if isinstance(event, RaceEnded if whole else LegScored)
            )
        position = after


def _next(position: Position, luck: Random) -> str:
    if position.is_chance:
        outcomes = position.outcomes()
        drawn = luck.choices(outcomes, [weight for _outcome, weight in outcomes])
        return drawn[0][0]
    if position.opener is not None:
        return position.openings()[0]
    legal = position.legal()
    return "reveal" if "reveal" in legal else legal[-1]
