"""The coins that fly on a page: the unit of a game's scores, as the game paints it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from camelnet_gui.games.interface import Pieces
from camelnet_gui.style.theme import Theme

SIZE = 20.0  # pixels

PaintUnit = Callable[[QPainter, QPointF, float], None]


def coins(paint_unit: PaintUnit) -> Pieces:
    """Pieces that are all alike; `paint_unit` paints one at a centre with a radius."""

    def paint(painter: QPainter, _piece: str, box: QRectF, _theme: Theme) -> None:
        paint_unit(painter, box.center(), box.height() / 2 - 1)

    return Pieces(lambda _piece, _room: QSizeF(SIZE, SIZE), paint)
