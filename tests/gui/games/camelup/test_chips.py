"""The small pieces in a player's row."""

from __future__ import annotations

from camelnet_gui.games.camelup import chips
from camelnet_gui.games.camelup.holdings_view import HOLDINGS
from camelnet_gui.games.camelup.scene_builder import Holdings
from camelnet_gui.style.theme import LIGHT
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication


def desert(tile: str | None) -> QImage:
    image = QImage(120, 40, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    chips.paint_desert(painter, QRectF(2, 2, 100, 30), tile, LIGHT)
    painter.end()
    return image


def test_a_desert_tile_is_a_picture_of_its_side_with_the_number_of_its_space(
    qapp: QApplication,
) -> None:
    shown = {tile: desert(tile) for tile in (None, "7+", "7-", "8+")}
    for one in shown:
        for other in shown:
            assert (shown[one] == shown[other]) == (one == other), (one, other)


def test_pieces_grow_with_the_row(qapp: QApplication) -> None:
    held = Holdings(5, (("g", 5), ("b", 3)), 2, "7+", 1, 0)
    view = HOLDINGS
    low, high = view.width(held, 500, 19), view.width(held, 500, 30)
    assert high > low * 1.4
