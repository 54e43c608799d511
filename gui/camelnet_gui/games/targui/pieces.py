"""Painted pieces as widgets: destiny cards, small lands, tribes' marks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet.rules.games.targui.names import TRIBES, destiny_title, land_name
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.art.palette import palette
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import theme_of
from camelnet_gui.widgets.basics import Elided, column, row, set_tip


class DestinyCard(QWidget):
    """A destiny card to look at."""

    def __init__(self, card: int) -> None:
        super().__init__()
        self._card = card
        self.setFixedSize(108, 150)
        self.setAccessibleName(destiny_title(card))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        tone = palette(theme_of(self).dark)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        tokens.paint_destiny(painter, self._card, box, tone, state="left")


class LandPiece(QWidget):
    """A land to look at; a camp's tents are its founder's."""

    def __init__(self, land: str, size: int = 30) -> None:
        super().__init__()
        self._land = land
        self.setFixedSize(size, size)
        set_tip(self, land_name(land))
        self.setAccessibleName(land_name(land))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tone = palette(theme_of(self).dark)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        tokens.paint_subject(painter, self._land, box, tone, round_by=5)


class TribeMark(QWidget):
    """The mark of a tribe."""

    def __init__(self, seat: int, diameter: int = 22) -> None:
        super().__init__()
        self._seat = seat
        self.setFixedSize(diameter, diameter)
        set_tip(self, TRIBES[seat])
        self.setAccessibleName(TRIBES[seat])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        centre = QPointF(self.width() / 2, self.height() / 2)
        paint_chip(painter, tribes.CAMELS[self._seat], centre, self.width() / 2 - 1.5)


class TributeBars(QWidget):
    """The tributes of one tribe as bars, round by round; the last one strong."""

    HIGH, WIDE_MAX = 30, 150  # pixels

    def __init__(self, seat: int, tributes: Sequence[int], most: int) -> None:
        """`most`: what the highest bar of all tribes stands for."""
        super().__init__()
        self._seat, self._tributes, self._most = seat, tuple(tributes), max(1, most)
        self._step = max(3, min(9, self.WIDE_MAX // max(1, len(self._tributes))))
        self.setFixedSize(max(1, self._step * len(self._tributes)), self.HIGH)
        said = _("Tributes: {silver}").format(silver=", ".join(map(str, self._tributes)))
        total = _("{silver} in all").format(silver=sum(self._tributes))
        self.setAccessibleName(said)
        set_tip(self, f"{said}\n{total}")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        base = tribes.coat(self._seat).base
        floor = self.height() - 1
        painter.fillRect(0, floor, self.width(), 1, self.palette().mid())
        for number, silver in enumerate(self._tributes):
            high = max(1, round((self.height() - 2) * silver / self._most)) if silver else 0
            last = number + 1 == len(self._tributes)
            colour = QColor(base)
            colour.setAlphaF(1.0 if last else 0.62)
            painter.fillRect(number * self._step, floor - high, self._step - 1, high, colour)


def who(seat: int, mark: SeatMark, *, out: bool = False) -> QWidget:
    """A tribe's mark, the player's name, and the tribe's beneath."""
    holder = QWidget()
    line = row(holder, gap=9)
    line.addWidget(TribeMark(seat, 28))
    names = column(gap=0)
    names.addStretch(1)
    names.addWidget(Elided(mark.name, "name"))
    names.addWidget(Elided(_("beaten") if out else TRIBES[seat], "small"))
    names.addStretch(1)
    line.addLayout(names, 1)
    holder.setMinimumWidth(140)
    return holder
