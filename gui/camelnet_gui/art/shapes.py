"""Shapes that all painted cards and boards share: round corners, soft shadows, words that fit."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from camelnet_gui.art.palette import Palette, faded

TEXT_MIN = 11  # pixels; nothing on a board is written smaller


def rounded(box: QRectF, radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(box, radius, radius)
    return path


def soft_shadow(painter: QPainter, path: QPainterPath, unit: float, tone: Palette) -> None:
    for spread, alpha in ((5, 0.06), (3, 0.09), (1, 0.12)):
        painter.save()
        painter.translate(1.6 * unit, 2.6 * unit)
        painter.strokePath(path, QPen(faded(tone.shadow, alpha), spread * unit))
        painter.restore()


def sized_font(painter: QPainter, size: float, bold: bool = True) -> QFont:
    """The painter's font at a size in pixels, or at the least that can be read."""
    font = QFont(painter.font())
    font.setPixelSize(max(TEXT_MIN, round(size)))
    font.setBold(bold)
    return font


def fits(painter: QPainter, text: str, box: QRectF) -> bool:
    """True if `paint_fitting` would not cut the text short."""
    return QFontMetricsF(sized_font(painter, TEXT_MIN)).horizontalAdvance(text) <= box.width()


def paint_fitting(
    painter: QPainter,
    text: str,
    box: QRectF,
    size: float,
    colour: QColor,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignCenter,
    *,
    bold: bool = True,
) -> None:
    """One line, made smaller until it fits, down to the smallest size, then cut short."""
    pixels = max(TEXT_MIN, round(size))
    while True:
        font = sized_font(painter, pixels, bold)
        metrics = QFontMetricsF(font)
        if metrics.horizontalAdvance(text) <= box.width() or pixels <= TEXT_MIN:
            break
        pixels -= 1
    painter.setFont(font)
    painter.setPen(colour)
    cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width() + 4)
    painter.drawText(box, align, cut)
