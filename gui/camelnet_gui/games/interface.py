"""The structure of a game's screens: data, functions, and the parts of one table.

`camelnet_gui.games` names the games. Each defines one `Game`, which says how it is introduced, and
one `GameScreens`, which is loaded when the first of its screens is asked for. What a simple game
lacks has a default. A small game to copy from, with a board: `tests/fourth_game/checkout`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSizeF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QDialog, QWidget

from camelnet.i18n import _
from camelnet.rules import GameInfo, Options, Position
from camelnet.session.api.facts import Stepped
from camelnet.session.game.aids import Question, Stop
from camelnet_gui.games.lesson import Lesson
from camelnet_gui.games.painted_board import PaintedBoard
from camelnet_gui.games.rules_section import PaintPicture, Section
from camelnet_gui.games.view_model import HeldT, MotionT, SceneT, SheetT, Table, ViewModel
from camelnet_gui.sound.cue import Cue
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import Theme

FoundT = TypeVar("FoundT")
Marks = Sequence[SeatMark]  # of all players, in seat order


# --- before a game is played --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play a game that people know by name: a set of options. `title` and `text` are
    marked with `N_`."""

    key: str
    title: str
    text: str  # what it changes, in a sentence
    options: Options  # those that differ from the usual rules


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the home page tells of it; the rest is imported when it is asked for."""

    info: GameInfo
    sentence: str  # for who has never heard of it; marked with `N_`
    minutes: tuple[int, int]  # that a game takes among people, from and to
    presets: tuple[Preset, ...]  # the first is the usual one
    screens: Callable[[], GameScreens]
    lesson: Callable[[], Lesson] | None = None


@dataclass(frozen=True, slots=True)
class GameScreens:
    """The words, pictures and sounds of a game, and the maker of its tables."""

    # An option in one line, and what it does.
    option_words: Callable[[str], tuple[str, str]]
    # The rules, section by section, enough to play by them.
    rules_page: Callable[[], Sequence[Section]]
    # The section about a rule ("A3"), a place of the board or a pick; "" where none is.
    rules_anchor: Callable[[str], str]
    # Paints the board in the middle of a game.
    paint_miniature: PaintPicture
    make_parts: Callable[[], AnyParts]
    # The picture of a finished game; None where there is none.
    last_moment: Callable[[Position], PaintMoment] | None = None
    # The sounds of a step, each at most once.
    sounds: Callable[[Stepped], Sequence[Cue]] = lambda _step: ()
    # What a step does to moods: a seat, and the key of an emote.
    moods: Callable[[Stepped], Sequence[tuple[int, str]]] = lambda _step: ()
    # The name of one number in an option that is a set of them, and what it means in a sentence;
    # ("", "") elsewhere.
    option_item: Callable[[str, int], tuple[str, str]] = lambda _key, _number: ("", "")


# --- the parts of a table -----------------------------------------------------------------------


class Actions(QWidget):
    """The buttons for a move, and in their place, while one is chosen, what is left to choose."""

    picked = Signal(str)  # see `ViewModel.pick`
    confirmed = Signal()
    cancelled = Signal()
    on_board: tuple[str, ...] = ()  # what the places begin with on which is chosen what is asked

    @abstractmethod
    def show_table(self, table: Table, explained: str) -> None:
        """`explained`: what the armed move would do, in words; "" while none is."""


class Hand(QWidget):
    """My own secret cards, beneath the players. It hides itself while there are none."""

    @abstractmethod
    def show_owner(self, name: str) -> None:
        """The cards shown are those of another player."""

    @abstractmethod
    def show_table(self, table: Table) -> None: ...


class MoveDialog(QDialog):
    """Chooses a move that needs more than a click."""

    notation: str | None = None  # the move, once the dialog was accepted


class ScorePage(QWidget):
    """A scoring to be read; the board waits. By default all of it is shown at once."""

    done = Signal()  # the page has shown all of it, or waits for a click to go on
    reveals = False  # it reveals what log and scores must not tell before it is left

    @property
    def finished(self) -> bool:
        """True if all of it is shown."""
        return True

    @property
    def moving(self) -> bool:
        """True while more of it is shown without a click."""
        return False

    def show_all(self) -> None: ...

    def button_words(self) -> str:
        """The button that shows all of it, or leaves it once it is finished."""
        return _("Continue")


class Aid(QWidget, Generic[FoundT]):
    """A game's aids: odds, and the value of actions."""

    compact = False  # it stands beside the board, in some 280 pixels

    def set_compact(self, compact: bool) -> None:
        """`compact`: in little room, of which the corner at the top right is taken."""
        self.compact = compact
        self.updateGeometry()

    @property
    def layer(self) -> str:
        """The button text for what the board can show on request; "" for nothing."""
        return ""

    @property
    def legend(self) -> str:
        """A line about what is no exact number; "" for none."""
        return ""

    @abstractmethod
    def work_out(self, question: Question, stop: Stop) -> FoundT:
        """The odds of a position. Called in a thread of its own: it reads nothing but its
        arguments. ValueError where the position has none."""

    @abstractmethod
    def show_found(
        self,
        question: Question,
        found: FoundT | None,
        table: Table,
        marks: Marks,
        *,
        layered: bool,
    ) -> None:
        """Shows the answer to a question; None for nothing. `layered`: the board shows its part
        too."""

    def worth_of(self, found: FoundT | None, notation: str) -> str:
        """The value of an action in short words; "" where none is known."""
        return ""

    @abstractmethod
    def outdate(self) -> None:
        """Clears what could be done in the last position; the odds stay until there are others."""

    @abstractmethod
    def forget(self) -> None:
        """Clears the odds."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Paints the pieces of a game's `Flight`s; lengths in pixels."""

    # The size of a piece that lies at a place of the board of such a size; None: in a player's row.
    size: Callable[[str, QSizeF | None], QSizeF]
    paint: Callable[[QPainter, str, QRectF, Theme], None]


def _no_width(_held: object, _room: float, _height: float) -> float:
    return 0.0


def _paint_nothing(_painter: QPainter, _box: QRectF, _held: object, _theme: Theme) -> None: ...


@dataclass(frozen=True, slots=True)
class HoldingsView(Generic[HeldT]):
    """Paints what lies in front of a seat into a line of its row; lengths in pixels."""

    # Read aloud, beginning with the player and the score.
    words: Callable[[HeldT, str, int], list[str]]
    # Paints the unit of scores, before the number: at a centre with a radius.
    paint_unit: Callable[[QPainter, QPointF, float], None]
    # The width that it takes of a line shared with the name: of what the name can spare, at a
    # height.
    width: Callable[[HeldT, float, float], float] = _no_width
    paint: Callable[[QPainter, QRectF, HeldT, Theme], None] = _paint_nothing


class PaintMoment(Protocol):
    """Paints the last moment of a game into a box. `arrived`: how much of it has happened, 0 to 1;
    at 1 it is the picture that one keeps."""

    def __call__(
        self, painter: QPainter, box: QRectF, arrived: float = 1.0, *, dark: bool = False
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Result:
    """The game's part of the result page."""

    line: str  # beneath the winner's name
    table: QWidget
    # Without it the celebration has the podium alone, and the picture shows the board.
    moment: PaintMoment | None = None
    places: tuple[int, ...] = ()  # of each seat, from 1; () where the score alone decides


def _no_page(sheet: object, _marks: Marks, _animated: bool) -> ScorePage:
    raise NotImplementedError(f"no page shows {sheet}")


@dataclass(frozen=True, slots=True)
class TableParts(Generic[SceneT, MotionT, SheetT, HeldT]):
    """One game's parts of one table screen; they share one view model."""

    view_model: ViewModel[SceneT, MotionT, SheetT, HeldT]
    # Made when they are asked for, as the aid is: not every screen shows them, and widgets without
    # a parent would outlive it.
    make_board: Callable[[], PaintedBoard[SceneT, MotionT, Any, Any]]
    make_actions: Callable[[], Actions]
    holdings: HoldingsView[HeldT]
    result: Callable[[Position, Marks], Result]
    keys: Mapping[str, str] = field(default_factory=dict)  # key sequence → pick
    hand: Hand | None = None
    # The names on the board with a picture each, for who has never heard them; None while a
    # position needs none.
    glossary: Callable[[Position], QWidget | None] = lambda _position: None
    pieces: Pieces | None = None  # None in a game where nothing flies
    make_aid: Callable[[], Aid[Any]] | None = None  # None in a game that can tell nothing
    # The dialog that the choice asks for now, if any, above a parent.
    dialog: Callable[[Table, QWidget], MoveDialog | None] = lambda _table, _parent: None
    # The page of a scoring; True: things on it move.
    page: Callable[[SheetT, Marks, bool], ScorePage] = _no_page


# The frame hands scenes, motions, sheets and holdings from a game to the same game.
AnyParts = TableParts[Any, Any, Any, Any]
