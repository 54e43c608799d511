"""The graphics items of a board besides its camels: a die in the air, and ladders."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRadialGradient
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from camelnet_gui.art.palette import faded, palette
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
            if die.shine > 0:
                _paint_shine(painter, die)
            paint_die(painter, die.camel, die.pips, die.box, palette(self._dark), die.turn)


def _paint_shine(painter: QPainter, die: Die) -> None:
    """The light behind a die that lies still to be read."""
    reach = die.box.height() * 1.05
    light = QRadialGradient(die.box.center(), reach)
    light.setColorAt(0, faded(QColor("#fff6d0"), 0.9 * die.shine))
    light.setColorAt(0.55, faded(QColor("#ffe08a"), 0.45 * die.shine))
    light.setColorAt(1, faded(QColor("#ffe08a"), 0.0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(light)
    painter.drawEllipse(die.box.center(), reach, reach)
