"""A bubble with words and amounts beside a place of a board."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from camelnet_gui.art.palette import Palette, faded
from camelnet_gui.style.theme import ui_font

MARGIN = 6.0  # pixels between a bubble, its place and the board's edge
WORDS_SHARE = 0.42  # of the board's width that words take at most
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter)


def paint_bubble(
    painter: QPainter,
    lines: Sequence[tuple[str, str]],
    at: QRectF,
    board: QRectF,
    unit: float,
    tone: Palette,
    *,
    clear: QPointF | None = None,
) -> None:
    """Lines of words with a value each, above a place; below it if the point that is to stay
    `clear` lies above, or without room there. Long words go on in a second line."""
    size = round(max(13.0, 14.0 * unit))
    plain, bold = ui_font(size, QFont.Weight.Medium), ui_font(size, QFont.Weight.Black)
    metrics = QFontMetricsF(plain)
    room = QRectF(0, 0, board.width() * WORDS_SHARE, board.height())
    wrapped = [metrics.boundingRect(room, _WRAP, words) for words, _value in lines]
    left_wide = max(math.ceil(each.width()) for each in wrapped)
    right_wide = max(QFontMetricsF(bold).horizontalAdvance(value) for _words, value in lines)
    row, pad = size * 1.45, size * 0.75
    rows = [each.height() + row - metrics.height() for each in wrapped]
    wide = left_wide + right_wide + pad * 3
    box = QRectF(0, 0, wide, sum(rows) + pad)
    box.moveCenter(QPointF(at.center().x(), at.top() - MARGIN - box.height() / 2))
    if box.top() < board.top() + MARGIN or (clear is not None and clear.y() < at.top()):
        box.moveTop(at.bottom() + MARGIN)
    box.moveBottom(min(box.bottom(), board.bottom() - MARGIN))
    box.moveRight(min(box.right(), board.right() - MARGIN))
    box.moveLeft(max(box.left(), board.left() + MARGIN))
    path = QPainterPath()
    path.addRoundedRect(box, 9, 9)
    painter.fillPath(path.translated(0, 3), QColor(20, 10, 0, 70))
    painter.fillPath(path, tone.paper)
    painter.strokePath(path, QPen(faded(tone.paper_ink, 0.5), 1.2))
    top = box.top() + pad / 2
    for (words, value), high in zip(lines, rows, strict=True):
        line = QRectF(box.left() + pad, top, wide - 2 * pad, high)
        top += high
        painter.setFont(plain)
        painter.setPen(tone.paper_ink)
        painter.drawText(line.adjusted(0, 0, left_wide - line.width(), 0), _WRAP, words)
        painter.setFont(bold)
        loss = value.startswith(("\N{MINUS SIGN}", "-"))
        painter.setPen(QColor("#a62b1f") if loss else QColor("#0b6b50"))
        align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, align, value)
