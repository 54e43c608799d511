"""The painters of the graph of chances, and the place of each step on it.

No line is told by its colour alone: each has its own dashes, its badge and its name at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from camelnet.rules.phrases import percent
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.palette import faded
from camelnet_gui.seat_marks import SeatMark
from camelnet_gui.theme import Theme, ui_font

LEFT, TOP, BOTTOM = 46.0, 10.0, 22.0  # around the lines, in pixels
NAMES, BADGES = 112.0, 32.0  # at the right, with names and without
NARROW = 480.0  # a graph less wide than this has no names
RADIUS = 9.0  # of the badges at the lines' ends
FLAG = 8.0  # radius of the numbers at costly decisions
_DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 2.5), (9, 3, 2, 3))  # beside the colours
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Chapter:
    """A leg or round: its first step, its name, and what is told of it where there is less room."""

    first: int
    title: str
    number: str


@dataclass(frozen=True, slots=True)
class Plot:
    """The content of the graph. `graph[k]` are the chances before step k, the last ones those at
    the end; `dots` are strokes of luck and `flags` costly decisions, both as (step, seat)."""

    graph: tuple[tuple[float, ...], ...]
    chapters: tuple[Chapter, ...]
    marks: tuple[SeatMark, ...]
    mine: int | None  # whose line is drawn strongest
    dots: tuple[tuple[int, int], ...] = ()
    flags: tuple[tuple[int, int], ...] = ()

    @property
    def last(self) -> int:
        return len(self.graph) - 1


@dataclass(frozen=True, slots=True)
class Field:
    """The field of the lines, the same for painting and for hit-testing."""

    box: QRectF
    last: int

    @classmethod
    def within(cls, around: QRectF, last: int) -> Field:
        right = NAMES if around.width() >= NARROW else BADGES
        return cls(around.adjusted(LEFT, TOP, -right, -BOTTOM), max(last, 1))

    def x(self, step: float) -> float:
        return self.box.left() + self.box.width() * step / self.last

    def y(self, share: float) -> float:
        return self.box.bottom() - self.box.height() * share

    def at(self, step: int, share: float) -> QPointF:
        return QPointF(self.x(step), self.y(share))

    def step_at(self, x: float) -> int:
        """The step whose stretch of the lines is at a place; past the last one, the end."""
        inside = (x - self.box.left()) / max(self.box.width(), 1)
        return self.last if inside > 1 else max(0, int(inside * self.last))


def paint(painter: QPainter, plot: Plot, field: Field, theme: Theme, *, at: int, lit: bool) -> None:
    """The whole graph, with the cursor at a step; `lit` while it has the keyboard."""
    _paint_ground(painter, plot, field, theme)
    _paint_cursor(painter, plot, field, theme, at=at, lit=lit)
    mine = plot.mine
    for seat in sorted(range(len(plot.marks)), key=lambda seat: (seat == mine, -seat)):
        _paint_line(painter, plot, field, theme, seat)
    _paint_dots(painter, plot, field, theme)
    _paint_points(painter, plot, field, theme, at)
    _paint_flags(painter, plot, field, theme)
    _paint_ends(painter, plot, field, theme)


def _paint_ground(painter: QPainter, plot: Plot, field: Field, theme: Theme) -> None:
    """Legs or rounds as bands, and a line for each quarter."""
    box = field.box
    painter.fillRect(box, QColor(theme.field))
    painter.setFont(ui_font(11))
    metrics = QFontMetricsF(painter.font())
    ends = [*(chapter.first for chapter in plot.chapters[1:]), plot.last]
    for index, (chapter, end) in enumerate(zip(plot.chapters, ends, strict=False)):
        left, right = field.x(chapter.first), field.x(end)
        if index % 2 == 0:
            band = QRectF(left, box.top(), right - left, box.height())
            painter.fillRect(band, faded(QColor(theme.off), 0.6))
        below = QRectF(left, box.bottom() + 3, right - left, BOTTOM - 4)
        room = right - left - 4
        for text in (chapter.title, chapter.number):
            if metrics.horizontalAdvance(text) < room:
                painter.setPen(QColor(theme.muted))
                painter.drawText(below, Qt.AlignmentFlag.AlignCenter, text)
                break
    for quarter in range(5):
        y = field.y(quarter / 4)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
        painter.setPen(QColor(theme.muted))
        painter.drawText(QRectF(0, y - 9, LEFT - 6, 18), _RIGHT, percent(quarter / 4))


def _paint_line(painter: QPainter, plot: Plot, field: Field, theme: Theme, seat: int) -> None:
    mine = seat == plot.mine
    path = QPainterPath(field.at(0, plot.graph[0][seat]))
    for step, shares in enumerate(plot.graph):
        path.lineTo(field.at(step, shares[seat]))
    colour = visible(plot.marks[seat].colour, theme)
    if mine:
        under = QPainterPath(path)
        under.lineTo(field.box.bottomRight())
        under.lineTo(field.box.bottomLeft())
        under.closeSubpath()
        painter.fillPath(under, faded(colour, 0.13))
    pen = QPen(colour, 3.2 if mine else 1.8)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    dashes = _DASHES[seat % len(_DASHES)]
    if dashes and not mine:
        pen.setDashPattern(dashes)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _paint_dots(painter: QPainter, plot: Plot, field: Field, theme: Theme) -> None:
    """Paints where luck turned a line: hollow, so that nobody takes it for a point of the
    cursor."""
    painter.setBrush(QColor(theme.field))
    for step, seat in plot.dots:
        painter.setPen(QPen(visible(plot.marks[seat].colour, theme), 1.6))
        painter.drawEllipse(field.at(step, plot.graph[step][seat]), 3.4, 3.4)


def _paint_cursor(
    painter: QPainter, plot: Plot, field: Field, theme: Theme, *, at: int, lit: bool
) -> None:
    """A band as wide as what the step did."""
    left, right = field.x(at), field.x(min(at + 1, plot.last))
    strong = QColor(theme.accent_high if lit else theme.muted)
    band = QRectF(left, field.box.top(), max(right - left, 2.0), field.box.height())
    painter.fillRect(band, faded(strong, 0.30))
    painter.setPen(QPen(strong, 2.0 if lit else 1.2))
    painter.drawLine(band.topLeft(), band.bottomLeft())


def _paint_points(painter: QPainter, plot: Plot, field: Field, theme: Theme, at: int) -> None:
    painter.setPen(QPen(QColor(theme.card), 1.5))
    for seat, share in enumerate(plot.graph[at]):
        painter.setBrush(visible(plot.marks[seat].colour, theme))
        painter.drawEllipse(field.at(at, share), 4.2, 4.2)


def _paint_flags(painter: QPainter, plot: Plot, field: Field, theme: Theme) -> None:
    """The numbers of the costly decisions, above their lines, or beneath where there is no room.
    Those close together are moved apart."""
    box = field.box
    flags = sorted((step, seat, number) for number, (step, seat) in enumerate(plot.flags, start=1))
    places = [field.x(step) for step, _seat, _number in flags]
    spread = apart(places, 2 * FLAG + 2, box.left() + FLAG, box.right() - FLAG)
    for x, (step, seat, number) in zip(spread, flags, strict=True):
        foot = field.at(step, plot.graph[step][seat])
        rise = -2.4 * FLAG if foot.y() - 3.6 * FLAG > box.top() else 2.4 * FLAG
        centre = QPointF(x, foot.y() + rise)
        painter.setPen(QPen(QColor(theme.danger), 1.6))
        painter.drawLine(foot, centre)
        paint_number(painter, number, centre, theme)


def paint_number(painter: QPainter, number: int, centre: QPointF, theme: Theme) -> None:
    """The number of a costly decision, on the graph and on its card."""
    painter.setPen(QPen(QColor(theme.card), 1.4))
    painter.setBrush(QColor(theme.danger))
    painter.drawEllipse(centre, FLAG, FLAG)
    painter.setFont(ui_font(11, QFont.Weight.ExtraBold))
    painter.setPen(QColor(theme.on_danger))
    around = QRectF(centre.x() - FLAG, centre.y() - FLAG, 2 * FLAG, 2 * FLAG)
    painter.drawText(around, Qt.AlignmentFlag.AlignCenter, str(number))


def _paint_ends(painter: QPainter, plot: Plot, field: Field, theme: Theme) -> None:
    """Badge and name at the end of each line, moved apart where they would lie on each other."""
    ends = sorted((field.y(share), seat) for seat, share in enumerate(plot.graph[-1]))
    places = apart([y for y, _seat in ends], 2 * RADIUS + 1, TOP, field.box.bottom() + 6)
    for place, (_y, seat) in zip(places, ends, strict=True):
        centre = QPointF(field.box.right() + RADIUS + 7, place)
        paint_badge(painter, plot.marks[seat], centre, RADIUS)
        mine = seat == plot.mine
        font = ui_font(12, QFont.Weight.ExtraBold if mine else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        left = centre.x() + RADIUS + 4
        box = QRectF(left, place - 9, max(0.0, field.box.right() + NAMES - left), 18)
        if field.box.width() + LEFT + NAMES >= NARROW:
            name = plot.marks[seat].name
            shown = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, _LEFT, shown)


def apart(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Sorted places moved so that all are `gap` apart, between `low` and `high` as far as fits."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + gap if moved else low))
    limit = high
    for index in range(len(moved) - 1, -1, -1):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - gap
    return moved


def visible(colour: str, theme: Theme) -> QColor:
    """A seat's colour, light enough on a dark ground, dark enough on a light one."""
    made = QColor(colour)
    light = max(made.lightnessF(), 0.6) if theme.dark else min(made.lightnessF(), 0.42)
    return QColor.fromHslF(max(made.hslHueF(), 0.0), made.hslSaturationF(), light)
