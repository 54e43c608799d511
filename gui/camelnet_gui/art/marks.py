"""The marks and patterns that tell camels apart without colour, and the players' badges.

blue: a diamond, zigzag; green: a palm, dots; yellow: a sun, stripes; orange: a triangle, checks;
white: a moon, lattice; red: a cross, slanting bars. Marks are paths in a square of side 2 around
the origin, y down.
"""

from __future__ import annotations

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)

from camelnet_gui.art.palette import COATS, faded


@cache
def mark_path(camel: str) -> QPainterPath:
    """The outline of a camel's mark within [-1, 1] both ways. Do not change it: it is shared."""
    return {
        "b": _diamond,
        "g": _palm,
        "y": _sun,
        "o": _triangle,
        "w": _moon,
        "r": _cross,
    }[camel]()


def _polygon(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _diamond() -> QPainterPath:
    return _polygon((0, -1), (0.72, 0), (0, 1), (-0.72, 0))


def _triangle() -> QPainterPath:
    return _polygon((0, -0.9), (0.95, 0.75), (-0.95, 0.75))


def _sun() -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addEllipse(QPointF(0, 0), 0.52, 0.52)
    for ray in range(8):
        angle = math.tau * ray / 8
        tip = QPointF(math.cos(angle), math.sin(angle))
        side = QPointF(-math.sin(angle), math.cos(angle)) * 0.17
        path.addPolygon(QPolygonF([tip * 0.62 + side, tip * 1.02, tip * 0.62 - side]))
        path.closeSubpath()
    return path


def _moon() -> QPainterPath:
    disc, bite = QPainterPath(), QPainterPath()
    disc.addEllipse(QPointF(-8, 0), 95, 95)  # large: Qt flattens curves where it subtracts
    bite.addEllipse(QPointF(38, -16), 78, 78)
    return QTransform.fromScale(0.01, 0.01).map(disc.subtracted(bite))


def _cross() -> QPainterPath:
    """Four arms that widen outward, with notched ends."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addEllipse(QPointF(0, 0), 0.3, 0.3)
    arm = QPolygonF(
        [QPointF(*at) for at in ((0.13, 0), (0.4, -1), (0, -0.74), (-0.4, -1), (-0.13, 0))]
    )
    for quarter in range(4):
        path.addPolygon(QTransform().rotate(90 * quarter).map(arm))
        path.closeSubpath()
    return path


def _palm() -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.moveTo(-0.16, 1)
    path.quadTo(0.02, 0.3, -0.08, -0.3)
    path.lineTo(0.14, -0.3)
    path.quadTo(0.3, 0.35, 0.2, 1)
    path.closeSubpath()
    for x, y, lift in (
        (-1.0, 0.12, -0.75),
        (1.0, 0.12, -0.75),
        (-0.78, -0.72, -0.72),
        (0.78, -0.72, -0.72),
        (-0.5, 0.5, -0.3),
        (0.55, 0.5, -0.3),
    ):
        path.moveTo(0, -0.44)
        path.quadTo(x * 0.62, lift - 0.2, x, y)
        path.quadTo(x * 0.42, lift + 0.28, 0.02, -0.14)
        path.closeSubpath()
    return path


def paint_mark(
    painter: QPainter, camel: str, centre: QPointF, radius: float, colour: QColor
) -> None:
    """The mark alone, filled."""
    painter.save()
    painter.translate(centre)
    painter.scale(radius, radius)
    painter.fillPath(mark_path(camel), colour)
    painter.restore()


def paint_chip(painter: QPainter, camel: str, centre: QPointF, radius: float) -> None:
    """A round chip in the camel's colour with its mark on a light disc, readable from 9 px on."""
    coat = COATS[camel]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(coat.ink, max(1.0, radius * 0.14)))
    painter.setBrush(coat.base)
    painter.drawEllipse(centre, radius, radius)
    dark_mark = camel in "yw"
    paint_mark(painter, camel, centre, radius * 0.62, coat.ink if dark_mark else QColor("#ffffff"))
    painter.restore()


def paint_pattern(painter: QPainter, camel: str, box: QRectF, colour: QColor, pitch: float) -> None:
    """Fill a box with the camel's pattern; the caller clips. `pitch` is the pattern's period."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    thin = QPen(colour, pitch * 0.26, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    thin.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    columns = math.ceil(box.width() / pitch) + 1
    rows = math.ceil(box.height() / pitch) + 1
    left, top = box.left(), box.top()
    match camel:
        case "b":
            painter.setPen(thin)
            for row in range(rows + 1):
                y = top + row * pitch
                line = [
                    QPointF(left + step * pitch / 2, y + (pitch * 0.45 if step % 2 else 0))
                    for step in range(columns * 2 + 1)
                ]
                painter.drawPolyline(QPolygonF(line))
        case "g":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            for row in range(rows):
                for column in range(columns):
                    x = left + (column + (0.5 if row % 2 else 0)) * pitch
                    painter.drawEllipse(QPointF(x, top + row * pitch), pitch * 0.24, pitch * 0.24)
        case "y":
            painter.setPen(QPen(colour, pitch * 0.4))
            for row in range(rows):
                y = top + (row + 0.3) * pitch
                painter.drawLine(QPointF(left, y), QPointF(box.right(), y))
        case "o":
            for row in range(rows):
                for column in range(columns):
                    if (row + column) % 2:
                        painter.fillRect(
                            QRectF(left + column * pitch, top + row * pitch, pitch, pitch), colour
                        )
        case "r":
            painter.setPen(
                QPen(colour, pitch * 0.34, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
            )
            for step in range(math.ceil((box.width() + box.height()) / pitch) + 1):
                x = left - box.height() + step * pitch
                painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), top))
        case _:
            painter.setPen(QPen(faded(colour, 0.9), pitch * 0.18))
            reach = box.width() + box.height()
            for step in range(math.ceil(reach / pitch) + 1):
                x = left + step * pitch
                painter.drawLine(QPointF(x, top), QPointF(x - box.height(), box.bottom()))
                x = left - box.height() + step * pitch
                painter.drawLine(QPointF(x, top), QPointF(x + box.height(), box.bottom()))
    painter.restore()
