"""The interface of a game's screens. `camelnet_gui.games` names the games that have them.

Widgets come as their `surface`, so that a game may build on whichever Qt class it likes. The least
that a game provides, to copy from: `tests/gui/games/template_screens.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from PySide6.QtCore import QPointF, QRectF, QSizeF, SignalInstance
from PySide6.QtGui import QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QDialog, QWidget

from camelnet.rules import GameInfo, Options, Position
from camelnet.session.api.facts import Stepped
from camelnet.session.game.aids import Question, Stop
from camelnet_gui.games.rules_section import Section
from camelnet_gui.games.view_model import Holdings, Motion, Scene, ScoreSheet, Table, ViewModel
from camelnet_gui.sound.cue import Cue
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import Theme

Speed = Literal["off", "normal", "fast"]


class Board(Protocol):
    """Paints scenes. Every pick is reachable by keyboard and named for screen readers."""

    @property
    def surface(self) -> QWidget: ...
    @property
    def picked(self) -> SignalInstance:
        """str: a pick."""

    @property
    def finished(self) -> SignalInstance:
        """All motions have been played or skipped."""

    @property
    def sky(self) -> bool:
        """True if a caption covers nothing at the top of the board; else at the bottom."""

    def show_scene(self, scene: Scene) -> None:
        """Shows a scene at once; motions in progress are dropped."""

    def animate(self, motions: tuple[Motion, ...], then: Scene) -> None:
        """Play motions from what is shown, one after another, and end with exactly `then`."""

    def skip(self) -> None:
        """Jump to the end of all motions."""

    def set_speed(self, speed: Speed) -> None: ...

    def set_pace(self, factor: float) -> None:
        """So many times as fast as the speed says, from the next motion on."""

    def image(self, width: int, height: int, ratio: float) -> QImage:
        """The shown scene at rest as a picture of its own, `width` by `height` times `ratio`."""

    def lift(self, place: str) -> None:
        """Take off the board what is about to fly away from a place."""

    def outline(self, place: str) -> QPainterPath | None:
        """The outline of a place in the surface's coordinates; None where there is no such place
        now."""


class Pieces(Protocol):
    """Paints the pieces of a game's `Flight`s; lengths in pixels."""

    def size(self, piece: str, room: QSizeF | None) -> QSizeF:
        """The size of a piece that lies at a place of the board of such a size; None: in a player's
        row."""

    def paint(self, painter: QPainter, piece: str, box: QRectF, theme: Theme) -> None: ...


class Actions(Protocol):
    """The buttons for a move, and in their place, while one is chosen, what is left to choose."""

    @property
    def surface(self) -> QWidget: ...
    @property
    def picked(self) -> SignalInstance:
        """str: a pick."""

    @property
    def confirmed(self) -> SignalInstance: ...
    @property
    def cancelled(self) -> SignalInstance: ...

    def show_table(self, table: Table, explained: str) -> None:
        """`explained`: what the armed move would do, in words; "" while none is."""


class Hand(Protocol):
    """My own secret cards, beneath the players. It hides itself while there are none."""

    @property
    def surface(self) -> QWidget: ...

    def show_owner(self, name: str) -> None:
        """The cards shown are those of another player."""

    def show_table(self, table: Table) -> None: ...


class HoldingsView(Protocol):
    """Paints what lies in front of a seat into a line of its row; lengths in pixels."""

    def width(self, held: Holdings, room: float, height: float) -> float:
        """The width that it takes of a line shared with the name; `room` is what the name can
        spare."""

    def paint(self, painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None: ...

    def paint_unit(self, painter: QPainter, centre: QPointF, radius: float) -> None:
        """Paints the unit of scores, before the number."""

    def words(self, held: Holdings, name: str, score: int) -> list[str]:
        """Read aloud, beginning with the player and the score."""


class ScorePage(Protocol):
    """A scoring to be read; the board waits."""

    @property
    def surface(self) -> QWidget: ...
    @property
    def reveals(self) -> bool:
        """True if the page reveals what log and scores must not tell before it is left."""

    @property
    def finished(self) -> bool:
        """True if all of it is shown."""

    @property
    def moving(self) -> bool:
        """True while more of it is shown without a click."""

    @property
    def done(self) -> SignalInstance:
        """Emitted when the page has shown all of it, or waits for a click to go on."""

    def show_all(self) -> None: ...

    def button_words(self) -> str:
        """The button that shows all of it, or leaves it once it is finished."""


class MoveDialog(Protocol):
    """Chooses a move that needs more than a click."""

    @property
    def dialog(self) -> QDialog: ...
    @property
    def notation(self) -> str | None:
        """The move, once the dialog was accepted."""


@dataclass(frozen=True, slots=True)
class Result:
    """The game's part of the result page."""

    line: str  # beneath the winner's name
    table: QWidget
    # Paints the last moment of the game into a box, for its picture; without it the board is there.
    moment: Callable[[QPainter, QRectF], None] | None = None


class Aid(Protocol):
    """A game's aids: odds, and the value of actions."""

    @property
    def surface(self) -> QWidget: ...
    @property
    def layer(self) -> str:
        """The button text for what the board can show on request; "" for nothing."""

    @property
    def legend(self) -> str:
        """A line about what is no exact number; "" for none."""

    def work_out(self, question: Question, stop: Stop) -> Any:
        """The odds of a position. Called in a thread of its own: it reads nothing but its
        arguments. ValueError where the position has none."""

    def show_found(
        self,
        question: Question,
        found: Any | None,
        table: Table,
        marks: Sequence[SeatMark],
        *,
        layered: bool,
    ) -> None:
        """Shows the answer to a question; None for nothing. `layered`: the board shows its part
        too."""

    def outdate(self) -> None:
        """Clears what could be done in the last position; the odds stay until there are others."""

    def forget(self) -> None:
        """Clears the odds."""


class TableParts(Protocol):
    """One game's parts of one table screen; they share one `ViewModel`."""

    @property
    def view_model(self) -> ViewModel: ...
    @property
    def board(self) -> Board: ...
    @property
    def actions(self) -> Actions: ...
    @property
    def hand(self) -> Hand | None: ...
    @property
    def holdings(self) -> HoldingsView: ...
    @property
    def pieces(self) -> Pieces | None:
        """None in a game where nothing flies."""

    @property
    def aid(self) -> Aid | None:
        """None in a game that can tell nothing."""

    @property
    def keys(self) -> Mapping[str, str]:
        """Key sequence → pick."""

    def dialog(self, table: Table, parent: QWidget) -> MoveDialog | None:
        """The dialog that the choice asks for now, if any."""

    def page(
        self, sheet: ScoreSheet, marks: Sequence[SeatMark], *, animated: bool
    ) -> ScorePage: ...

    def result(self, position: Position, marks: Sequence[SeatMark]) -> Result: ...


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play a game that people know by name: a set of options."""

    key: str
    title: str
    text: str  # what it changes, in a sentence
    options: Options  # those that differ from the usual rules


@dataclass(frozen=True, slots=True)
class Introduction:
    """A game in short, for who has never heard of it. Made without the game's screens."""

    sentence: str
    minutes: tuple[int, int]  # that a game takes among people, from and to
    presets: tuple[Preset, ...]  # the first is the usual one


class GameScreens(Protocol):
    """A game before it is played, and the maker of its tables. It keeps no state."""

    @property
    def info(self) -> GameInfo: ...

    def option_words(self, key: str) -> tuple[str, str]:
        """An option in one line, and what it does."""

    def option_item(self, key: str, number: int) -> tuple[str, str]:
        """The name of one number in an option that is a set of them, and what it means in a
        sentence; ("", "") elsewhere."""

    def rules_page(self) -> Sequence[Section]:
        """The rules, section by section, enough to play by them."""

    def rules_anchor(self, topic: str) -> str:
        """The section about a rule ("A3"), a place of the board or a pick; "" where none is."""

    def paint_miniature(self, painter: QPainter, width: int, height: int, *, dark: bool) -> None:
        """Paints the board in the middle of a game; the size in device-independent pixels."""

    def sounds(self, step: Stepped) -> Sequence[Cue]:
        """The sounds of a step, each at most once."""

    def make_parts(self) -> TableParts: ...
