"""The paint device of pages and icons keeps what Qt would paint."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from camelnet_gui.art.vectors import Drawings
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPen


def styles(paint: Callable[[QPainter], None]) -> list[str]:
    drawings = Drawings()
    drawings.picture(100, 100, paint, QFont())
    return drawings.styles.all()


@pytest.fixture
def path(qapp: object) -> QPainterPath:
    made = QPainterPath()
    made.addEllipse(QRectF(10, 10, 50, 50))
    return made


def test_a_painter_fills_nothing_before_it_is_given_a_brush(path: QPainterPath) -> None:
    (style,) = styles(lambda painter: painter.strokePath(path, QPen(Qt.GlobalColor.red, 3)))
    assert style.startswith('fill="none"')
    assert 'stroke="#ff0000"' in style


def test_a_painter_has_a_black_pen_from_the_start(path: QPainterPath) -> None:
    def paint(painter: QPainter) -> None:
        painter.setBrush(Qt.GlobalColor.green)
        painter.drawPath(path)

    (style,) = styles(paint)
    assert style.startswith('fill="#00ff00"')
    assert 'stroke="#000000"' in style
