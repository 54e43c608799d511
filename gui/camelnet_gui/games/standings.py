"""The players with their scores while bets are turned over: scores change as coins land."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet_gui.art.badge import paint_badge
from camelnet_gui.games.coins import PaintUnit
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import theme_of, ui_font

HIGH = 58  # pixels
GAP = 6.0
IN_LINE = 5  # players at most; more of them stand in two lines


class Standings(QWidget):
    """`paint_unit` paints the unit of scores at a centre with a radius."""

    def __init__(
        self, marks: Sequence[SeatMark], scores: Sequence[int], paint_unit: PaintUnit
    ) -> None:
        super().__init__()
        self._marks, self._paint_unit = tuple(marks), paint_unit
        self._scores = list(scores)
        count = len(self._marks)
        self._in_line = count if count <= IN_LINE else (count + 1) // 2
        self._lines = -(-count // self._in_line)
        self.setFixedHeight(HIGH * self._lines)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tell()

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self._scores)

    def set_score(self, seat: int, score: int) -> None:
        self._scores[seat] = score
        self._tell()
        self.update()

    def purse(self, seat: int) -> QPointF:
        """The goal of coins for a seat, in this widget's coordinates."""
        box = self._box(seat)
        return QPointF(box.right() - 26, box.top() + 19)

    def sizeHint(self) -> QSize:
        return QSize(90 * self._in_line, HIGH * self._lines)

    def _tell(self) -> None:
        told = [
            f"{mark.name} {score}" for mark, score in zip(self._marks, self._scores, strict=True)
        ]
        self.setAccessibleName(", ".join(told))

    def _box(self, seat: int) -> QRectF:
        line, place = divmod(seat, self._in_line)
        count = self._in_line
        wide = min(190.0, (self.width() - GAP * (count - 1)) / count)
        left = (self.width() - wide * count - GAP * (count - 1)) / 2
        return QRectF(left + place * (wide + GAP), line * HIGH + 1, wide, HIGH - 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        best = max(self._scores, default=0)
        for seat, (mark, score) in enumerate(zip(self._marks, self._scores, strict=True)):
            box = self._box(seat)
            leads = score == best
            painter.setPen(QPen(QColor(theme.gold if leads else theme.line), 2 if leads else 1))
            painter.setBrush(QColor(theme.field))
            painter.drawRoundedRect(box, 9, 9)
            painter.setFont(ui_font(13, QFont.Weight.Bold))
            paint_badge(painter, mark, QPointF(box.left() + 20, box.top() + 19), 13)
            self._paint_unit(painter, QPointF(box.left() + 46, box.top() + 19), 8.0)
            painter.setFont(ui_font(19, QFont.Weight.Black))
            painter.setPen(QColor(theme.text))
            number = QRectF(box.left() + 56, box.top() + 4, box.width() - 60, 30)
            painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, str(score))
            font = ui_font(12, QFont.Weight.Medium)
            painter.setFont(font)
            painter.setPen(QColor(theme.muted))
            low = QRectF(box.left() + 8, box.top() + 35, box.width() - 14, 18)
            name = QFontMetricsF(font).elidedText(
                mark.name, Qt.TextElideMode.ElideRight, low.width()
            )
            painter.drawText(low, Qt.AlignmentFlag.AlignVCenter, name)
