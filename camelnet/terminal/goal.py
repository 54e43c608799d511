"""The goal of a seat: to open a table, to join one, or to resume an unfinished game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from camelnet.bots import ANY_STYLE, USUAL_LEVEL
from camelnet.rules import Options

if TYPE_CHECKING:
    from camelnet.session.api.facts import TableOffer


@dataclass(frozen=True, slots=True)
class Host:
    """Open this table and sit down at it.

    `patience_s`: how long to wait for players on all chairs; None: forever. `strict`: hidden bets
    open only with everybody's help. `aids`: all see the odds and may ask for hints. `bots`: the
    number of bots that the app brings along, of which `level` and `style`.
    """

    table: str
    game: str
    seats: int
    options: Options
    patience_s: float | None = None
    strict: bool = False
    aids: bool = False
    bots: int = 0
    level: str = USUAL_LEVEL
    style: str = ANY_STYLE


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down at the first table of this name, or at any if the name is None.

    We dial `address` after `address_after_s`, unless we have found a table by then. `patience_s`:
    how long to look for the first table; None: forever. `watch`: look on at a running game instead.
    `game`: only at tables of this game. `host`: only where the peer with this key sits.
    """

    table: str | None
    address: tuple[str, int] | None = None
    address_after_s: float = 0.0
    patience_s: float | None = None
    watch: bool = False
    game: str | None = None
    host: bytes | None = None

    def fits(self, table: TableOffer) -> bool:
        """True if this table fits the goal, with or without a free chair."""
        theirs = self.host is None or any(seat.key == self.host for seat in table.seats)
        return theirs and self.table in (None, table.name) and self.game in (None, table.game)


@dataclass(frozen=True, slots=True)
class Resume:
    """Resume an unfinished game of this profile, at the table of this name."""

    game_id: bytes
    table: str


Goal = Host | Join | Resume
