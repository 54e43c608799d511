"""The disc that stands for a player wherever a seat is shown."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from camelnet_gui.art.palette import readable_on
from camelnet_gui.art.portrait import paint_portrait
from camelnet_gui.art.vectors import paint_part
from camelnet_gui.style.seat_marks import SeatMark

FACE_FROM = 14.0  # pixels of radius: a smaller face could not be told from others


def paint_badge(painter: QPainter, seat: SeatMark, centre: QPointF, radius: float) -> None:
    """A player's disc with the initial; the letter is at least 11 px for a radius from 8 px on. A
    bot's portrait stands in it from `FACE_FROM` on."""
    name = f"badge {seat} {radius:.2f} {painter.font().key()}"
    if not paint_part(painter, name, lambda inner: _paint(inner, seat, QPointF(), radius), centre):
        _paint(painter, seat, centre, radius)


def _paint(painter: QPainter, seat: SeatMark, centre: QPointF, radius: float) -> None:
    colour = QColor(seat.colour)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#ffffff"), max(1.2, radius * 0.16)))
    painter.setBrush(colour)
    painter.drawEllipse(centre, radius, radius)
    if seat.face is not None and radius >= FACE_FROM:
        paint_portrait(painter, seat.face, centre, radius * 0.78)
        painter.restore()
        return
    font = QFont(painter.font())
    font.setBold(True)
    letters = 1.0 if len(seat.initial) < 2 else 0.9
    font.setPixelSize(max(11, round(radius * 1.25 * letters)))
    painter.setFont(font)
    painter.setPen(readable_on(colour))
    width = QFontMetricsF(font).horizontalAdvance(seat.initial)
    painter.translate(centre)
    if width > radius * 1.6:  # two wide letters are set narrower, not smaller
        painter.scale(radius * 1.6 / width, 1)
    painter.drawText(QRectF(-60, -60, 120, 120), Qt.AlignmentFlag.AlignCenter, seat.initial)
    painter.restore()
