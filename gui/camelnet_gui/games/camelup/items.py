"""The die in the air, and the light behind it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRadialGradient

from camelnet_gui.art.palette import faded, palette
from camelnet_gui.games.camels.state_item import StateItem
from camelnet_gui.games.camelup.animation import Die
from camelnet_gui.games.camelup.art.pyramid import paint_die


def die_item() -> StateItem[tuple[Die, bool]]:
    """Shows a die; True for the dark theme."""
    return StateItem(_bounds, _paint)


def _bounds(state: tuple[Die, bool]) -> QRectF:
    box = state[0].box
    reach = box.height()
    return box.adjusted(-reach, -reach, reach, reach)


def _paint(painter: QPainter, state: tuple[Die, bool]) -> None:
    die, dark = state
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if die.shine > 0:
        _paint_shine(painter, die)
    paint_die(painter, die.camel, die.pips, die.box, palette(dark), die.turn)


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
