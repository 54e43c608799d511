"""The readings of a table model: its banner, the players' rows, a step to be shown. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from camelnet.session.api.facts import Kind, Presence, Stepped
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.view_model import Flight
from camelnet_gui.style.seat_marks import SeatMark


class Tone(Enum):
    """The tone of a banner."""

    MINE = "mine"
    OTHER = "other"
    TROUBLE = "trouble"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Banner:
    text: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One seat in the players panel."""

    seat: int
    name: str
    kind: Kind
    level: str  # how a bot plays
    game: str
    mark: SeatMark
    me: bool
    turn: bool
    presence: Presence
    note: str  # what the table waits for from this seat, or how it is heard; "" when all is well
    detail: str  # the same and more in sentences; "" while there is nothing to tell
    removable: bool  # I can vote to go on without it, and have not
    holds_up: bool  # so that a button for it is in sight
    score: int
    holdings: object


@dataclass(frozen=True, slots=True)
class StepAnimation:
    """One step to be shown: what moves, what then stands there, and what is to be read."""

    step: Stepped
    motions: tuple[object, ...]
    scene: object
    entries: tuple[FeedEntry, ...]
    sheet: object | None
    flights: tuple[Flight, ...] = ()
    swift: bool = False  # the next one follows at once
    drum: bool = False  # its motions begin with a drum roll

    @property
    def moves(self) -> bool:
        """True if it takes time to show."""
        return bool(self.motions or self.flights)
