"""The coins that fly on a page: the unit of a game's scores, as the game paints it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from camelnet_gui.style.theme import Theme

SIZE = 20.0  # pixels

PaintUnit = Callable[[QPainter, QPointF, float], None]


class Coins:
    """`camelnet_gui.games.interface.Pieces` with one piece."""

    def __init__(self, paint_unit: PaintUnit) -> None:
        """`paint_unit`: paints a coin at a centre with a radius."""
        self._paint_unit = paint_unit

    def size(self, piece: str, room: QSizeF | None) -> QSizeF:
        return QSizeF(SIZE, SIZE)

    def paint(self, painter: QPainter, piece: str, box: QRectF, theme: Theme) -> None:
        self._paint_unit(painter, box.center(), box.height() / 2 - 1)
