"""The mark of the app, one camel on another, as a widget and as the window's icon."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from camelnet_gui.art.camel import paint_stack, paint_tiny

CAMELS = "by"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256)  # of the window's icon, in pixels
TINY = 24  # up to here two camels are a smear: there is one, drawn for its pixels
_REACH = 126.0  # camel units of a tiny icon's side


def paint_logo(painter: QPainter, high: float) -> None:
    """Into a square of that height at the origin."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(QPointF(high * 0.42, high * 0.98))
    painter.scale(high / 162, high / 162)
    paint_stack(painter, CAMELS)
    painter.restore()


def picture(size: int) -> QImage:
    """The icon of so many pixels, on nothing."""
    made = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    if size > TINY:
        paint_logo(painter, size)
    else:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / _REACH, size / _REACH)
        painter.translate(46, _REACH - 4)
        paint_tiny(painter, CAMELS[-1], CAMELS[0], _REACH / size)
    painter.end()
    return made


def icon() -> QIcon:
    made = QIcon()
    for size in SIZES:
        made.addPixmap(QPixmap.fromImage(picture(size)))
    return made


class Logo(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(QSize(64, 58))

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_logo(QPainter(self), self.height())
