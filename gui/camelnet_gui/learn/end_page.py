"""The last page of a tutorial: a caravan at sunset, confetti, and where to go from here."""

from __future__ import annotations

import random
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from camelnet.i18n import _
from camelnet_gui.art.camel import paint_stack
from camelnet_gui.games import game_title
from camelnet_gui.style.theme import theme_of
from camelnet_gui.widgets.basics import (
    FittingButton,
    column,
    frame,
    label,
    row,
)
from camelnet_gui.widgets.screen_reader import announce

FALL_MS = 3600
PAPERS = 90
COLOURS = ("#1b66b0", "#12936e", "#f4c430", "#cf4d12", "#f5f0e6", "#c2185b")
CARD_WIDE = 520


@dataclass(frozen=True, slots=True)
class _Paper:
    """One piece of confetti; lengths as shares of the page."""

    x: float
    y: float
    fall: float  # how far it comes down
    drift: float
    turn: float  # degrees
    colour: str
    size: float  # pixels


def _papers() -> tuple[_Paper, ...]:
    luck = random.Random(5)
    return tuple(
        _Paper(
            x=luck.random(),
            y=luck.uniform(-0.35, 0.1),
            fall=luck.uniform(0.35, 0.95),
            drift=luck.uniform(-0.06, 0.06),
            turn=luck.uniform(90, 720),
            colour=luck.choice(COLOURS),
            size=luck.uniform(6, 12),
        )
        for _number in range(PAPERS)
    )


class EndPage(QWidget):
    """`animated`: the confetti falls once; else it lies still."""

    def __init__(self, game: str, closing: str, *, animated: bool) -> None:
        super().__init__()
        self._papers = _papers()
        self.play: QPushButton = FittingButton(_("Play now against bots"), "main")
        self.rules: QPushButton = FittingButton(_("Read the rules"))
        self.home: QPushButton = FittingButton(_("Home"))
        card = frame("card")
        card.setMaximumWidth(CARD_WIDE)
        lines = column(card, gap=12, margin=(28, 22, 28, 22))
        title = label(_("You can play {game}!").format(game=game_title(game)), "title", wrap=True)
        title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        words = label(closing, "bubble-words", wrap=True)
        words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        lines.addWidget(title)
        lines.addWidget(words)
        lines.addSpacing(4)
        lines.addWidget(self.play)
        feet = row(gap=8)
        feet.addWidget(self.rules, 1)
        feet.addWidget(self.home, 1)
        lines.addLayout(feet)
        page = column(self, margin=24)
        page.addStretch(2)
        middle = row()
        middle.addStretch(1)
        middle.addWidget(card, 6)
        middle.addStretch(1)
        page.addLayout(middle)
        page.addStretch(5)
        self._clock = QVariantAnimation(self)
        self._clock.setDuration(FALL_MS)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.valueChanged.connect(lambda _share: self.update())
        self._share = 1.0
        if animated:
            self._clock.valueChanged.connect(self._fall)
            self._share = 0.0
            self._clock.start()
        announce(self, f"{title.text()} {closing}")

    def _fall(self, share: float) -> None:
        self._share = float(share)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = float(self.width()), float(self.height())
        dark = theme_of(self).dark
        self._paint_sky(painter, wide, high, dark)
        self._paint_caravan(painter, wide, high)
        self._paint_confetti(painter, wide, high)

    def _paint_sky(self, painter: QPainter, wide: float, high: float, dark: bool) -> None:
        sky = QLinearGradient(0, 0, 0, high * 0.8)
        for at, colour in (
            ((0.0, "#17163a"), (0.6, "#4a2f63"), (1.0, "#b45a4e"))
            if dark
            else ((0.0, "#8fd0e0"), (0.6, "#fbe3a8"), (1.0, "#f7b765"))
        ):
            sky.setColorAt(at, QColor(colour))
        painter.fillRect(self.rect(), sky)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#f8d57a" if dark else "#fff4c4"))
        painter.drawEllipse(QPointF(wide * 0.82, high * 0.62), high * 0.11, high * 0.11)
        dunes = (("#7a3f4a", "#e3a552", 0.72), ("#5b2f45", "#d89440", 0.80))
        for number, (night, day, top) in enumerate(dunes):
            dune = QPainterPath(QPointF(0, high))
            dune.lineTo(0, high * (top + 0.05 * (1 - number)))
            dune.cubicTo(
                QPointF(wide * 0.3, high * (top - 0.08 + 0.1 * number)),
                QPointF(wide * 0.6, high * (top + 0.08 - 0.05 * number)),
                QPointF(wide, high * (top - 0.02)),
            )
            dune.lineTo(wide, high)
            dune.closeSubpath()
            painter.setBrush(QColor(night if dark else day))
            painter.drawPath(dune)

    def _paint_caravan(self, painter: QPainter, wide: float, high: float) -> None:
        scale = min(high / 620, wide / 900)
        for number, camels in enumerate(("w", "og", "yb")):
            painter.save()
            painter.translate(wide * (0.24 + 0.24 * number), high * (0.95 - 0.01 * number))
            painter.scale(scale, scale)
            paint_stack(painter, camels)
            painter.restore()

    def _paint_confetti(self, painter: QPainter, wide: float, high: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        share = self._share
        for paper in self._papers:
            y = (paper.y + paper.fall * share) * high
            if y < -20:
                continue
            painter.save()
            painter.translate((paper.x + paper.drift * share) * wide, y)
            painter.rotate(paper.turn * share)
            painter.setBrush(QColor(paper.colour))
            painter.drawRect(QRectF(-paper.size / 2, -paper.size / 4, paper.size, paper.size / 2))
            painter.restore()
