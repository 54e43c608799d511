"""The carpet on which the bet cards lie, with a lane for each camel."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from camelnet_gui.art.palette import COATS, Palette, faded, mixed
from camelnet_gui.art.shapes import rounded, soft_shadow

WOOL, WOOL_DEEP, THREAD = QColor("#a5432f"), QColor("#6f2420"), QColor("#f3cf7a")


def paint_carpet(painter: QPainter, box: QRectF, unit: float, tone: Palette) -> None:
    """A woven carpet with fringes at both ends."""
    _fringe(painter, box, unit, tone)
    path = rounded(box, 5 * unit)
    soft_shadow(painter, path, unit, tone)
    night = tone.shade * 3.2
    wool = QLinearGradient(box.topLeft(), box.bottomRight())
    wool.setColorAt(0, mixed(WOOL, tone.court[1], night))
    wool.setColorAt(1, mixed(WOOL_DEEP, tone.court[1], night))
    painter.fillPath(path, wool)
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    _border(painter, box, unit, tone)
    painter.restore()
    inner = box.adjusted(9 * unit, 7 * unit, -9 * unit, -6 * unit)
    cloth = QLinearGradient(inner.topLeft(), inner.bottomLeft())
    cloth.setColorAt(0, tone.court[0])
    cloth.setColorAt(1, mixed(tone.court[0], tone.court[1], 0.7))
    painter.fillPath(rounded(inner, 4 * unit), cloth)
    painter.strokePath(rounded(inner, 4 * unit), QPen(faded(tone.frame[2], 0.7), 1.1 * unit))


def _fringe(painter: QPainter, box: QRectF, unit: float, tone: Palette) -> None:
    """Threads to the left and right, each a little bent."""
    pen = QPen(mixed(QColor("#f0dcae"), tone.faint, tone.shade * 4), 1.6 * unit)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    count = int(box.height() / (6 * unit))
    for index in range(count):
        y = box.top() + (index + 0.5) * box.height() / count
        bend = (2 if index % 2 else -1.4) * unit
        for x, way in ((box.left(), -1), (box.right(), 1)):
            thread = QPainterPath(QPointF(x - way * unit, y))
            thread.quadTo(x + way * 4 * unit, y + bend, x + way * 7.5 * unit, y + bend * 0.4)
            painter.strokePath(thread, pen)


def _border(painter: QPainter, box: QRectF, unit: float, tone: Palette) -> None:
    """A row of diamonds along the edge."""
    thread = faded(mixed(THREAD, tone.court[1], tone.shade * 2), 0.85)
    pitch, size = 13 * unit, 2.6 * unit
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(thread)
    columns = max(2, round(box.width() / pitch))
    rows = max(2, round(box.height() / pitch))
    points = []
    for column in range(columns + 1):
        x = box.left() + 4.2 * unit + (box.width() - 8.4 * unit) * column / columns
        points += [QPointF(x, box.top() + 3.4 * unit), QPointF(x, box.bottom() - 3 * unit)]
    for row in range(1, rows):
        y = box.top() + 3.4 * unit + (box.height() - 6.4 * unit) * row / rows
        points += [QPointF(box.left() + 4.4 * unit, y), QPointF(box.right() - 4.4 * unit, y)]
    for at in points:
        diamond = QPainterPath(at + QPointF(0, -size))
        diamond.lineTo(at + QPointF(size, 0))
        diamond.lineTo(at + QPointF(0, size))
        diamond.lineTo(at + QPointF(-size, 0))
        diamond.closeSubpath()
        painter.drawPath(diamond)


def paint_lane(painter: QPainter, camel: str, box: QRectF, unit: float, tone: Palette) -> None:
    """A strip in the camel's colour, as light as the carpet allows."""
    coat = COATS[camel]
    path = rounded(box, 6 * unit)
    strong = 0.16 if camel != "w" else 0.5
    if tone.shade:
        strong = 0.3 if camel != "w" else 0.2
    strip = QLinearGradient(box.topLeft(), box.topRight())
    strip.setColorAt(0, faded(coat.base, strong * 1.9))
    strip.setColorAt(0.35, faded(coat.base, strong))
    strip.setColorAt(1, faded(coat.base, strong))
    painter.fillPath(path, strip)
    painter.strokePath(path, QPen(faded(coat.deep, 0.45), max(0.8, 0.9 * unit)))
