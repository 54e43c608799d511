"""The graphics items of a board besides its camels: a die in the air, and ladders."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from camelnet_gui.art.palette import palette
from camelnet_gui.games.camelup.animation import Die
from camelnet_gui.games.camelup.art.pyramid import paint_die
from camelnet_gui.games.camelup.geometry import Layout
from camelnet_gui.games.camelup.painting import paint_ladders, paint_numbers
from camelnet_gui.games.camelup.scene import Scene


class DieItem(QGraphicsItem):
    """A die in the air."""

    def __init__(self) -> None:
        super().__init__()
        self._die: Die | None = None
        self._dark = False

    def show_die(self, die: Die | None, *, dark: bool) -> None:
        if die == self._die:
            return
        self.prepareGeometryChange()
        self._die, self._dark = die, dark
        self.update()

    def boundingRect(self) -> QRectF:
        if self._die is None:
            return QRectF()
        reach = self._die.box.height()
        return self._die.box.adjusted(-reach, -reach, reach, reach)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._die:
            die = self._die
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_die(painter, die.camel, die.pips, die.box, palette(self._dark), die.turn)


class LadderItem(QGraphicsItem):
    """The ladders of chips beside the stacks at rest, and the numbers of the table's aids."""

    def __init__(self) -> None:
        super().__init__()
        self._plan: Layout | None = None
        self._scene = Scene()

    def show_ladders(self, plan: Layout, scene: Scene) -> None:
        self.prepareGeometryChange()
        self._plan, self._scene = plan, scene
        self.update()

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, self._plan.width, self._plan.height) if self._plan else QRectF()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._plan:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_ladders(painter, self._plan, self._scene)
            paint_numbers(painter, self._plan, self._scene)
