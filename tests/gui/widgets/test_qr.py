"""QR codes: dark on light in any theme, with their margin, of whole pixels at every scale."""

from __future__ import annotations

import pytest
from camelnet_gui.widgets.qr import MARGIN, QrCode, paint_qr, qr_modules
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

ADDRESS = "192.168.1.23:21776"


def test_a_code_has_its_three_finders() -> None:
    rows = qr_modules(ADDRESS)
    size = len(rows)
    assert all(len(line) == size for line in rows)
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        finder = [rows[top + y][left : left + 7] for y in range(7)]
        assert all(finder[0])
        assert all(finder[6])
        assert finder[1] == (True, False, False, False, False, False, True)


def test_other_texts_make_other_codes() -> None:
    assert qr_modules(ADDRESS) != qr_modules("192.168.1.24:40111")


def test_what_is_too_long_for_a_code_is_refused() -> None:
    with pytest.raises(ValueError, match="Data too large"):
        qr_modules("x" * 10_000)


@pytest.mark.parametrize("ratio", [1.0, 2.0, 3.0])
def test_every_module_is_painted_as_it_is(ratio: float) -> None:
    side = 176
    image = QImage(round(side * ratio), round(side * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("#222244"))
    painter = QPainter(image)
    paint_qr(painter, QRectF(0, 0, side, side), ADDRESS)
    painter.end()
    rows = qr_modules(ADDRESS)
    count = len(rows) + 2 * MARGIN
    module = int(side * ratio / count)
    start = (side * ratio - module * count) / 2
    for y in range(count):
        for x in range(count):
            place = (round(start + (x + 0.5) * module), round(start + (y + 0.5) * module))
            inside = MARGIN <= x < count - MARGIN and MARGIN <= y < count - MARGIN
            dark = inside and rows[y - MARGIN][x - MARGIN]
            assert (image.pixelColor(*place).lightness() < 80) is dark, (x, y)


def test_a_code_says_what_it_is(qtbot: QtBot) -> None:
    made = QrCode(ADDRESS, "The address as a QR code")
    qtbot.addWidget(made)
    assert made.accessibleName() == "The address as a QR code"
    assert made.sizeHint().width() == made.sizeHint().height()
