"""The mark of the app, one camel on another, as a widget and as the window's icon."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from camelnet_gui.art.camel import paint_stack

CAMELS = "by"
SIZES = (16, 32, 64, 128, 256)  # of the icon, in pixels


def paint_logo(painter: QPainter, high: float) -> None:
    """Into a square of that height at the origin."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(QPointF(high * 0.42, high * 0.98))
    painter.scale(high / 162, high / 162)
    paint_stack(painter, CAMELS)
    painter.restore()


def icon() -> QIcon:
    made = QIcon()
    for size in SIZES:
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_logo(painter, size)
        painter.end()
        made.addPixmap(picture)
    return made


class Logo(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(QSize(64, 58))

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_logo(QPainter(self), self.height())
