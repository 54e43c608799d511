"""Camels outside the boards: their names, their chips and pieces as widgets, a ranking of them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from camelnet.rules.phrases import ordinal, sentence
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.games.camels.words import camel_title
from camelnet_gui.style.theme import theme_of
from camelnet_gui.widgets.basics import label, row, set_tip


class CamelChip(QWidget):
    """A round chip with a camel's mark."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self, camel: str, diameter: int = 26) -> None:
        super().__init__()
        self._camel = camel
        self.setFixedSize(diameter, diameter)
        set_tip(self, camel_title(camel))
        self.setAccessibleName(camel_title(camel))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        centre = QPointF(self.width() / 2, self.height() / 2)
        paint_chip(painter, self._camel, centre, self.width() / 2 - 1.5)


class PieceButton(QAbstractButton):
    """A piece that can be chosen: a ring when it is, a dashed one when it has the keyboard."""

    def __init__(self, camel: str, size: QSize) -> None:
        super().__init__()
        self.camel = camel
        self.setCheckable(True)
        self.setFixedSize(size)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def ring(self, painter: QPainter, rounding: float) -> QRectF:
        """Paint the ring; the box that is left for the piece."""
        theme = theme_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self.isChecked():
            painter.setPen(QPen(QColor(theme.accent_high), 3))
            painter.setBrush(QColor(theme.soft))
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), rounding, rounding)
        elif self.hasFocus() or (self.underMouse() and self.isEnabled()):
            style = Qt.PenStyle.DashLine if self.hasFocus() else Qt.PenStyle.SolidLine
            painter.setPen(QPen(QColor(theme.accent_high), 2, style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), rounding, rounding)
        return box.adjusted(6, 6, -6, -6)


def ranking_row(ranking: str) -> QWidget:
    """The camels from first to last, with their places."""
    holder = QWidget()
    line = row(holder, gap=14)
    for place, camel in enumerate(ranking, start=1):
        pair = row(gap=6)
        pair.addWidget(CamelChip(camel, 28 if place == 1 else 22))
        words = label(sentence(ordinal(place, len(ranking))), "name" if place == 1 else "small")
        pair.addWidget(words)
        line.addLayout(pair)
    line.addStretch(1)
    return holder
