"""Camels in one colour, as the signs of both ends of a race."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from camelnet_gui.art.camel import paint_silhouette


def paint_laurel(painter: QPainter, centre: QPointF, unit: float, gold: QColor) -> None:
    """A camel in a wreath: the first of the race."""
    painter.save()
    painter.translate(centre)
    painter.scale(unit, unit)
    paint_silhouette(painter, QPointF(-4.5, 10), 0.235, gold, couched=False)
    for side in (-1, 1):
        for leaf in range(7):
            turn = math.radians(84 - leaf * 20)
            x, y = math.cos(turn) * 21 * side, math.sin(turn) * 20
            painter.save()
            painter.translate(x, y)
            painter.rotate(math.degrees(math.atan2(y, x)) + side * 62)
            blade = QPainterPath(QPointF(-4.6, 0))
            blade.quadTo(0, -3, 4.6, 0)
            blade.quadTo(0, 3, -4.6, 0)
            painter.fillPath(blade, gold)
            painter.restore()
    painter.restore()


def paint_slumber(painter: QPainter, centre: QPointF, unit: float, gold: QColor) -> None:
    """A camel asleep: the last of the race."""
    painter.save()
    painter.translate(centre)
    painter.scale(unit, unit)
    paint_silhouette(painter, QPointF(-6, 15), 0.34, gold, couched=True)
    pen = QPen(gold, 1.7, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin)
    for x, y, size in ((5, -11, 3.2), (13, -17, 4.4)):
        path = QPainterPath(QPointF(x - size, y - size))
        path.lineTo(x + size, y - size)
        path.lineTo(x - size, y + size)
        path.lineTo(x + size, y + size)
        painter.strokePath(path, pen)
    painter.restore()
