"""camelup in Python: its events and the words for its refusals.

No rule is decided here: positions, events and refusals come from native/src/games/camelup/rules.c.
The rules, with their names (A3, M4, ...), are in docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal

from camelnet.i18n import N_, Message, message
from camelnet.rules.core import lib
from camelnet.rules.game import Game, GameInfo, OptionInfo
from camelnet.rules.games import camelup_dictionary
from camelnet.rules.games.camels import letters
from camelnet.rules.shape import CAMELS

INFO = GameInfo(
    key="camelup",
    name=N_("Camel Up"),
    seats_min=2,
    seats_max=8,
    options=(
        OptionInfo("leg_ends_without_tiles", False, "flag"),
        OptionInfo("flip_in_place", False, "flag"),
    ),
    slots=5,
    faces=CAMELS,
)

# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved:
    """A unit moved: by the die to `landing`, then by a desert tile there to `end`."""

    unit: str  # bottom to top
    start: int  # 0: not on the track yet (setup)
    landing: int  # 17: beyond the line
    tile: str | None  # "+" oasis, "-" mirage
    owner: int | None  # the tile's
    end: int  # 17: crossed
    under: bool  # it slid underneath others that stand there


@dataclass(frozen=True, slots=True)
class Earned:
    """A seat got money at once; cause "tile": someone landed on its desert tile."""

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
    rank: int | None  # of its camel, from 1
    pounds: int


@dataclass(frozen=True, slots=True)
class LegScored:
    """L2. A seat's lines are added up first; `after` is never below 0."""

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
    """E3, one race card."""

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


def _events(state: bytes, events: Any) -> tuple[Event, ...]:
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


# --- refusals ---------------------------------------------------------------------------------

_REFUSALS = {
    lib.CN_CAMELUP_S1_SEAT: N_("S1: there is no such seat"),
    lib.CN_CAMELUP_S2_PLACED: N_("S2: this camel stands on the track already"),
    lib.CN_CAMELUP_A1_DIE: N_("A1: this die has left the pyramid"),
    lib.CN_CAMELUP_A2_NONE_LEFT: N_("A2: no leg tile of this camel is left"),
    lib.CN_CAMELUP_A3_SPACE: N_("A3: a desert tile goes on a space from 2 to 16"),
    lib.CN_CAMELUP_A3_CAMEL: N_("A3: a camel stands on space {space}"),
    lib.CN_CAMELUP_A3_TILE: N_("A3: another seat's tile lies on space {space}"),
    lib.CN_CAMELUP_A3_NEXT: N_("A3: space {space} is next to another seat's tile"),
    lib.CN_CAMELUP_A3_SAME: N_("A3: the tile lies on space {space} already; it must go elsewhere"),
    lib.CN_CAMELUP_O2_SIDE: N_("O2: the tile lies on space {space} with this side up already"),
    lib.CN_CAMELUP_A4_SLOT: N_("A4: the race cards are in slots 0 to 4"),
    lib.CN_CAMELUP_A4_LAID: N_("A4: this race card is laid already"),
    lib.CN_CAMELUP_E2_SEAT: N_("E2: another seat opens its race cards now"),
    lib.CN_CAMELUP_E2_FACES: N_("E2: the race cards are the five camels once each"),
}


def _refusal(state: bytes, status: int, notation: str) -> Message:
    template = _REFUSALS[status]
    if "{space}" in template:
        return message(template, space=int(notation.split(" ")[1][:-1]))
    return message(template)


def _openings(seat: int) -> list[str]:
    orders = ("".join(faces) for faces in permutations(CAMELS))
    return [f"open {seat} -", *(f"open {seat} {faces}" for faces in orders)]


_FIELDS = {
    lib.CN_CAMELUP_F_OPTIONS: "options",
    lib.CN_CAMELUP_F_TURN: "turn",
    lib.CN_CAMELUP_F_STARTER: "starter",
    lib.CN_CAMELUP_F_LEG: "leg",
    lib.CN_CAMELUP_F_TRACK: "track",
    lib.CN_CAMELUP_F_CROSSED: "crossed",
    lib.CN_CAMELUP_F_DICE: "dice",
    lib.CN_CAMELUP_F_ROLLING: "rolling",
    lib.CN_CAMELUP_F_TILES: "tiles",
    lib.CN_CAMELUP_F_MONEY: "money",
    lib.CN_CAMELUP_F_LEG_TILES: "leg_tiles",
    lib.CN_CAMELUP_F_HELD: "held",
    lib.CN_CAMELUP_F_SLOTS: "slots",
    lib.CN_CAMELUP_F_WIN: "win",
    lib.CN_CAMELUP_F_LOSE: "lose",
}

GAME = Game(
    info=INFO,
    round="leg",
    body=(
        "starter",
        "leg",
        "track",
        "crossed",
        "dice",
        "rolling",
        "tiles",
        "money",
        "leg_tiles",
        "held",
        "slots",
        "win",
        "lose",
    ),
    read=camelup_dictionary.read,
    write=camelup_dictionary.write,
    options=camelup_dictionary.options,
    fields=_FIELDS,
    refusal=_refusal,
    events=_events,
    openings=_openings,
)
