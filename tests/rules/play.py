"""Games to test with: played at random from a seed, for every game that there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from camelnet import rules
from camelnet.rules import Event, Position
from camelnet.rules.registry import ALL

DATA = Path(__file__).resolve().parent.parent / "data"

# Lowest seat, any seats between, all options: what every property is tested with.
SETTINGS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("camelup", {"leg_ends_without_tiles": bool(bits & 1), "flip_in_place": bool(bits & 2)})
        for bits in range(4)
    ),
    *(
        (
            "cards",
            {"trophies": bool(bits & 1), "bet_optional": bool(bits & 2), "min_money": bits >> 2},
        )
        for bits in (5, 0, 3, 6)
    ),
    ("targui", {"destiny": [1, 13, 16], "camels": 60}),
    ("targui", {"destiny": [1, 2, 9, 12], "camels": 40}),
    ("targui", {"destiny": [1, 3, 5, 6, 7, 8, 10, 11, 14, 15], "camels": 450}),
]


@dataclass(frozen=True)
class Ply:
    before: Position
    notation: str
    after: Position
    events: tuple[Event, ...]


def read_lines(name: str) -> list[dict[str, Any]]:
    """The objects of a test data file, one a line."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def choices(position: Position) -> list[str]:
    """What can come at any node but the last."""
    outcomes = [notation for notation, _weight in position.outcomes()]
    return position.legal() or outcomes or position.openings()


def draw(position: Position, random: Random) -> str:
    """A verb first, so that games move on; then a notation with it."""
    fitting = rules.by_verb(choices(position))
    return random.choice(fitting[random.choice(sorted(fitting))])


def plies(start: Position, seed: int) -> Iterator[Ply]:
    """A whole game at random; the same seed gives the same game."""
    random, position = Random(seed), start
    while position.turn != "over":
        notation = draw(position, random)
        after, events = position.step(notation)
        yield Ply(position, notation, after, events)
        position = after


@st.composite
def starts(draw: st.DrawFn, game: str | None = None) -> Position:
    """The first node of a game of any seats and options."""
    key, options = draw(st.sampled_from([s for s in SETTINGS if game in (None, s[0])]))
    info = ALL[key].info
    seats = draw(st.integers(info.seats_min, info.seats_max))
    return rules.new(key, seats=seats, options=options)


@st.composite
def nodes(draw: st.DrawFn, game: str | None = None) -> Position:
    """Any node that random play reaches, the last included."""
    start, seed = draw(starts(game)), draw(st.integers(0, 10_000))
    positions = [start, *(ply.after for ply in plies(start, seed))]
    return positions[draw(st.integers(0, len(positions) - 1))]


def after(position: Position, *notations: str) -> Position:
    """The position behind these notations."""
    for notation in notations:
        position = position.apply(notation)
    return position


def events(position: Position, *notations: str) -> tuple[Event, ...]:
    """What the last notation caused."""
    caused: tuple[Event, ...] = ()
    for notation in notations:
        position, caused = position.step(notation)
    return caused


def place(position: Position, **changes: Any) -> Position:
    """The position with some keys of its dictionary replaced."""
    return rules.from_dict({**position.to_dict(), **changes})


def refused(position: Position, changes: dict[str, Any], field: str) -> None:
    """With these keys replaced it is no position, and what is said of it begins with a field."""
    with pytest.raises(ValueError, match=rf"^({field})\b") as error:
        place(position, **changes)
    assert not isinstance(error.value, rules.IllegalMove)


def could_hold(position: Position, random: Random) -> str:
    """Faces that the seat on turn may have in its hand, for all that the position tells."""
    pack = position.pack()
    if pack is None:
        faces = list(ALL[position.game].info.faces)
        random.shuffle(faces)
        return "".join(faces)
    if all(slot.owner != position.turn for slot in pack.slots):
        return ""
    return random.choice(pack.unseen)[0]
