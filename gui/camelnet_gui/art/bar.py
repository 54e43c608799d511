"""A bar of several shares, as of chances."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from camelnet_gui.style.theme import Theme


def paint_bar(
    painter: QPainter, box: QRectF, shares: Sequence[tuple[float, QColor]], theme: Theme
) -> None:
    """A bar of parts from the left; the rest stays empty."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.off))
    painter.drawRect(box)
    left = box.left()
    for share, colour in shares:
        wide = max(0.0, min(share * box.width(), box.right() - left))
        painter.fillRect(QRectF(left, box.top(), wide, box.height()), colour)
        left += wide
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QColor(theme.line))
    painter.drawRect(box)
