"""The graphics items of a board besides its camels: a die in the air, and ladders."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from camelnet_gui.art.palette import palette
from camelnet_gui.games.camelup.animation import Die
from camelnet_gui.games.camelup.art.pyramid import paint_die


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
