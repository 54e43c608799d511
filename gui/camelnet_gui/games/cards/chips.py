"""The small pieces in front of a player, painted, and bet cards as widgets."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from camelnet_gui.art.coin import paint_coin
from camelnet_gui.art.marks import paint_mark
from camelnet_gui.art.palette import COATS, faded, palette
from camelnet_gui.games.camels.pieces import PieceButton
from camelnet_gui.games.camels.words import camel_title
from camelnet_gui.games.cards.art.cards import (
    GOLD,
    LOSE,
    WIN,
    paint_back,
    paint_bet,
    paint_sign,
    paint_trophy,
)
from camelnet_gui.games.cards.art.track import paint_token
from camelnet_gui.games.cards.scene import Kind
from camelnet_gui.style.theme import Theme, theme_of, ui_font

CARD_SHAPE = 0.74  # width of a bet card over its height
LEAD_WIDE, MID_WIDE, FINAL_WIDE = 1.45, 1.45, 1.75  # widths of the small pieces over their height
TROPHY_WIDE = 0.62


def paint_small_bet(
    painter: QPainter, kind: Kind, camel: str, value: int | None, box: QRectF
) -> None:
    """A bet card in a player's row, lying on its side: the mark, then a number or a sign."""
    coat = COATS[camel]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    high = box.height()
    shape = box.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(coat.ink, 1))
    painter.setBrush(coat.base)
    painter.drawRoundedRect(shape, 4, 4)
    mark = QPointF(box.left() + high * 0.44, box.center().y())
    paint_mark(painter, camel, mark, high * 0.28, coat.on)
    right = box.adjusted(high * 0.8, 0, -high * 0.06, 0)
    if kind == "lead":
        painter.setFont(ui_font(round(high * 0.66), QFont.Weight.Black))
        painter.setPen(coat.on)
        painter.drawText(right, Qt.AlignmentFlag.AlignCenter, str(value))
    elif kind == "mid":
        paint_sign(painter, "mid", right.center(), high * 0.56, coat.on)
    else:
        plate = right.adjusted(0, 1.5, -1, -1.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(WIN if kind == "win" else LOSE)
        painter.drawRoundedRect(plate, 3, 3)
        paint_sign(painter, kind, plate.center(), high * 0.76, GOLD)
    painter.restore()


def paint_small_trophies(
    painter: QPainter, count: int, left: QPointF, high: float, theme: Theme
) -> None:
    """Paints the number of trophies on a final card, to the right of it."""
    paint_trophy(painter, left + QPointF(high * 0.3, 0), high * 0.86)
    if count > 1:
        painter.setFont(ui_font(round(high * 0.58), QFont.Weight.Bold))
        painter.setPen(QColor(theme.text))
        box = QRectF(left.x() + high * 0.58, left.y() - high / 2, high * 0.7, high)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(count))


def trophies_width(count: int, high: float) -> float:
    return 0.0 if not count else high * (TROPHY_WIDE if count == 1 else TROPHY_WIDE * 2)


def paint_small_token(painter: QPainter, token: str, box: QRectF) -> None:
    """A token whose card a player holds."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    green = token == "palm"
    painter.setPen(QPen(QColor("#2f5c24") if green else QColor("#8a4d12"), 1))
    painter.setBrush(QColor("#dcedb8") if green else QColor("#ffe0ad"))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    foot = QPointF(box.center().x(), box.bottom() - 2)
    paint_token(painter, token, foot, box.height() / 52, palette(dark=False), plain=True)
    painter.restore()


def paint_small_hand(painter: QPainter, box: QRectF, *, held: bool, theme: Theme) -> None:
    """The hand card of a seat: its back while it is held, its place once it is played."""
    if held:
        paint_back(painter, box)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(faded(QColor(theme.muted), 0.8), 1.1, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    painter.restore()


def paint_done(painter: QPainter, what: str, box: QRectF, *, done: bool, theme: Theme) -> None:
    """A part of a turn: a hoof for the race action, a coin for the bet; ticked once done."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    centre, radius = box.center(), box.height() / 2 - 1
    painter.setPen(QPen(QColor(theme.accent if done else theme.muted), 1.2))
    painter.setBrush(QColor(theme.soft) if done else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(centre, radius, radius)
    if what == "race":
        paint_sign(painter, "lead", centre, radius * 1.2, QColor(theme.text))
    else:
        paint_coin(painter, centre, radius * 0.56)
    if done:
        tick = QPen(QColor(theme.good), 2.2, c=Qt.PenCapStyle.RoundCap)
        painter.setPen(tick)
        low = centre + QPointF(radius * 0.45, radius * 0.75)
        painter.drawLine(low + QPointF(-radius * 0.45, -radius * 0.45), low)
        painter.drawLine(low, low + QPointF(radius * 0.7, -radius * 0.95))
    painter.restore()


class BetCard(QWidget):
    """A bet card to look at."""

    def __init__(self, kind: Kind, camel: str, value: int | None = None, height: int = 20) -> None:
        super().__init__()
        self._kind, self._camel, self._value = kind, camel, value
        shape = LEAD_WIDE if kind == "lead" else MID_WIDE if kind == "mid" else FINAL_WIDE
        self.setFixedSize(round(height * shape), height)
        self.setAccessibleName(camel_title(camel))

    def paintEvent(self, event: QPaintEvent) -> None:
        box = QRectF(self.rect())
        paint_small_bet(QPainter(self), self._kind, self._camel, self._value, box)


class TokenCard(QWidget):
    """A token card to look at."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token
        self.setFixedSize(24, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_small_token(QPainter(self), self._token, QRectF(self.rect()))


class Trophies(QWidget):
    """Trophies to look at, in a row."""

    def __init__(self, count: int, height: int = 20) -> None:
        super().__init__()
        self._count = count
        self.setFixedSize(round(height * 0.85 * max(1, count)), height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        high = self.height()
        for index in range(self._count):
            at = QPointF(high * (0.42 + 0.85 * index), high / 2)
            paint_trophy(painter, at, high * 0.9)


class BetButton(PieceButton):
    """The bet card of a camel that one would take; disabled where there is none."""

    def __init__(self, camel: str) -> None:
        super().__init__(camel, QSize(52, 60))
        self._kind: Kind = "lead"
        self._value: int | None = None
        self._there = True
        self._trophies = 0

    def show_bet(self, kind: Kind, value: int | None, *, there: bool, trophies: int) -> None:
        self._kind, self._value = kind, value
        self._there, self._trophies = there, trophies
        name = camel_title(self.camel)
        self.setAccessibleName(f"{name} {value}" if value else name)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        inner = self.ring(painter, 9)
        box = QRectF(0, 0, inner.height() * CARD_SHAPE, inner.height())
        box.moveCenter(inner.center())
        if not self.isEnabled():
            painter.setOpacity(0.35)
        tone = palette(theme_of(self).dark)
        if self._there:
            paint_bet(painter, self._kind, self.camel, self._value, box, 1.0, tone)
            if self._trophies:
                at = QPointF(box.right() + 1, box.top() + 9)
                paint_trophy(painter, at, 17)
        else:
            painter.setPen(QPen(QColor(theme_of(self).muted), 1.2, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(box, 5, 5)
            paint_mark(painter, self.camel, box.center(), 9, QColor(theme_of(self).muted))
