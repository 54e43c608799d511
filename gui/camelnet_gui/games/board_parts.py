"""The parts of a game's painted board: where its places are, what moves and how it is painted.

`camelnet_gui.games.painted_board` asks. Of a scene it wants only `picks` (places that may be
clicked now), `dark` and `hint(place)`. All that is painted and all that is pointed at comes from
the layout.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from camelnet_gui.games.view_model import Motion, Scene


class Plan(Protocol):
    """The geometry of a board of one size."""

    @property
    def unit(self) -> float: ...
    @property
    def places(self) -> Mapping[str, QPainterPath]: ...
    def place_at(self, point: QPointF) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Clip:
    """One motion, ready to play: a function from a share of its time, 0 to 1, to what is seen."""

    rest: Scene  # painted below while it plays
    length_ms: int
    frame: Callable[[float], Any]


class BoardParts:
    """A game's half of its board; the frame's half is `PaintedBoard`."""

    game: ClassVar[str]  # its key
    sky: ClassVar[bool] = True  # a caption covers nothing at the top; else at the bottom

    @property
    @abstractmethod
    def shown(self) -> Any:
        """The scene at rest, or the one that a motion started from."""

    @abstractmethod
    def lay_out(self, width: int, height: int, scene: Scene) -> Plan:
        """Computes the geometry; the same object for the same size and number of things. A place
        that the scene lacks is left out of its places."""

    @abstractmethod
    def floor_of(self, scene: Scene) -> object:
        """All of a scene on which the floor's picture depends; compared."""

    @abstractmethod
    def paint_ground(self, painter: QPainter, plan: Any, dark: bool) -> None:
        """Paints what depends on the size and the theme alone; the result is cached as a
        picture."""

    @abstractmethod
    def paint_table(self, painter: QPainter, plan: Any, scene: Scene) -> None:
        """Paints a scene's things on the ground, beneath all graphics items."""

    def lying(self) -> Scene:
        """The scene whose table is painted: the shown one, unless something of it moves."""
        return self.shown

    def paint_standing(self, painter: QPainter, plan: Any, scene: Scene) -> None:
        """Paints what graphics items show of a scene at rest, for a picture of the whole."""

    def paint_preview(self, painter: QPainter, plan: Any, scene: Scene, place: str) -> None:
        """Paints, above all, what picking a place would do; nothing by default."""

    @abstractmethod
    def show_rest(self) -> None:
        """Set the graphics items as in the shown scene at rest."""

    @abstractmethod
    def without_choice(self, scene: Scene) -> Scene:
        """The scene with nothing to pick and nothing chosen: so it looks while something moves."""

    def without_piece(self, scene: Scene, place: str) -> Scene:
        """The scene without what can fly away from a place; by default all of it."""
        return scene

    @abstractmethod
    def make_clip(self, scene: Scene, motion: Motion) -> Clip:
        """A motion that starts from a scene."""

    def begin_clip(self, clip: Clip) -> None:
        """Set what stays as it is throughout a clip."""

    @abstractmethod
    def show_frame(self, frame: Any) -> None:
        """Set the graphics items as in a moment of a clip."""

    @abstractmethod
    def after(self, scene: Scene, motion: Motion) -> Scene:
        """The scene as a motion leaves it."""

    @abstractmethod
    def describe(self, place: str, scene: Scene) -> str:
        """Describes what is at a place, in one phrase."""
