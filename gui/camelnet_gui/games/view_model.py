"""The half of a game that needs no Qt: what is chosen, what a step shows and says.

A *pick* is a string by which a game names what can be clicked: a place of its board, a button
beside it, a key. The frame hands picks from widgets to the game and never looks inside. The same
holds for scenes, motions, sheets and holdings: a game makes them, the same game shows them, and
types say so (`SceneT`, …). In the hands of the frame they are objects.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from camelnet.i18n import N_, Message, _, message
from camelnet.rules import Position
from camelnet.rules.phrases import reason
from camelnet.session.api.facts import Shuffling, Stepped
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.style.seat_marks import SEAT_COLOURS, SeatMark


@dataclass(frozen=True, slots=True)
class Table:
    """The state that choosing depends on. `blocked` says why nothing may be chosen now, whatever
    the rules say: not my turn, a move on its way, steps still being shown."""

    position: Position
    me: int | None  # None for somebody who looks on
    faces: str  # my own face-down cards, slot 0 first; "" in games without
    blocked: Message | None
    legal: frozenset[str]  # notations; none while blocked


def table_of(position: Position, *, me: int | None, faces: str, blocked: Message | None) -> Table:
    legal: frozenset[str] = frozenset() if blocked else _legal(position)
    return Table(position, me, faces, blocked, legal)


def why_forbidden(table: Table, notation: str) -> Message:
    """The reason why a notation is not among the legal ones: a rule, or a tutorial that waits for
    another."""
    elsewhere = message(N_("The tutorial asks for something else now."))
    return table.position.why_not(notation) or elsewhere


def refusal(table: Table, why: Message) -> str:
    """The tooltip of something that cannot be done now; where the rules forbid it, F1 leads to
    them."""
    return str(why) if table.blocked else reason(why) + "\n" + _("Press F1 to see why.")


@lru_cache(maxsize=4)
def _legal(position: Position) -> frozenset[str]:
    """Kept, since a game may have thousands of moves and a screen asks for them often."""
    return frozenset(position.legal())


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardScene:
    """The part of a scene that the frame reads; a game adds what lies on its board."""

    seats: tuple[SeatMark, ...] = ()
    picks: frozenset[str] = frozenset()  # places that may be clicked now
    chosen: str | None = None  # the pick that awaits its confirmation
    hints: tuple[tuple[str, str], ...] = ()  # place -> tooltip: what it does, or why it cannot
    highlight: frozenset[int] = frozenset()  # spaces that glow (the log entry pointed at)
    dark: bool = False

    def hint(self, place: str) -> str:
        return dict(self.hints).get(place, "")


SceneT = TypeVar("SceneT", bound=BoardScene)  # all that the board shows
MotionT = TypeVar("MotionT")  # something that moves on the board, from a scene towards the next
SheetT = TypeVar("SheetT")  # a scoring to be read before the game goes on
HeldT = TypeVar("HeldT")  # what lies in front of one seat


@dataclass(frozen=True, slots=True)
class SceneContext:
    """The part of a scene that does not come from the position."""

    marks: tuple[SeatMark, ...]
    dark: bool
    highlight: frozenset[int]  # spaces of the log entry pointed at
    shuffling: Shuffling | None = None  # the cards that nobody has seen are being shuffled


@dataclass(frozen=True, slots=True)
class Purse:
    """The score in a seat's row, where coins go."""

    seat: int


Anchor = str | int | Purse  # a place of the board; what lies in front of a seat; its score


@dataclass(frozen=True, slots=True)
class Flight:
    """A piece that changes hands in a step; its picture flies there."""

    piece: str  # a name that the game gave it, for its `Pieces` to paint
    origin: Anchor
    goal: Anchor
    count: int = 1  # so many of them, one after another
    gain: str = ""  # the sum earned by it, "+3": shown beside the row when it lands
    flips: bool = False  # it turns over on its way

    @property
    def lays(self) -> bool:
        """True if it lands on the board: then it flies before the board shows it there."""
        return isinstance(self.goal, str)


@dataclass(frozen=True, slots=True)
class StepReport(Generic[MotionT, SheetT]):
    """One step as a game tells it."""

    motions: tuple[MotionT, ...]
    entries: tuple[FeedEntry, ...]
    sheet: SheetT | None = None  # at most one scoring comes with a step
    flights: tuple[Flight, ...] = ()
    swift: bool = False  # one of many alike that nobody chose: the next one follows at once
    drum: bool = False  # its motions begin with a drum roll
    aloud: str | None = None  # what is read aloud of it in a run that the log gathers; else all


@dataclass(frozen=True, slots=True)
class Phrases:
    """A game's own words for what every table goes through: banners, notes beside a player, and
    why nothing can be chosen meanwhile."""

    luck: Message
    luck_blocks: Message
    over: Message
    over_blocks: Message
    # While the secret cards are laid down, and what a seat does then; and when they are opened.
    sealing: Message = message(N_("The table is being set up…"))
    seals: Message = message(N_("setting up"))
    opens: Message = message(N_("revealing cards"))
    opens_blocks: Message = message(N_("Cards are being revealed."))


class ViewModel(ABC, Generic[SceneT, MotionT, SheetT, HeldT]):
    """One game's memory of one table, and the move that is being chosen there."""

    phrases: ClassVar[Phrases]
    # Of the players' badges in seat order, unless the game gives seats a colour of their own.
    colours: ClassVar[tuple[str, ...]] = SEAT_COLOURS

    # --- what is shown ---

    @abstractmethod
    def take(self, step: Stepped, names: Sequence[str]) -> StepReport[MotionT, SheetT]:
        """The next step is about to be shown; every step comes once and in order."""

    def gathers(self, step: Stepped) -> str:
        """The one line of the log that stands for a run of steps like this one, as in a setup; ""
        for a step that has lines of its own."""
        return ""

    def forced_words(self, table: Table, notation: str) -> str:
        """The words for the one legal move when nothing is chosen by it: it is then made without
        asking. "" for what a player would call a choice."""
        return ""

    @abstractmethod
    def scene(
        self, shown: Position, look: SceneContext, table: Table | None, pending: str | None
    ) -> SceneT:
        """The scene of the board. `table` is None while steps are being shown, when nothing can be
        chosen; `pending` is my move on its way."""

    @abstractmethod
    def holdings(self, shown: Position) -> Sequence[HeldT]:
        """The holdings of each seat, in seat order."""

    def progress(self, shown: Position) -> Sequence[str]:
        """The progress of the game, for the heading of the players: "leg 2"."""
        return ()

    # --- choosing ---

    @property
    @abstractmethod
    def armed(self) -> str | None:
        """The notation that waits for its confirmation."""

    @property
    def adjustable(self) -> bool:
        """True if a number in the armed notation can still be changed: then it is never played
        without its confirmation, whatever the settings say."""
        return False

    @abstractmethod
    def pick(self, table: Table, pick: str) -> str | None:
        """Something was clicked; the move to play if that confirmed one. What cannot be picked
        now changes nothing."""

    @abstractmethod
    def why_not(self, table: Table, pick: str) -> Message | None:
        """The reason why a pick is not possible; None if it is, or if no rule is about it."""

    @abstractmethod
    def confirm(self, table: Table) -> str | None:
        """The armed move, if there is one and it is legal."""

    @abstractmethod
    def back(self) -> bool:
        """One step back; false when there was nothing to leave."""

    @abstractmethod
    def forget(self) -> None:
        """Choose nothing any more."""

    @abstractmethod
    def keep(self, table: Table) -> None:
        """The position changed: keep of the choice what still makes sense."""

    def shows_secrets(self, table: Table) -> bool:
        """True if the screen of this seat shows what another seat must not see."""
        return bool(table.faces)

    def conceal(self) -> None:
        """Forget every secret of the seat: somebody else looks at the screen now."""
        self.forget()

    @abstractmethod
    def turn_words(self, table: Table) -> str:
        """The choice that is left to make, for the banner of my own turn."""

    @abstractmethod
    def explain(self, table: Table, notation: str) -> str:
        """Explains what a legal move would do, for its confirmation."""


AnyViewModel = ViewModel[Any, Any, Any, Any]
