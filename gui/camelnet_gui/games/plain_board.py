"""A board on which every moment of a motion is a scene, painted anew: enough for a few things."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from PySide6.QtGui import QPainter

from camelnet_gui.art.glow import Glow, paint_glow
from camelnet_gui.art.palette import palette
from camelnet_gui.games.board_parts import Clip, PlanT
from camelnet_gui.games.painted_board import PaintedBoard
from camelnet_gui.games.view_model import MotionT, SceneT


class PlainBoard(PaintedBoard[SceneT, MotionT, PlanT, SceneT]):
    """A game says where its places are, paints a scene, and says how one motion goes."""

    @abstractmethod
    def paint_scene(self, painter: QPainter, plan: PlanT, scene: SceneT) -> None:
        """Paints all but the ground."""

    @abstractmethod
    def moments(self, scene: SceneT, motion: MotionT) -> tuple[int, Callable[[float], SceneT]]:
        """The length of a motion in ms, and what the board shows at a share of it, 0 to 1."""

    def paint_table(self, painter: QPainter, plan: PlanT, scene: SceneT) -> None:
        self.paint_scene(painter, plan, scene)
        for place in plan.places:
            if place in scene.picks:
                chosen = Glow.CHOSEN if place == scene.chosen else Glow.OFFER
                paint_glow(painter, plan.places[place], chosen, plan.unit, palette(scene.dark))

    def show_rest(self) -> None:
        self.lay(None)

    def show_frame(self, frame: SceneT) -> None:
        self.lay(frame)

    def make_clip(self, scene: SceneT, motion: MotionT) -> Clip[SceneT, SceneT]:
        length_ms, frame = self.moments(scene, motion)
        return Clip(scene, length_ms, frame)

    def after(self, scene: SceneT, motion: MotionT) -> SceneT:
        return self.moments(scene, motion)[1](1.0)
