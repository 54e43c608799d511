"""Which attacks are made: the product of all that a case is made of, thinned by pairs.

`full` has every message and every field in every way at every stage where it can be: that product
is walked whole. Restarts, the number of voters, the company, the liar's place, whom the table sends
away and who hears what are chosen for each of these so that every pair of values occurs that can.
`quick` has every pair of values, of fields with ways alone: the rest of a field's pairs is left to
its kind of message. A pair is left out where no table has both; `missing` tries and tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

from tests.attacks import pairs
from tests.attacks.attacker import is_natural
from tests.attacks.case import (
    GAME_STAGES,
    KINDS,
    OMISSIONS,
    SIZES,
    Case,
    Company,
    Stage,
    Way,
    Whom,
    fields_of,
    splits_of,
)
from tests.attacks.pairs import Pair

SPLITS = 6  # classes of splits: of four seats all there are
TRIES = 60
CARD_SIZE_MAX = 5  # shuffling takes the square of the voters
_ASKING = ("SyncAsk", "Snapshot")  # bind nothing
_INNER = (
    *("wants", "promises", "promise", "lines", "report", "echoes"),
    *("entry", "accepted", "statements"),
)


def possible(case: Case) -> bool:
    """True if a table can come to that, and the lie be told there."""
    cards = case.stage in GAME_STAGES
    shared = case.company is Company.ONE_HUMAN
    if cards and (shared or case.size > CARD_SIZE_MAX):
        return False
    if case.stage is Stage.KEY and shared:
        return False
    if case.kind.startswith("Key") and shared and case.way is not Way.OTHER_TABLE:
        return False
    if case.stage is Stage.PARTING and case.size == 3:
        return False
    if case.kind == "Final" and not shared and case.way is not Way.OTHER_TABLE:
        return False
    if case.way is Way.NEXT_EPOCH and case.stage in (Stage.END, Stage.PARTING):
        return False
    if case.whom is Whom.LIAR and not _sends_away(case):
        return False
    if case.whom is Whom.LIAR and case.company in (Company.ONE_HUMAN, Company.BOTS):
        return False  # who sleeps does not lie
    if case.way in OMISSIONS:
        calls_in = case.way is Way.DELAYED and case.kind in ("Want", "Prep")
        return not case.field and (_lapsing(case) if calls_in else is_natural(case))
    if case.way is Way.OTHER_TABLE and case.field:
        return is_natural(case)
    return True


def _sends_away(case: Case) -> bool:
    return case.stage in (Stage.CHANGE, Stage.RETURN) or case.way is Way.NEXT_EPOCH


def _lapsing(case: Case) -> bool:
    """True if one too few can want somebody out: of seven the bots alone are enough."""
    enough = case.size == 7 and case.company in (Company.ONE_HUMAN, Company.BOTS)
    return case.votes and case.size > 3 and case.stage is Stage.CHANGE and not enough


@cache
def lies() -> tuple[tuple[str, str, Way, Stage], ...]:
    """Every message and field in every way at every stage, where some table has it."""
    found = []
    for kind in sorted(KINDS):
        for way, stage in product(Way, Stage):
            if kind in _ASKING and way in (Way.TWO_VERSIONS, Way.TAKEN_BACK):
                continue
            found.extend((kind, field, way, stage) for field in _fields(kind, way))
    return tuple(found)


def _fields(kind: str, way: Way) -> tuple[str, ...]:
    match way:
        case Way.WITHHELD | Way.DELAYED | Way.ONE_ONLY | Way.NEXT_EPOCH:
            return ("",)
        case Way.OTHER_TABLE:
            return ("", *(name for name in fields_of(kind) if name in _INNER))
    return fields_of(kind)


def _drawn(dice: Random, lie: tuple[str, str, Way, Stage], fixed: dict[str, Any]) -> Case | None:
    """A case of that lie, with some values fixed; None where none was found."""
    for _ in range(TRIES):
        chosen = {
            "restart": dice.random() < 0.5,
            "size": dice.choice(SIZES),
            "company": dice.choice(tuple(Company)),
            "first": dice.random() < 0.6,
            "whom": dice.choice(tuple(Whom)),
            "split": dice.randrange(SPLITS),
        } | fixed
        case = Case(*lie, **chosen)
        case = replace(case, split=_split(case, chosen["split"]))
        if possible(case):
            return case
    return None


def _split(case: Case, number: int) -> int:
    """The split of a class: of one, of half and of all but one, each in two places."""
    splits = splits_of(len(case.kinds), case.liar)
    if case.way is not Way.TWO_VERSIONS:  # one victim
        return number % (len(case.kinds) - 1)
    return (
        number * (len(splits) - 1) // (SPLITS - 1)
        if len(splits) >= SPLITS
        else number % len(splits)
    )


def values_of(case: Case, *, by_field: bool) -> list[tuple[str, Any]]:
    """The fields that make pairs."""
    what = f"{case.kind}.{case.field}" if case.field else case.kind
    values = [
        ("kind", case.kind),
        ("way", case.way),
        ("stage", case.stage),
        ("restart", case.restart),
        ("size", case.size),
        ("company", case.company),
        ("first", case.first),
        ("whom", case.whom),
    ]
    return [("what", what), *values] if by_field else values


def pairs_of(case: Case, *, whole: bool) -> set[Pair]:
    """The pairs in a case; those of a field with anything but its way only in the `whole`."""
    values = values_of(case, by_field=True)
    found = set(combinations(values, 2))
    if whole:
        return found
    return {pair for pair in found if pair[0][0] != "what" or pair[1][0] == "way"}


def _best(dice: Random, lie: Any, covered: set[Pair], *, whole: bool) -> Case | None:
    return pairs.best(
        lambda: _drawn(dice, lie, {}),
        lambda case: pairs_of(case, whole=whole),
        covered,
        lambda case: 0 if whole else case.size,
    )


@cache
def full() -> tuple[Case, ...]:
    """Every lie once, every pair of values at least once."""
    dice, covered, cases = Random("full"), set(), []
    for lie in lies():
        case = _best(dice, lie, covered, whole=True)
        if case is not None:
            covered |= pairs_of(case, whole=True)
            cases.append(case)
    cases.extend(_repaired(dice, cases, covered, whole=True))
    cases.extend(_silences(dice))
    return tuple(dict.fromkeys(cases))


def _silences(dice: Random) -> Iterator[Case]:
    """Cases without fields, which keep something back: walked with every n, and with restarts."""
    for lie in lies():
        if lie[2] not in OMISSIONS:
            continue
        for size, restart in product(SIZES, (False, True)):
            case = _drawn(dice, lie, {"size": size, "restart": restart})
            if case is not None:
                yield case


@cache
def quick() -> tuple[Case, ...]:
    """Every pair of values at least once: greedily, most new pairs first."""
    dice, covered, cases = Random("quick"), set(), []
    order = list(lies())
    dice.shuffle(order)
    for lie in order:
        kind, field, way, stage = lie
        what = f"{kind}.{field}" if field else kind
        here = {(("what", what), ("way", way)), (("kind", kind), ("stage", stage))}
        if not here - covered:
            continue
        case = _best(dice, lie, covered, whole=False)
        if case is not None:
            covered |= pairs_of(case, whole=False)
            cases.append(case)
    cases.extend(_repaired(dice, cases, covered, whole=False))
    return tuple(dict.fromkeys(cases))


def _repaired(
    dice: Random, cases: list[Case], covered: set[Pair], *, whole: bool
) -> Iterator[Case]:
    """More cases, for the pairs that are still missing."""
    for pair in missing(cases, whole=whole):
        if pair in covered:
            continue
        case = _with(dice, pair)
        if case is not None:
            covered |= pairs_of(case, whole=whole)
            yield case


def missing(cases: Iterable[Case], *, whole: bool) -> list[Pair]:
    """The pairs of values that none of these cases has, whether a table can have both or not."""
    return pairs.missing(
        cases,
        lambda case: values_of(case, by_field=True),
        lambda one, other: one != "what" or (other != "kind" and (whole or other == "way")),
    )


def _with(dice: Random, pair: Pair) -> Case | None:
    """A case with both values; None where none is found."""
    fixed = dict(pair)
    what = fixed.pop("what", None)
    chosen = [
        lie
        for lie in lies()
        if what in (None, f"{lie[0]}.{lie[1]}" if lie[1] else lie[0])
        and fixed.get("kind", lie[0]) == lie[0]
        and fixed.get("way", lie[2]) is lie[2]
        and fixed.get("stage", lie[3]) is lie[3]
    ]
    rest = {k: v for k, v in fixed.items() if k not in ("kind", "way", "stage")}
    dice.shuffle(chosen)
    for lie in chosen[:40]:
        case = _drawn(dice, lie, rest)
        if case is not None:
            return case
    return None
