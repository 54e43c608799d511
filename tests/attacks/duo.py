"""Two liars at one table where two may lie: of seven or eight voters.

Each tells a lie of its own, at the same stage; or both tell the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from tests.attacks import cover, pairs
from tests.attacks.case import GAME_STAGES, Case, Company, Stage, Way, Whom, case_of, fields_of
from tests.attacks.pairs import Pair

MARK = "+"
SIZES = (7, 8)
COMPANIES = (Company.PEOPLE, Company.PEOPLE_AND_BOTS, Company.BOTS, Company.STRICT)
TRIES = 60

Lie = tuple[str, str, Way]


@dataclass(frozen=True, slots=True)
class Second(Case):
    """The lie of the second liar, told from a seat of its own."""

    seat: int

    @property
    def liar(self) -> int:
        return self.seat


@dataclass(frozen=True, slots=True)
class Duo:
    """Two lies at one table."""

    one: Case
    lie: Lie  # of the second
    apart: bool  # two others sit between them; else they sit side by side

    @property
    def id(self) -> str:
        """Names the case; `duo_of` reads it."""
        kind, field, way = self.lie
        what = f"{kind}.{field}" if field else kind
        return f"{self.one.id}{MARK}{what}:{way.value}:{'apart' if self.apart else 'beside'}"

    @property
    def other(self) -> Second:
        one, away = self.one, 3 if self.apart else 1
        seat = one.liar + away if one.first else one.liar - away
        return Second(
            *self.lie,
            one.stage,
            one.restart,
            one.size,
            one.company,
            False,
            one.whom,
            one.split,
            seat=seat,
        )

    @property
    def both(self) -> tuple[Case, ...]:
        return self.one, self.other

    @property
    def way(self) -> Way:
        return self.one.way

    @property
    def stage(self) -> Stage:
        return self.one.stage

    def __str__(self) -> str:
        return self.id


def duo_of(text: str) -> Duo:
    """The case of that id; raises `ValueError`."""
    one, _, other = text.partition(MARK)
    what, way, place = other.split(":")
    kind, _, field = what.partition(".")
    if field and field not in fields_of(kind):
        raise ValueError(f"there is no {what}")
    return Duo(case_of(one), (kind, field, Way(way)), place == "apart")


def possible(duo: Duo) -> bool:
    """True if a table can come to that, and both lies be told there."""
    if duo.one.stage in GAME_STAGES:  # shuffling takes the square of the voters
        return False
    return cover.possible(duo.one) and cover.possible(duo.other)


def values_of(duo: Duo) -> list[tuple[str, Any]]:
    """The values that make pairs."""
    one = duo.one
    return [
        ("one", one.kind),
        ("other", duo.lie[0]),
        ("way", one.way),
        ("other way", duo.lie[2]),
        ("stage", one.stage),
        ("size", one.size),
        ("company", one.company),
        ("first", one.first),
        ("whom", one.whom),
        ("apart", duo.apart),
        ("restart", one.restart),
    ]


def pairs_of(duo: Duo) -> set[Pair]:
    return set(combinations(values_of(duo), 2))


def _drawn(dice: Random, lie: tuple[str, str, Way, Stage], same: bool) -> Duo | None:
    told = cover.lies()
    for _ in range(TRIES):
        one = Case(
            *lie,
            dice.random() < 0.3,
            dice.choice(SIZES),
            dice.choice(COMPANIES),
            dice.random() < 0.6,
            dice.choice(tuple(Whom)),
            dice.randrange(cover.SPLITS),
        )
        other = lie[:3] if same else dice.choice(told)[:3]
        duo = Duo(one, other, dice.random() < 0.5)
        if possible(duo):
            return duo
    return None


@cache
def full() -> tuple[Duo, ...]:
    """Every frame in every way by both, and every pair of frames, ways and all else that can be
    drawn."""
    dice = Random("duo")
    covered: set[Pair] = set()
    made: dict[Duo, None] = {}
    order = [lie for lie in cover.lies() if lie[3] not in GAME_STAGES]
    dice.shuffle(order)
    same: set[tuple[str, Way]] = set()
    for lie in order:
        if (lie[0], lie[2]) not in same:
            duo = pairs.best(lambda lie=lie: _drawn(dice, lie, True), pairs_of, covered)  # type: ignore[misc]
            if duo is not None:
                same.add((lie[0], lie[2]))
                covered |= pairs_of(duo)
                made[duo] = None
    for duo in _more(dice, order, covered):
        made[duo] = None
    return tuple(made)


def _more(dice: Random, order: list[Any], covered: set[Pair]) -> Iterator[Duo]:
    """Cases of two lies, as long as they have new pairs."""
    for lie in order:
        duo = pairs.best(lambda lie=lie: _drawn(dice, lie, False), pairs_of, covered)  # type: ignore[misc]
        if duo is not None and len(pairs_of(duo) - covered) > 1:
            covered |= pairs_of(duo)
            yield duo


@cache
def quick() -> tuple[Duo, ...]:
    """Each way by both, and each stage."""
    dice, chosen = Random("duo, quick"), []
    seen: set[tuple[str, Any]] = set()
    order = list(full())
    dice.shuffle(order)
    for duo in order:
        new = {("way", duo.way), ("other", duo.lie[2]), ("stage", duo.stage)} - seen
        if new and duo.one.size == SIZES[0]:
            seen |= new
            chosen.append(duo)
    return tuple(chosen)
