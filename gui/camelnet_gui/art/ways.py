"""Small pictures of the ways to play: against a bot, at one laptop, with several laptops."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen


class Way(Enum):
    """A way to play."""

    BOTS = "bots"
    LAPTOP = "laptop"
    NETWORK = "network"


def paint_way(painter: QPainter, way: Way, box: QRectF, colour: QColor) -> None:
    """Lines of one colour in a square box."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / 24, box.height() / 24)
    pen = QPen(colour, 2.0)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    if way is Way.BOTS:
        _paint_bot(painter, colour)
    elif way is Way.LAPTOP:
        for x in (7.5, 16.5):
            _paint_person(painter, x)
        _paint_laptop(painter, QRectF(5, 12.5, 14, 7))
    else:
        _paint_laptop(painter, QRectF(1.5, 4, 9, 6))
        _paint_laptop(painter, QRectF(13.5, 14, 9, 6))
        painter.drawLine(QLineF(14, 6.5, 18, 6.5))
        painter.drawLine(QLineF(18, 6.5, 18, 10.5))
    painter.restore()


def _paint_bot(painter: QPainter, colour: QColor) -> None:
    painter.drawRoundedRect(QRectF(4, 8, 16, 12), 3.5, 3.5)
    painter.drawLine(QLineF(12, 8, 12, 4.5))
    painter.drawLine(QLineF(9.5, 16.4, 14.5, 16.4))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for x, y, radius in ((9, 12.6, 1.6), (15, 12.6, 1.6), (12, 3.6, 1.7)):
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _paint_person(painter: QPainter, x: float) -> None:
    painter.drawEllipse(QPointF(x, 5.2), 2.6, 2.6)


def _paint_laptop(painter: QPainter, screen: QRectF) -> None:
    painter.drawRoundedRect(screen, 1.4, 1.4)
    foot = screen.bottom() + 2.2
    painter.drawLine(QLineF(screen.left() - 1, foot, screen.right() + 1, foot))
