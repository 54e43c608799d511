"""The graph of everybody's chance to win over a game, with a cursor for mouse and keyboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.review.words import percent
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.seats import SeatMark
from camelnet_gui.theme import Theme, theme_of, ui_font
from camelnet_gui.widgets import announce

HIGH = 210  # pixels
LEFT, RIGHT, TOP, BOTTOM = 44.0, 30.0, 10.0, 24.0  # around the lines
RADIUS = 9.0  # of the badges at the lines' ends
_DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 2.5), (9, 3, 2, 3))  # beside the colours


@dataclass(frozen=True, slots=True)
class Plot:
    """What is painted. `graph[k]` are the chances before step k, the last ones those at the end."""

    graph: tuple[tuple[float, ...], ...]
    chapters: tuple[tuple[int, int], ...]  # legs or rounds: (number, first step)
    marks: tuple[SeatMark, ...]
    mine: int | None  # whose line is drawn strongest

    @property
    def last(self) -> int:
        return len(self.graph) - 1


class Course(QWidget):
    """Left and Right move the cursor by a step, Page Up and Page Down by a chapter, Home and End to
    the ends."""

    pointed = Signal(int)  # the step before which the cursor stands

    def __init__(self, plot: Plot) -> None:
        super().__init__()
        self._plot = plot
        self._at = plot.last
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HIGH)
        self.setAccessibleName(_("The chance to win over the game"))
        self.setAccessibleDescription(self.summary())

    @property
    def at(self) -> int:
        return self._at

    def sizeHint(self) -> QSize:
        return QSize(640, HIGH)

    def summary(self) -> str:
        """The graph in words: where each line began, how high and low it went, where it ended."""
        lines = []
        for seat, mark in enumerate(self._plot.marks):
            chances = [shares[seat] for shares in self._plot.graph]
            lines.append(
                _(
                    "{name}: at first {first}, lowest {low}, highest {high}, at the end {last}."
                ).format(
                    name=mark.name,
                    first=percent(chances[0]),
                    low=percent(min(chances)),
                    high=percent(max(chances)),
                    last=percent(chances[-1]),
                )
            )
        return " ".join(lines)

    def point(self, step: int) -> None:
        """Move the cursor; beyond the ends it stays at the end."""
        step = max(0, min(self._plot.last, step))
        if step != self._at:
            self._at = step
            self.update()
            self.pointed.emit(step)

    # --- places ---------------------------------------------------------------------------------

    def _field(self) -> QRectF:
        return QRectF(self.rect()).adjusted(LEFT, TOP, -RIGHT, -BOTTOM)

    def _x(self, field: QRectF, step: float) -> float:
        return field.left() + field.width() * step / max(self._plot.last, 1)

    def _y(self, field: QRectF, share: float) -> float:
        return field.bottom() - field.height() * share

    def _step_at(self, x: float) -> int:
        field = self._field()
        return round((x - field.left()) / max(field.width(), 1) * self._plot.last)

    # --- moving the cursor ----------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point(self._step_at(event.position().x()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.point(self._step_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        starts = [first for _number, first in self._plot.chapters]
        match event.key():
            case Qt.Key.Key_Left:
                target = self._at - 1
            case Qt.Key.Key_Right:
                target = self._at + 1
            case Qt.Key.Key_Home:
                target = 0
            case Qt.Key.Key_End:
                target = self._plot.last
            case Qt.Key.Key_PageUp:
                target = max((first for first in starts if first < self._at), default=0)
            case Qt.Key.Key_PageDown:
                target = min((f for f in starts if f > self._at), default=self._plot.last)
            case _:
                super().keyPressEvent(event)
                return
        self.point(target)
        announce(self, self.chances(self._at))

    def chances(self, step: int) -> str:
        """Everybody's chance before a step, in words."""
        shares = self._plot.graph[step]
        return ", ".join(
            f"{mark.name} {percent(share)}"
            for mark, share in zip(self._plot.marks, shares, strict=True)
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    # --- painting -------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, field = theme_of(self), self._field()
        self._paint_ground(painter, field, theme)
        for seat in self._order():
            self._paint_line(painter, field, seat)
        self._paint_cursor(painter, field, theme)
        self._paint_ends(painter, field)

    def _order(self) -> Sequence[int]:
        """Mine comes last, so that it lies on top."""
        mine = self._plot.mine
        return sorted(range(len(self._plot.marks)), key=lambda seat: (seat == mine, -seat))

    def _paint_ground(self, painter: QPainter, field: QRectF, theme: Theme) -> None:
        painter.fillRect(field, QColor(theme.field))
        painter.setFont(ui_font(12))
        starts = [*(first for _number, first in self._plot.chapters), self._plot.last]
        for index, (number, first) in enumerate(self._plot.chapters):
            left, right = self._x(field, first), self._x(field, starts[index + 1])
            if index % 2 == 0:
                painter.fillRect(QRectF(left, field.top(), right - left, field.height()), theme.off)
            text = str(number)
            if QFontMetricsF(painter.font()).horizontalAdvance(text) < right - left - 2:
                painter.setPen(QColor(theme.muted))
                below = QRectF(left, field.bottom() + 3, right - left, BOTTOM - 4)
                painter.drawText(below, Qt.AlignmentFlag.AlignCenter, text)
        for quarter in range(5):
            y = self._y(field, quarter / 4)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(QPointF(field.left(), y), QPointF(field.right(), y))
            painter.setPen(QColor(theme.muted))
            box = QRectF(0, y - 9, LEFT - 6, 18)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, flags, percent(quarter / 4))

    def _paint_line(self, painter: QPainter, field: QRectF, seat: int) -> None:
        mine = seat == self._plot.mine
        path = QPainterPath()
        for step, shares in enumerate(self._plot.graph):
            at = QPointF(self._x(field, step), self._y(field, shares[seat]))
            if step == 0:
                path.moveTo(at)
            else:
                path.lineTo(at)
        pen = QPen(_visible(self._plot.marks[seat].colour, theme_of(self)), 3.2 if mine else 1.9)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        dashes = _DASHES[seat % len(_DASHES)]
        if dashes and not mine:
            pen.setDashPattern(dashes)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)

    def _paint_cursor(self, painter: QPainter, field: QRectF, theme: Theme) -> None:
        x = self._x(field, self._at)
        strong = QColor(theme.accent if self.hasFocus() else theme.text)
        painter.setPen(QPen(strong, 2.2 if self.hasFocus() else 1.2))
        painter.drawLine(QPointF(x, field.top()), QPointF(x, field.bottom()))
        painter.setPen(QPen(QColor(theme.card), 1.5))
        for seat, share in enumerate(self._plot.graph[self._at]):
            painter.setBrush(_visible(self._plot.marks[seat].colour, theme))
            painter.drawEllipse(QPointF(x, self._y(field, share)), 4.2, 4.2)

    def _paint_ends(self, painter: QPainter, field: QRectF) -> None:
        """A badge at the end of each line, moved apart where they would lie on each other."""
        ends = sorted(
            (self._y(field, share), seat) for seat, share in enumerate(self._plot.graph[-1])
        )
        places: list[float] = []
        for y, _seat in ends:
            places.append(max(y, places[-1] + 2 * RADIUS) if places else max(y, TOP))
        over = places[-1] - (field.bottom() + 4)
        if over > 0:  # push back up what stands too low
            limit = field.bottom() + 4
            for index in range(len(places) - 1, -1, -1):
                places[index] = min(places[index], limit)
                limit = places[index] - 2 * RADIUS
        for place, (_y, seat) in zip(places, ends, strict=True):
            centre = QPointF(field.right() + RADIUS + 6, place)
            paint_badge(painter, self._plot.marks[seat], centre, RADIUS)


def _visible(colour: str, theme: Theme) -> QColor:
    """A seat's colour, lighter where the ground is dark."""
    made = QColor(colour)
    return made.lighter(165) if theme.dark else made
