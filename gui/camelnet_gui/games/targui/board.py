"""The Targui board: what its places are, and which of its pictures stand and which move.

It knows neither rules nor sockets: what may be picked stands in the scene. Camels are moved by
clicks on two cells, or by dragging them from one to the other.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from camelnet_gui.art.glow import Glow
from camelnet_gui.games.board_parts import Clip
from camelnet_gui.games.painted_board import PaintedBoard
from camelnet_gui.games.targui import painting
from camelnet_gui.games.targui.animation import Frame, Walker, clip
from camelnet_gui.games.targui.geometry import Layout, layout
from camelnet_gui.games.targui.moving import MovingItem
from camelnet_gui.games.targui.scene import CARDS, PLACES, Motion, Scene, after
from camelnet_gui.games.targui.words import describe

MOVING_LEVEL = 1e6


class TarguiBoard(PaintedBoard[Scene, Motion, Layout, Frame]):
    """The painted board; see `camelnet_gui.games.painted_board`."""

    game = "targui"

    paint_ground = staticmethod(painting.paint_ground)
    paint_table = staticmethod(painting.paint_table)
    paint_preview = staticmethod(painting.paint_preview)
    after = staticmethod(after)
    describe = staticmethod(describe)

    def __init__(self) -> None:
        super().__init__(PLACES, Scene())
        self._moving = MovingItem()
        self.add_item(self._moving, MOVING_LEVEL)
        self._began: QPointF | None = None  # where the button went down, until it goes up
        self._dragging = False
        self.show_scene(Scene())

    def lay_out(self, width: int, height: int, scene: Scene) -> Layout:
        deck = scene.deck or tuple(CARDS)
        return layout(width, height, scene.tribes, scene.choosing_sectors, deck)

    def floor_of(self, scene: Scene) -> Scene:
        """The scene without what is only shown where one points."""
        return replace(scene, hints=(), previews=())

    def show_rest(self) -> None:
        self.lay(None)
        self._moving.show_frame(self._plan, Frame(), dark=self._shown.dark)

    def without_choice(self, scene: Scene) -> Scene:
        return replace(
            scene,
            picks=frozenset(),
            foes=frozenset(),
            source=None,
            arrow=None,
            buying=None,
            chosen=None,
            previews=(),
        )

    def origin(self, scene: Scene) -> str:
        return "" if scene.source is None else f"cell {scene.source}"

    def make_clip(self, scene: Scene, motion: Motion) -> Clip[Scene, Frame]:
        return clip(self._plan, scene, motion)

    def begin_clip(self, clip: Clip[Scene, Frame]) -> None:
        self.lay(clip.rest)

    def show_frame(self, frame: Frame) -> None:
        self._moving.show_frame(self._plan, frame, dark=self._shown.dark)
        self.show_glows(
            tuple(
                (place, Glow.HIGHLIGHT, frame.strength)
                for place in frame.flash
                if place in self._plan.places
            )
        )

    # --- dragging -------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._began = event.position() if self._pressed else None
        self._dragging = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if self._pressed is None or self.busy:
            return
        if self._began is not None:
            way = event.position() - self._began
            if way.manhattanLength() < QApplication.startDragDistance():
                return
            cell = self._pressed.removeprefix("cell ")
            self._began = None  # asked once
            if self._pressed in self._shown.picks and cell.isdigit():
                self.picked.emit(f"from {cell}")
                self._dragging = self._shown.source == int(cell)
        if self._dragging:
            self._carry(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._dragging:
            super().mouseReleaseEvent(event)
            return
        pressed, self._pressed, self._dragging = self._pressed, None, False
        self._moving.show_frame(self._plan, Frame(), dark=self._shown.dark)
        goal = self._plan.place_at(event.position())
        if goal is not None and goal != pressed:
            self._pick(goal)

    def _carry(self, at: QPointF) -> None:
        """Camels follow the pointer."""
        source = self._shown.source
        cell = None if source is None else self._shown.cell(source)
        if cell is None or cell.owner is None:
            return
        foot = at + QPointF(0, 24 * self._plan.unit)
        walker = Walker(cell.owner, foot, 6 * self._plan.unit, 1, "pass", cell.camels)
        self._moving.show_frame(self._plan, Frame(walkers=(walker,)), dark=self._shown.dark)
