"""One race card of the final scoring: its back, until it is turned over; then what it earned."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.rules.phrases import signed
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.games.camels.words import camel_title
from camelnet_gui.games.camelup import chips
from camelnet_gui.games.camelup.art.tiles import paint_card_back
from camelnet_gui.games.camelup.scoring import CardRow
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import theme_of, ui_font
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.screen_reader import announce

HIGH = 46  # pixels
TURN_MS = 320


class BetRow(QWidget):
    """Painted; the same height before and after."""

    def __init__(self, card: CardRow, mark: SeatMark, correct: int) -> None:
        """`correct`: which of the correct cards of its deck it is, from 1."""
        super().__init__()
        self._card, self._mark = card, mark
        self._turned = 0.0
        if card.face is None:
            self._text = _("never revealed: wrong")
        elif card.right:
            self._text = _("correct, number {place}").format(place=correct)
        else:
            self._text = _("{camel}: wrong").format(camel=camel_title(card.face))
        self._clock = QVariantAnimation(self)
        self._clock.setDuration(TURN_MS)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(self._tick)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(titled(mark.name, _("a bet, face down")))

    @property
    def open(self) -> bool:
        """True once its face is up."""
        return self._turned > 0.5

    def turn_over(self, moving: bool) -> None:
        text = f"{self._text}, {signed(self._card.earned)}"
        self.setAccessibleName(titled(self._mark.name, text))
        if moving:
            announce(self, self.accessibleName())
            self._clock.start()
        else:
            self._clock.stop()
            self._tick(1.0)

    def _tick(self, turned: float) -> None:
        self._turned = turned
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(250, HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(190, HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, card = theme_of(self), self._card
        if self.open and card.right:
            painter.setPen(QPen(QColor(theme.gold), 1.6))
            painter.setBrush(QColor(theme.soft))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        self._paint_card(painter)
        painter.setFont(ui_font(13, QFont.Weight.Bold))
        paint_badge(painter, self._mark, QPointF(52, HIGH / 2), 12)
        right = self.width() - 10.0
        if self.open:
            colour = theme.good if card.earned > 0 else theme.danger_text
            painter.setFont(ui_font(17, QFont.Weight.Black))
            painter.setPen(QColor(colour if card.earned else theme.muted))
            painter.drawText(
                QRectF(right - 44, 0, 44, HIGH),
                int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter),
                signed(card.earned),
            )
        left, wide = 72.0, right - 48 - 72
        name = ui_font(14, QFont.Weight.Bold)
        top, high = (4, 20) if self.open else (0, HIGH)
        self._paint_text(painter, self._mark.name, name, theme.text, QRectF(left, top, wide, high))
        if self.open:
            small = ui_font(12, QFont.Weight.Medium)
            self._paint_text(painter, self._text, small, theme.muted, QRectF(left, 23, wide, 18))

    def _paint_card(self, painter: QPainter) -> None:
        high = HIGH - 8.0
        box = QRectF(-high * chips.CARD_SHAPE / 2, -high / 2, high * chips.CARD_SHAPE, high)
        painter.save()
        painter.translate(20, HIGH / 2)
        painter.scale(max(0.04, abs(math.cos(math.pi * self._turned))), 1)
        if self.open and self._card.face is not None:
            chips.paint_race_card(painter, box, self._card.face, faint=not self._card.right)
        else:
            paint_card_back(painter, box)
        painter.restore()

    def _paint_text(
        self, painter: QPainter, text: str, font: QFont, colour: str, box: QRectF
    ) -> None:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)
