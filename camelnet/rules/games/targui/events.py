"""The events of targui: one frozen value for each visible thing at a table.

The names of the rules (T5, D3, ...) are those of docs/rules-targui.md. Cells are numbered 1 to 49,
money is counted in silver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from camelnet.rules.core import lib

Land = Literal["camp", "saline", "guelta", "reg", "erg", "feche", "mount", "chott"]
Sector = Literal["nw", "ne", "sw", "se"]

# In the core's order; it counts lands from 1 and sectors from 0.
LANDS: tuple[Land, ...] = ("camp", "saline", "guelta", "reg", "erg", "feche", "mount", "chott")
SECTORS: tuple[Sector, ...] = ("nw", "ne", "sw", "se")

# The pay of each land's cell at a tribute, its bonus to the dice of the camels on it, and the
# number of its cards; a destiny card may change the first two for a round.
ECONOMIC: Mapping[Land, int] = MappingProxyType(
    {land: int(lib.cn_targui_economic[i]) for i, land in enumerate(LANDS, start=1)}
)
STRATEGIC: Mapping[Land, int] = MappingProxyType(
    {land: int(lib.cn_targui_strategic[i]) for i, land in enumerate(LANDS, start=1)}
)
CARDS: Mapping[Land, int] = MappingProxyType(
    {land: int(lib.cn_targui_cards[i]) for i, land in enumerate(LANDS, start=1)}
)

# --- setup (S) ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FirstChosen:
    """S1. This seat chooses first; the others follow in seat order."""

    seat: int


@dataclass(frozen=True, slots=True)
class SectorTaken:
    """S2."""

    seat: int
    sector: Sector


@dataclass(frozen=True, slots=True)
class LandLaid:
    """S3."""

    cell: int
    land: Land


@dataclass(frozen=True, slots=True)
class CampFounded:
    """S4. The land there has left the game."""

    seat: int
    cell: int
    replaced: Land
    camels: int


# --- a round (D) --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """The die of this round is rolled next."""

    round: int


@dataclass(frozen=True, slots=True)
class RoundRolled:
    """D1. The cards for the pile, besides one destiny card."""

    round: int
    die: int
    cards: tuple[int, ...]  # tribe cards by seat
    turns: int  # per card: 2 on a 6, else 1


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """D2. A tribe card gives its seat `turns` turns; 0: the seat is out and is passed over."""

    seat: int | None  # None: the destiny card, whose number comes next
    turns: int


@dataclass(frozen=True, slots=True)
class CellChange:
    """The camels of one cell before and after a destiny card."""

    cell: int
    owner: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class MoneyChange:
    """The silver of a seat before and after a destiny card."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DestinyTurned:
    """A destiny card and all its changes at once: cells in spiral order, then seats. Cards 13 and
    16 change nothing now, but rule the rest of the round."""

    card: int  # 1 to 16
    left: int  # cards left in the destiny deck
    cells: tuple[CellChange, ...]
    money: tuple[MoneyChange, ...]


# --- a turn (T) ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved:
    """T1. Camels went to a neighbouring cell."""

    seat: int
    start: int
    end: int
    camels: int
    left: int  # camels that stay on `start`
    taken: bool  # the land was not the mover's before
    taken_from: int | None  # the other seat that owned it, if any


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """T2."""

    seat: int
    start: int
    end: int
    defender: int


@dataclass(frozen=True, slots=True)
class BattleRolled:
    """T5. One roll of a battle; `bonus` is the strategic value added to the die."""

    seat: int  # the seat that rolled
    side: Literal["attack", "parry"]
    die: int
    bonus: int
    cell: int  # of the killed camels
    kills: int
    left: int  # camels still on `cell`


@dataclass(frozen=True, slots=True)
class CellEmptied:
    """T5. The last defender fell and the owner's marker came off; next the attacker occupies."""

    cell: int
    owner: int


@dataclass(frozen=True, slots=True)
class Occupied:
    """T5. The attacker moved onto the cell that it had emptied."""

    seat: int
    start: int
    end: int
    camels: int
    left: int  # camels that stay on `start`


@dataclass(frozen=True, slots=True)
class AttackEnded:
    """The attack is over: the attacker occupied the cell, lost all its camels or stopped, or nobody
    is left to fight (T7)."""

    seat: int
    start: int
    end: int
    how: Literal["occupied", "beaten", "stopped", "last"]


@dataclass(frozen=True, slots=True)
class Bought:
    """T4."""

    seat: int
    cell: int
    camels: int
    money: int  # the seat's silver afterwards


@dataclass(frozen=True, slots=True)
class SeatOut:
    """T7. The seat owns no more cells."""

    seat: int
    by: int  # the seat that took its last one


# --- the end of a round (D3, E1) ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LandPaid:
    """The income of one seat from one kind of land."""

    land: Land
    count: int  # cells of it
    silver: int  # for all of them together


@dataclass(frozen=True, slots=True)
class TributeLine:
    """One living seat at a tribute. Without its own camp it gets nothing: `paid` is empty."""

    seat: int
    camp: bool  # it owns its own camp
    paid: tuple[LandPaid, ...]  # lands that pay something, in the order of `Land`
    silver: int
    money: int  # afterwards


@dataclass(frozen=True, slots=True)
class TributePaid:
    """D3, at the end of a round."""

    round: int
    lines: tuple[TributeLine, ...]  # living seats, ascending


@dataclass(frozen=True, slots=True)
class GameOver:
    """E1. `why` names the criterion: one seat was left; the tribute of the last round; among equal
    tributes the camels on the board, then the money; a tie in all of these, so that seats share; or
    nobody owned its own camp, and all living seats share."""

    winners: tuple[int, ...]
    why: Literal["last", "tribute", "camels", "money", "shared", "campless"]


Event = (
    FirstChosen
    | SectorTaken
    | LandLaid
    | CampFounded
    | RoundBegan
    | RoundRolled
    | CardDrawn
    | DestinyTurned
    | Moved
    | AttackBegan
    | BattleRolled
    | CellEmptied
    | Occupied
    | AttackEnded
    | Bought
    | SeatOut
    | TributePaid
    | GameOver
)

# --- from the core --------------------------------------------------------------------------------

_HOW: tuple[Literal["occupied", "beaten", "stopped", "last"], ...] = (
    "occupied",
    "beaten",
    "stopped",
    "last",
)
_WHY: tuple[Literal["last", "tribute", "camels", "money", "shared", "campless"], ...] = (
    "last",
    "tribute",
    "camels",
    "money",
    "shared",
    "campless",
)
_NOBODY = 255


def _seat(number: int) -> int | None:
    return None if number == _NOBODY else number


def _land(number: int) -> Land:
    return LANDS[number - 1]


def _destiny(event: Any, rest: _Ahead) -> DestinyTurned:
    cells = [
        CellChange(line.arg[0], line.arg[1], line.number[0], line.number[1])
        for line in rest.of(lib.CN_TARGUI_CELL_CHANGED)
    ]
    money = [
        MoneyChange(line.arg[0], line.number[0], line.number[1])
        for line in rest.of(lib.CN_TARGUI_MONEY_CHANGED)
    ]
    return DestinyTurned(event.arg[0], event.arg[1], tuple(cells), tuple(money))


def _tribute_line(line: Any) -> TributeLine:
    paid = []
    for i, count in enumerate(line.arg[2:9]):
        each = ECONOMIC[LANDS[i]] or (line.number[2] if LANDS[i] == "mount" else 0)
        if count:
            paid.append(LandPaid(LANDS[i], count, count * each))
    seat, camp, *_counts = line.arg
    return TributeLine(seat, bool(camp), tuple(paid), line.number[0], line.number[1])


class _Ahead:
    """The core's events one by one; the lines of a table follow its head."""

    def __init__(self, events: Any) -> None:
        self._events = [events.list[i] for i in range(events.count)]
        self._next = 0

    def __iter__(self) -> Iterator[Any]:
        while self._next < len(self._events):
            self._next += 1
            yield self._events[self._next - 1]

    def of(self, kind: int) -> Iterator[Any]:
        """The next events, as long as they are of this kind."""
        while self._next < len(self._events) and self._events[self._next].kind == kind:
            self._next += 1
            yield self._events[self._next - 1]


def events_of(state: bytes, events: Any) -> tuple[Event, ...]:
    """The core's events as facts."""
    rest = _Ahead(events)
    return tuple(_fact(event, rest, state[1]) for event in rest)


def _fact(event: Any, rest: _Ahead, seats: int) -> Event:
    arg, number = event.arg, event.number
    match event.kind:
        case lib.CN_TARGUI_FIRST_CHOSEN:
            return FirstChosen(arg[0])
        case lib.CN_TARGUI_SECTOR_TAKEN:
            return SectorTaken(arg[0], SECTORS[arg[1]])
        case lib.CN_TARGUI_LAND_LAID:
            return LandLaid(arg[0], _land(arg[1]))
        case lib.CN_TARGUI_CAMP_FOUNDED:
            return CampFounded(arg[0], arg[1], _land(arg[2]), number[0])
        case lib.CN_TARGUI_ROUND_BEGAN:
            return RoundBegan(number[0])
        case lib.CN_TARGUI_ROUND_ROLLED:
            return RoundRolled(number[0], arg[0], tuple(arg[1 : 1 + seats]), arg[5])
        case lib.CN_TARGUI_CARD_DRAWN:
            return CardDrawn(_seat(arg[0]), arg[1])
        case lib.CN_TARGUI_DESTINY_TURNED:
            return _destiny(event, rest)
        case lib.CN_TARGUI_MOVED:
            return Moved(arg[0], arg[1], arg[2], number[0], number[1], bool(arg[3]), _seat(arg[4]))
        case lib.CN_TARGUI_ATTACK_BEGAN:
            return AttackBegan(arg[0], arg[1], arg[2], arg[3])
        case lib.CN_TARGUI_BATTLE_ROLLED:
            side: Literal["attack", "parry"] = "parry" if arg[1] else "attack"
            return BattleRolled(arg[0], side, arg[2], arg[3], arg[4], number[0], number[1])
        case lib.CN_TARGUI_CELL_EMPTIED:
            return CellEmptied(arg[0], arg[1])
        case lib.CN_TARGUI_OCCUPIED:
            return Occupied(arg[0], arg[1], arg[2], number[0], number[1])
        case lib.CN_TARGUI_ATTACK_ENDED:
            return AttackEnded(arg[0], arg[1], arg[2], _HOW[arg[3]])
        case lib.CN_TARGUI_BOUGHT:
            return Bought(arg[0], arg[1], number[0], number[1])
        case lib.CN_TARGUI_SEAT_OUT:
            return SeatOut(arg[0], arg[1])
        case lib.CN_TARGUI_TRIBUTE_PAID:
            lines = tuple(_tribute_line(line) for line in rest.of(lib.CN_TARGUI_TRIBUTE_LINE))
            return TributePaid(number[0], lines)
        case _:
            winners = tuple(seat for seat in range(seats) if arg[0] >> seat & 1)
            return GameOver(winners, _WHY[arg[1]])
