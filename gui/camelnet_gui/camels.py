"""Camels outside the boards: their names, their chips as widgets, and a ranking of them."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from camelnet.rules.games.camels import camel_names
from camelnet.rules.phrases import ordinal, sentence
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.widgets import label, row


def camel_title(camel: str) -> str:
    """A camel's name as it stands alone."""
    return sentence(camel_names()[camel])


class CamelChip(QWidget):
    """A round chip with a camel's mark."""

    def __init__(self, camel: str, diameter: int = 26) -> None:
        super().__init__()
        self._camel = camel
        self.setFixedSize(diameter, diameter)
        self.setToolTip(camel_title(camel))
        self.setAccessibleName(camel_title(camel))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        centre = QPointF(self.width() / 2, self.height() / 2)
        paint_chip(painter, self._camel, centre, self.width() / 2 - 1.5)


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
