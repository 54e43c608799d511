"""A coin: what most games count in."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen


def paint_coin(painter: QPainter, centre: QPointF, radius: float) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shine = QLinearGradient(centre.x(), centre.y() - radius, centre.x(), centre.y() + radius)
    shine.setColorAt(0, QColor("#ffe39a"))
    shine.setColorAt(1, QColor("#dc9a1f"))
    painter.setBrush(shine)
    painter.setPen(QPen(QColor("#8a5a0a"), 1.2))
    painter.drawEllipse(centre, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(138, 90, 10, 150), 1))
    painter.drawEllipse(centre, radius * 0.66, radius * 0.66)
    painter.restore()
