"""Chips of camels differ in shape and stay in their circle; so do the pieces of a player's row."""

from __future__ import annotations

from itertools import combinations, product

from camelnet_gui.art.marks import mark_path, paint_chip
from camelnet_gui.games.camelup import chips
from camelnet_gui.games.camelup.holdings_view import HOLDINGS
from camelnet_gui.games.camelup.scene_builder import Holdings
from camelnet_gui.style.theme import LIGHT
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from camelnet.rules.games.camels import CAMELS
from tests.gui.pictures import different, grey, painted


def shape(painter: QPainter, camel: str) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(12, 12)
    painter.scale(11, 11)
    painter.fillPath(mark_path(camel), Qt.GlobalColor.black)


def test_chips_differ_in_shape_not_only_in_colour() -> None:
    shapes = [grey(24, 24, lambda p, camel=camel: shape(p, camel)) for camel in CAMELS]
    for one, other in combinations(shapes, 2):
        assert different(one, other) > 15


def test_a_chip_stays_in_its_circle() -> None:
    for camel in CAMELS:
        image = painted(60, 60, lambda p, camel=camel: paint_chip(p, camel, QPointF(30, 30), 20))
        for spot in (QPointF(5, 5), QPointF(55, 5), QPointF(5, 55), QPointF(30, 6)):
            assert image.pixelColor(spot.toPoint()).alpha() == 0
        assert image.pixelColor(30, 30).alpha() == 255


def desert(tile: str | None) -> QImage:
    box = QRectF(2, 2, 100, 30)
    return painted(120, 40, lambda painter: chips.paint_desert(painter, box, tile, LIGHT))


def test_a_desert_tile_is_a_picture_of_its_side_with_the_number_of_its_space() -> None:
    shown = {tile: desert(tile) for tile in (None, "7+", "7-", "8+")}
    for one, other in product(shown, repeat=2):
        assert (shown[one] == shown[other]) == (one == other), (one, other)


def test_pieces_grow_with_the_row() -> None:
    held = Holdings(5, (("g", 5), ("b", 3)), 2, "7+", 1, 0)
    low, high = HOLDINGS.width(held, 500, 19), HOLDINGS.width(held, 500, 30)
    assert high > low * 1.4
