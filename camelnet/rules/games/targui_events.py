"""What happens in targui, as facts: one frozen value for each thing that a table would see.

The names of the rules (T5, D3, ...) are those of docs/rules-targui.md. Cells are numbered 1 to 49,
money is counted in silver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Land = Literal["camp", "saline", "guelta", "reg", "erg", "feche", "mount", "chott"]
Sector = Literal["nw", "ne", "sw", "se"]

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
    """S4. The land that lay there has left the game."""

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
    """D1. What goes into the pile, besides one destiny card."""

    round: int
    die: int
    cards: tuple[int, ...]  # tribe cards by seat
    turns: int  # that each of these cards gives: 2 on a 6, else 1


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """D2. A tribe card gives its seat `turns` turns; 0: the seat is out and passed over."""

    seat: int | None  # None: the destiny card, whose number comes next
    turns: int


@dataclass(frozen=True, slots=True)
class CellChange:
    """What a destiny card did to the camels of one cell."""

    cell: int
    owner: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class MoneyChange:
    """What a destiny card did to a seat's silver."""

    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DestinyTurned:
    """A destiny card and all that it changed at once: cells in spiral order, then seats. Cards 13
    and 16 change nothing now, they rule the rest of the round."""

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
    left: int  # that stay on `start`
    taken: bool  # the land was not the mover's before
    taken_from: int | None  # the seat that owned it, if another one did


@dataclass(frozen=True, slots=True)
class AttackBegan:
    """T2."""

    seat: int
    start: int
    end: int
    defender: int


@dataclass(frozen=True, slots=True)
class BattleRolled:
    """T5. One roll of a battle; `bonus` is the strategic value that is added to the die."""

    seat: int  # who rolled
    side: Literal["attack", "parry"]
    die: int
    bonus: int
    cell: int  # where the killed camels stood
    kills: int
    left: int  # camels still on `cell`


@dataclass(frozen=True, slots=True)
class CellEmptied:
    """T5. The last defender fell and the owner's marker came off; the attacker occupies next."""

    cell: int
    owner: int


@dataclass(frozen=True, slots=True)
class Occupied:
    """T5. The attacker went onto the cell that it had emptied."""

    seat: int
    start: int
    end: int
    camels: int
    left: int  # that stay on `start`


@dataclass(frozen=True, slots=True)
class AttackEnded:
    """The attack is over: the cell was occupied, the attackers were beaten to the last, the
    attacker stopped, or nobody is left to fight (T7)."""

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
    money: int  # the seat's silver after it


@dataclass(frozen=True, slots=True)
class SeatOut:
    """T7. The seat owns no cell any more."""

    seat: int
    by: int  # the seat that took its last one


# --- the end of a round (D3, E1) ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LandPaid:
    """What one kind of land paid to one seat."""

    land: Land
    count: int  # cells of it
    silver: int  # for all of them


@dataclass(frozen=True, slots=True)
class TributeLine:
    """One living seat at a tribute. Without its own camp it gets nothing: `paid` is empty."""

    seat: int
    camp: bool  # it owns its own camp
    paid: tuple[LandPaid, ...]  # lands that pay something, in the order of `Land`
    silver: int
    money: int  # after it


@dataclass(frozen=True, slots=True)
class TributePaid:
    """D3, at the end of a round."""

    round: int
    lines: tuple[TributeLine, ...]  # living seats, ascending


@dataclass(frozen=True, slots=True)
class GameOver:
    """E1. `why` says what decided: one seat was left; the tribute of the last round; among equal
    tributes the camels on the board, then the money; all these equal and so shared; or nobody owned
    its own camp, and all living seats share."""

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
