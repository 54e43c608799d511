"""Chips of camels differ in shape and stay in their circle."""

from __future__ import annotations

from camelnet_gui.art.marks import mark_path, paint_chip
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QImage, QPainter

from camelnet.rules.games.camels import CAMELS
from tests.gui.games.boards import different


def test_chips_differ_in_shape_not_only_in_colour() -> None:
    shapes = []
    for camel in CAMELS:
        image = QImage(24, 24, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(12, 12)
        painter.scale(11, 11)
        painter.fillPath(mark_path(camel), Qt.GlobalColor.black)
        painter.end()
        shapes.append(image.convertToFormat(QImage.Format.Format_Grayscale8))
    for index, one in enumerate(shapes):
        for other in shapes[index + 1 :]:
            assert different(one, other) > 15


def test_a_chip_stays_in_its_circle() -> None:
    image = QImage(60, 60, QImage.Format.Format_ARGB32_Premultiplied)
    for camel in CAMELS:
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        paint_chip(painter, camel, QPointF(30, 30), 20)
        painter.end()
        for spot in (QPointF(5, 5), QPointF(55, 5), QPointF(5, 55), QPointF(30, 6)):
            assert image.pixelColor(spot.toPoint()).alpha() == 0
        assert image.copy(QRect(25, 25, 10, 10)).pixelColor(5, 5).alpha() == 255
