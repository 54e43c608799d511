"""Which attacks on sessions are made: every frame and field in every way, thinned by pairs.

`full` tells each lie about each field, and has every pair of values that can be. `quick` has each
kind of frame and each field around a game once, and the pairs of all else; there the frames of a
table count as one kind, for `cover` has walked them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from tests.attacks import pairs
from tests.attacks.pairs import Pair
from tests.attacks.session_case import (
    AROUND,
    KINDS,
    PLAYERS,
    WHOLE,
    Role,
    Scene,
    SessionCase,
    Twist,
    fields_of,
    grows,
)
from tests.attacks.session_room import FOREIGN

TRIES = 40
VICTIMS = 3
_AT_TABLE = (Scene.GAME, Scene.RESUME, Scene.END, Scene.REMATCH)
_WORDS = ("kind", "why", "step", "chair")  # one of few, or none
_SAID = {  # when the real code of a player says these by itself
    "Hello": (Scene.GATHERING,),
    "Lobby": tuple(Scene),
    "Genesis": (Scene.SIGNING, Scene.OPENING),
    "Beat": tuple(Scene),
}

Lie = tuple[str, str, Twist]  # kind, field, twist


def possible(case: SessionCase) -> bool:
    """True if the lie can be told there."""
    if case.kind not in AROUND and case.scene not in _AT_TABLE:
        return False
    if case.role is Role.WATCHER and case.scene not in _AT_TABLE:
        return False
    if case.twist is Twist.WITHHELD:
        return case.role in PLAYERS and case.scene in _SAID[case.kind]
    return True


@cache
def lies() -> tuple[Lie, ...]:
    """Every frame and field with every twist that changes it."""
    found: list[Lie] = []
    for kind in KINDS:
        for twist in Twist:
            if twist in WHOLE:
                if (
                    twist is Twist.REPEATED
                    or kind in _SAID
                    or (twist is Twist.OLD and kind not in AROUND)
                ):
                    found.append((kind, "", twist))
                continue
            found += [
                (kind, name, twist) for name in fields_of(kind) if _changes(kind, name, twist)
            ]
    return tuple(found)


def _changes(kind: str, field: str, twist: Twist) -> bool:
    name = field.rpartition(".")[2]
    match twist:
        case Twist.FOREIGN:
            return name in FOREIGN
        case Twist.LARGEST:
            return name not in _WORDS and grows(kind, field)
        case Twist.MANY:
            return name not in _WORDS
    return True


def _drawn(dice: Random, lie: Lie, fixed: dict[str, Any]) -> SessionCase | None:
    """A case of that lie, with some values fixed; None where none was found."""
    for _ in range(TRIES):
        chosen = {
            "scene": dice.choice(tuple(Scene)),
            "role": dice.choice(tuple(Role)),
            "victim": dice.randrange(VICTIMS),
        } | fixed
        case = SessionCase(*lie, **chosen)
        if possible(case):
            return case
    return None


def values_of(case: SessionCase, *, short: bool) -> list[tuple[str, Any]]:
    """The values that make pairs; in `short` the frames of a table count as one kind."""
    around = case.kind in AROUND
    values: list[tuple[str, Any]] = [
        ("kind", case.kind if around or not short else "of a table"),
        ("twist", case.twist),
        ("scene", case.scene),
        ("role", case.role),
    ]
    if short:
        return values
    what = f"{case.kind}.{case.field}" if case.field else case.kind
    return [("what", what), *values, ("victim", case.victim)]


def pairs_of(case: SessionCase, *, short: bool) -> set[Pair]:
    return set(combinations(values_of(case, short=short), 2))


@cache
def full() -> tuple[SessionCase, ...]:
    """Every lie once, and every pair of values at least once."""
    return tuple(_chosen(Random("full"), lies(), short=False))


@cache
def quick() -> tuple[SessionCase, ...]:
    """Each kind and each field around a game once, and the pairs of the rest."""
    dice = Random("quick")
    order: list[Lie] = list(lies())
    seen: set[Any] = set()
    dice.shuffle(order)
    once: list[Lie] = [("Lobby", "", twist) for twist in WHOLE]
    for lie in order:
        what = lie[:2] if lie[0] in AROUND else lie[0]
        if lie[1] and what not in seen:
            seen.add(what)
            once.append(lie)
    return tuple(_chosen(dice, once, short=True))


def _chosen(dice: Random, told: Sequence[Lie], *, short: bool) -> Iterator[SessionCase]:
    made: dict[SessionCase, None] = {}
    covered: set[Pair] = set()

    def take(case: SessionCase | None) -> None:
        if case is not None:
            covered.update(pairs_of(case, short=short))
            made[case] = None

    for lie in told:
        take(
            pairs.best(
                lambda lie=lie: _drawn(dice, lie, {}),  # type: ignore[misc]
                lambda case: pairs_of(case, short=short),
                covered,
            )
        )
    for pair in missing(list(made), short=short):
        if pair not in covered:
            take(with_pair(dice, pair))
    return iter(made)


def missing(cases: Sequence[SessionCase], *, short: bool) -> list[Pair]:
    """The pairs of values that none of these cases has, whether one can have both or not."""
    return pairs.missing(
        cases,
        lambda case: values_of(case, short=short),
        lambda one, other: (one, other) != ("what", "kind"),
    )


def with_pair(dice: Random, pair: Pair) -> SessionCase | None:
    """A case with both values; None where none is found."""
    fixed = dict(pair)
    what, kind, twist = (fixed.pop(name, None) for name in ("what", "kind", "twist"))
    told = [
        lie
        for lie in lies()
        if what in (None, f"{lie[0]}.{lie[1]}" if lie[1] else lie[0])
        and (kind in (None, lie[0]) or (kind == "of a table" and lie[0] not in AROUND))
        and twist in (None, lie[2])
    ]
    dice.shuffle(told)
    for lie in told[:40]:
        case = _drawn(dice, lie, fixed)
        if case is not None:
            return case
    return None
