"""The parts of a game's painted board: where its places are, what moves and how it is painted.

`camelnet_gui.games.painted_board` asks. All that is painted and all that is pointed at comes from
the layout.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, Literal, TypeVar

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPainterPath

from camelnet_gui.games.view_model import MotionT, SceneT

Speed = Literal["off", "normal", "fast"]
CAPTION = 40.0  # pixels at the top of a board where nothing lies: captions stand there


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPlan:
    """The geometry of a board of one size; a game adds where its things lie."""

    width: float
    height: float
    unit: float  # the length of a pixel on a board of usual size
    places: Mapping[str, QPainterPath]

    def place_at(self, point: QPointF) -> str | None:
        """The place under a point, None in between."""
        return next((place for place, path in self.places.items() if path.contains(point)), None)


PlanT = TypeVar("PlanT", bound=BoardPlan)
FrameT = TypeVar("FrameT")  # a moment of a motion


@dataclass(frozen=True, slots=True)
class Clip(Generic[SceneT, FrameT]):
    """One motion, ready to play: a function from a share of its time, 0 to 1, to what is seen."""

    rest: SceneT  # painted below while it plays
    length_ms: int
    frame: Callable[[float], FrameT]


class BoardParts(Generic[SceneT, MotionT, PlanT, FrameT]):
    """A game's half of its board; the frame's half is `PaintedBoard`."""

    game: ClassVar[str]  # its key

    @property
    @abstractmethod
    def shown(self) -> SceneT:
        """The scene at rest, or the one that a motion started from."""

    @abstractmethod
    def lay_out(self, width: int, height: int, scene: SceneT) -> PlanT:
        """Computes the geometry; the same object for the same size and number of things. A place
        that the scene lacks is left out of its places."""

    def floor_of(self, scene: SceneT) -> object:
        """All of a scene on which the floor's picture depends; compared."""
        return replace(scene, hints=())

    @abstractmethod
    def paint_ground(self, painter: QPainter, plan: PlanT, dark: bool) -> None:
        """Paints what depends on the size and the theme alone; the result is cached as a
        picture."""

    @abstractmethod
    def paint_table(self, painter: QPainter, plan: PlanT, scene: SceneT) -> None:
        """Paints a scene's things on the ground, beneath all graphics items."""

    @abstractmethod
    def lying(self) -> SceneT:
        """The scene whose table is painted: the shown one, unless something of it moves."""

    def paint_standing(self, painter: QPainter, plan: PlanT, scene: SceneT) -> None:
        """Paints what graphics items show of a scene at rest, for a picture of the whole."""

    def paint_preview(self, painter: QPainter, plan: PlanT, scene: SceneT, place: str) -> None:
        """Paints, above all, what picking a place would do; nothing by default."""

    @abstractmethod
    def show_rest(self) -> None:
        """Set the graphics items as in the shown scene at rest."""

    def without_choice(self, scene: SceneT) -> SceneT:
        """The scene with nothing to pick and nothing chosen: so it looks while something moves."""
        return replace(scene, picks=frozenset(), chosen=None)

    def origin(self, scene: SceneT) -> str:
        """The place from which what is chosen would come: words beside it leave it in sight. "" for
        none."""
        return ""

    def without_piece(self, scene: SceneT, place: str) -> SceneT:
        """The scene without what can fly away from a place; by default all of it."""
        return scene

    @abstractmethod
    def make_clip(self, scene: SceneT, motion: MotionT) -> Clip[SceneT, FrameT]:
        """A motion that starts from a scene."""

    def begin_clip(self, clip: Clip[SceneT, FrameT]) -> None:
        """Set what stays as it is throughout a clip."""

    @abstractmethod
    def show_frame(self, frame: FrameT) -> None:
        """Set the graphics items as in a moment of a clip."""

    @abstractmethod
    def after(self, scene: SceneT, motion: MotionT) -> SceneT:
        """The scene as a motion leaves it."""

    @abstractmethod
    def describe(self, place: str, scene: SceneT) -> str:
        """Describes what is at a place, in one phrase."""
