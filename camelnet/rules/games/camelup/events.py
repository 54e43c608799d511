"""The events of camelup: one frozen value for each visible thing at a table.

The names of the rules (L2, E3, ...) are those of docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from camelnet.rules.core import lib
from camelnet.rules.games.camels import CAMELS, letters


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit moved: by the die to `landing`, then by a desert tile there to `end`."""

    unit: str  # bottom to top
    start: int  # 0: not on the track yet (setup)
    landing: int  # 17: beyond the line
    tile: str | None  # "+" oasis, "-" mirage
    owner: int | None  # of the tile
    end: int  # 17: crossed
    under: bool  # it slid underneath the camels there


@dataclass(frozen=True, slots=True)
class Earned:
    """A seat got money at once; cause "tile": a unit landed on its desert tile."""

    seat: int
    pounds: int
    cause: Literal["tile"]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One leg tile, or all pyramid tiles, of a seat at a leg's end."""

    seat: int
    what: Literal["tile", "pyramid"]
    camel: str | None
    value: int | None  # printed on the leg tile
    rank: int | None  # of the tile's camel, from 1
    pounds: int


@dataclass(frozen=True, slots=True)
class LegScored:
    """L2. Adds up a seat's lines first; `after` is never below 0."""

    leg: int
    ranking: str  # first to last
    lines: tuple[ScoreLine, ...]  # by seat, tiles in the order taken
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LegBegan:
    leg: int
    starter: int


@dataclass(frozen=True, slots=True)
class RaceEnded:
    ranking: str  # first to last


@dataclass(frozen=True, slots=True)
class CardScored:
    """E3. One race card."""

    deck: Literal["win", "lose"]
    order: int  # from 0, the first laid
    seat: int
    slot: int
    face: str  # "-": never opened
    pounds: int  # before the floor of 0
    after: int  # the seat's money


@dataclass(frozen=True, slots=True)
class GameOver:
    winners: tuple[int, ...]


Event = Moved | Earned | LegScored | LegBegan | RaceEnded | CardScored | GameOver


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(8) if mask >> bit & 1)


def _moved(arg: Any) -> Moved:
    side = chr(arg[7]) if arg[7] else None
    return Moved(
        unit=letters(arg[0:5]),
        start=arg[5],
        landing=arg[6],
        tile=side,
        owner=arg[8] if side else None,
        end=arg[9],
        under=bool(arg[10]),
    )


def _leg_scored(event: Any, rest: Iterator[Any], seats: int) -> LegScored:
    """A leg's scoring with the lines that follow it, up to the total of the last seat."""
    lines: list[ScoreLine] = []
    before: list[int] = []
    after: list[int] = []
    while len(after) < seats:
        line = next(rest)
        arg, number = line.arg, line.number
        match line.kind:
            case lib.CN_CAMELUP_LINE_TILE:
                camel = CAMELS[arg[1]]
                lines.append(ScoreLine(arg[0], "tile", camel, arg[2], arg[3], number[0]))
            case lib.CN_CAMELUP_LINE_PYRAMID:
                lines.append(ScoreLine(arg[0], "pyramid", None, None, None, number[0]))
            case _:
                before.append(number[0])
                after.append(number[1])
    ranking = letters(event.arg[0:5])
    return LegScored(event.number[0], ranking, tuple(lines), tuple(before), tuple(after))


def _card_scored(event: Any) -> CardScored:
    arg = event.arg
    return CardScored(
        deck="lose" if arg[0] else "win",
        order=arg[1],
        seat=arg[2],
        slot=arg[3],
        face=CAMELS[arg[4]] if arg[4] < 5 else "-",
        pounds=event.number[0],
        after=event.number[1],
    )


def events_of(state: bytes, events: Any) -> tuple[Event, ...]:
    raw = iter([events.list[i] for i in range(events.count)])
    facts: list[Event] = []
    for event in raw:
        arg = event.arg
        match event.kind:
            case lib.CN_CAMELUP_MOVED:
                facts.append(_moved(arg))
            case lib.CN_CAMELUP_EARNED:
                facts.append(Earned(arg[0], event.number[0], "tile"))
            case lib.CN_CAMELUP_LEG_SCORED:
                facts.append(_leg_scored(event, raw, seats=state[1]))
            case lib.CN_CAMELUP_LEG_BEGAN:
                facts.append(LegBegan(event.number[0], arg[0]))
            case lib.CN_CAMELUP_RACE_ENDED:
                facts.append(RaceEnded(letters(arg[0:5])))
            case lib.CN_CAMELUP_CARD_SCORED:
                facts.append(_card_scored(event))
            case _:
                facts.append(GameOver(_bits(arg[0])))
    return tuple(facts)
