"""The end of a race: the chequered line, a pennant, and the carpet for whoever is beyond it."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from camelnet_gui.art.palette import Palette, faded, mixed


def paint_finish(
    painter: QPainter, inner: QPointF, outer: QPointF, unit: float, tone: Palette
) -> None:
    """The chequered line across the track, with a pennant at each end."""
    along = outer - inner
    length = math.hypot(along.x(), along.y())
    painter.save()
    painter.translate(inner)
    painter.rotate(math.degrees(math.atan2(along.y(), along.x())))
    half = 6.4 * unit
    columns = max(8, round(length / (4.3 * unit)))
    step = length / columns
    pale, dark = QColor("#fffaf0"), QColor("#2b2320")
    if tone.shade:
        pale = mixed(pale, tone.court[0], 0.12)
    painter.fillRect(QRectF(0, -half - 1.2 * unit, length, half * 2 + 2.4 * unit), tone.frame[2])
    for row in range(3):
        for column in range(columns):
            colour = pale if (row + column) % 2 else dark
            height = half * 2 / 3
            painter.fillRect(QRectF(column * step, -half + row * height, step, height), colour)
    painter.restore()


def paint_pennant(
    painter: QPainter, foot: QPointF, height: float, colour: QColor, tone: Palette
) -> None:
    """A pole with a red pennant that blows to the right."""
    painter.save()
    painter.translate(foot)
    painter.scale(height / 60, height / 60)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(tone.shadow, 0.3))
    painter.drawEllipse(QPointF(3, 0), 7, 2.2)
    pole = QLinearGradient(-1.6, 0, 1.8, 0)
    pole.setColorAt(0, QColor("#c58a4c"))
    pole.setColorAt(1, QColor("#6b4018"))
    painter.fillRect(QRectF(-1.6, -58, 3.2, 58), pole)
    painter.setBrush(QColor("#f3c64b"))
    painter.drawEllipse(QPointF(0, -59), 2.8, 2.8)
    cloth = QPainterPath(QPointF(1.6, -56))
    cloth.cubicTo(10, -60, 15, -50, 27, -49)
    cloth.cubicTo(19, -45, 12, -37, 1.6, -38)
    cloth.closeSubpath()
    shade = QLinearGradient(0, -58, 24, -40)
    shade.setColorAt(0, colour.lighter(125))
    shade.setColorAt(0.5, colour)
    shade.setColorAt(1, colour.darker(130))
    painter.fillPath(cloth, shade)
    painter.restore()


def paint_podium(painter: QPainter, at: QPointF, unit: float, tone: Palette) -> None:
    """A carpet for whoever is beyond the line."""
    painter.save()
    painter.translate(at)
    painter.scale(unit, unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(tone.shadow, 0.25))
    painter.drawEllipse(QPointF(2, 3), 44, 9.5)
    rim = QLinearGradient(-42, 0, 42, 0)
    rim.setColorAt(0, QColor("#f6d77a"))
    rim.setColorAt(1, QColor("#b98322"))
    painter.setBrush(rim)
    painter.drawEllipse(QPointF(0, 0), 43, 9)
    wool = QLinearGradient(-40, -8, 40, 8)
    wool.setColorAt(0, QColor("#c8433a"))
    wool.setColorAt(1, QColor("#8c2224"))
    painter.setBrush(wool)
    painter.drawEllipse(QPointF(0, 0), 40, 7.6)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor("#f6d77a"), 0.9))
    painter.drawEllipse(QPointF(0, 0), 33, 5.6)
    painter.restore()
