"""Paints beforehand what a bet pays and where a tile sends camels, at the place pointed at."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from camelnet_gui.art import camel as camel_art
from camelnet_gui.art.palette import Palette, faded
from camelnet_gui.art.walk import Ground
from camelnet_gui.games.camels.preview import Sent


def paint_sent(painter: QPainter, plan: Ground, sent: Sent, unit: float, tone: Palette) -> None:
    """An arrow to the space where camels would go, and a camel's outline there."""
    start, foot = plan.stack_foot(sent.start), plan.stack_foot(sent.end)
    count = len(sent.there)
    scale = plan.stack_scale(sent.end, min(5, count + 1))
    lift = 0.0 if sent.under else camel_art.base_of(count) * scale
    painter.save()
    painter.translate(foot - QPointF(0, lift))
    painter.scale(scale * plan.forward(sent.end), scale)
    seated = count > 0 and not sent.under
    for colour, width in ((QColor("#fffdf2"), 9.0), (tone.chosen, 4.0)):
        painter.strokePath(camel_art.outline(seated), QPen(colour, width))
    painter.fillPath(camel_art.outline(seated), faded(QColor("#fffdf2"), 0.55))
    painter.restore()
    lift_by = QPointF(0, 20 * unit)
    _paint_arrow(painter, start - lift_by, foot - lift_by, unit, tone)


def _paint_arrow(
    painter: QPainter, start: QPointF, end: QPointF, unit: float, tone: Palette
) -> None:
    way = end - start
    length = math.hypot(way.x(), way.y()) or 1.0
    along = way / length
    side = QPointF(along.y(), -along.x())
    if side.y() > 0:
        side = -side
    bend = (start + end) / 2 + side * min(42 * unit, length * 0.5)
    tip = end - along * 6 * unit
    line = QPainterPath(start)
    line.quadTo(bend, tip)
    angle = math.atan2(tip.y() - bend.y(), tip.x() - bend.x())
    head = QPainterPath(tip)
    for turn in (2.6, -2.6):
        head.lineTo(tip + QPointF(math.cos(angle + turn), math.sin(angle + turn)) * 15 * unit)
    head.closeSubpath()
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    white = QColor("#fffdf2")
    painter.strokePath(line, QPen(white, 9 * unit, c=cap))
    painter.strokePath(head, QPen(white, 6 * unit, c=cap, j=join))
    painter.strokePath(line, QPen(tone.chosen, 4.2 * unit, c=cap))
    painter.fillPath(head, tone.chosen)
