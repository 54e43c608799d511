"""The painters of the graph of chances, and the place of each step on it.

No line is told by its colour alone: each has its badge and its name at the end, and of four all
have other dashes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from camelnet.rules.phrases import percent
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.palette import faded
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import Theme, ui_font

LEFT, TOP, BOTTOM = 46.0, 10.0, 20.0  # around the lines, in pixels
NAMES, BADGES = 142.0, 78.0  # at the right, with names and without
NARROW = 520.0  # a graph less wide than this has no names
GRIP = 5.0  # radius of the cursor's grip
RADIUS = 9.0  # of the badges at the lines' ends
FLAG = 8.0  # radius of the numbers at costly decisions
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 2.5), (9, 3, 2, 3))  # beside the colours
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WRAPPED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
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
    the end; it is empty while nobody knows them. `dots` are strokes of luck and `flags` costly
    decisions, both as (step, seat). Nothing behind the place `reach` is drawn."""

    last: int  # the place of the end: the number of steps
    chapters: tuple[Chapter, ...]
    marks: tuple[SeatMark, ...]
    mine: int | None  # whose line is drawn strongest
    graph: tuple[tuple[float, ...], ...] = ()
    dots: tuple[tuple[int, int], ...] = ()
    flags: tuple[tuple[int, int], ...] = ()
    reach: int | None = None  # None: all is drawn
    note: str = ""  # why there are no lines

    @property
    def seen(self) -> tuple[tuple[float, ...], ...]:
        """The part of the graph that is drawn."""
        return self.graph if self.reach is None else self.graph[: self.reach + 1]

    def visible(self, step: int) -> bool:
        return self.reach is None or step <= self.reach


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
        """The place nearest to a point, from the beginning to the end."""
        inside = (x - self.box.left()) / max(self.box.width(), 1)
        return max(0, min(self.last, round(inside * self.last)))


def paint(
    painter: QPainter,
    plot: Plot,
    field: Field,
    theme: Theme,
    *,
    at: int,
    lit: bool,
    hover: int | None = None,
) -> None:
    """The whole graph, with the cursor at a place; `lit` while it has the keyboard, `hover` is the
    place under the pointer."""
    _paint_ground(painter, plot, field, theme)
    if hover is not None:
        painter.setPen(QPen(QColor(theme.muted), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(field.x(hover), field.box.top()), field.at(hover, 0))
    mine = plot.mine
    if plot.graph:
        for seat in sorted(range(len(plot.marks)), key=lambda seat: (seat == mine, -seat)):
            _paint_line(painter, plot, field, theme, seat)
        _paint_dots(painter, plot, field, theme)
        _paint_flags(painter, plot, field, theme)
    elif plot.note:
        painter.setPen(QColor(theme.text))
        painter.drawText(field.box.adjusted(8, 0, -8, 0), _WRAPPED, plot.note)
    _paint_cursor(painter, plot, field, theme, at=at, lit=lit)
    if plot.graph:
        _paint_points(painter, plot, field, theme, at)
        _paint_ends(painter, plot, field, theme, at)


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
    quarters = (0, 1, 2, 3, 4) if box.height() > 4 * 16 else (0, 2, 4)
    for quarter in quarters:
        y = field.y(quarter / 4)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
        if plot.graph:
            painter.setPen(QColor(theme.muted))
            painter.drawText(QRectF(0, y - 9, LEFT - 6, 18), _RIGHT, percent(quarter / 4))


def _paint_line(painter: QPainter, plot: Plot, field: Field, theme: Theme, seat: int) -> None:
    mine = seat == plot.mine
    path = QPainterPath(field.at(0, plot.graph[0][seat]))
    for step, shares in enumerate(plot.seen):
        path.lineTo(field.at(step, shares[seat]))
    colour = visible(plot.marks[seat].colour, theme)
    if mine:
        under = QPainterPath(path)
        under.lineTo(field.at(len(plot.seen) - 1, 0))
        under.lineTo(field.box.bottomLeft())
        under.closeSubpath()
        painter.fillPath(under, faded(colour, 0.13))
    pen = QPen(colour, 3.2 if mine else 1.8)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    dashes = DASHES[seat % len(DASHES)]
    if dashes and not mine:
        pen.setDashPattern(dashes)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _paint_dots(painter: QPainter, plot: Plot, field: Field, theme: Theme) -> None:
    """Paints where luck turned a line: hollow, so that nobody takes it for a point of the
    cursor."""
    painter.setBrush(QColor(theme.field))
    for step, seat in filter(lambda dot: plot.visible(dot[0]), plot.dots):
        painter.setPen(QPen(visible(plot.marks[seat].colour, theme), 1.6))
        painter.drawEllipse(field.at(step, plot.graph[step][seat]), 3.4, 3.4)


def _paint_cursor(
    painter: QPainter, plot: Plot, field: Field, theme: Theme, *, at: int, lit: bool
) -> None:
    """The part played so far as a tinted stretch, and a line with a grip at its end."""
    x = field.x(at)
    strong = QColor(theme.accent_high)
    played = QRectF(field.box.left(), field.box.top(), x - field.box.left(), field.box.height())
    painter.fillRect(played, faded(strong, 0.10))
    painter.setPen(QPen(strong, 2.6 if lit else 1.8))
    painter.drawLine(QPointF(x, field.box.top() - 2), field.at(at, 0))
    painter.setBrush(QColor(theme.gold_high))
    painter.setPen(QPen(QColor(theme.gold_line), 1.4))
    grip = QPointF(x, field.box.top() - 3)
    painter.drawEllipse(grip, GRIP, GRIP)
    if lit:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(strong, 2))
        painter.drawEllipse(grip, GRIP + 3, GRIP + 3)


def _paint_points(painter: QPainter, plot: Plot, field: Field, theme: Theme, at: int) -> None:
    painter.setPen(QPen(QColor(theme.card), 1.5))
    for seat, share in enumerate(plot.graph[at]):
        painter.setBrush(visible(plot.marks[seat].colour, theme))
        painter.drawEllipse(field.at(at, share), 4.2, 4.2)


def _paint_flags(painter: QPainter, plot: Plot, field: Field, theme: Theme) -> None:
    """The numbers of the costly decisions, above their lines, or beneath where there is no room.
    Those close together are moved apart."""
    box = field.box
    flags = sorted(
        (step, seat, number)
        for number, (step, seat) in enumerate(plot.flags, start=1)
        if plot.visible(step)
    )
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


def _paint_ends(painter: QPainter, plot: Plot, field: Field, theme: Theme, at: int) -> None:
    """Badge, chance at the cursor and name at the right, in the order of those chances."""
    shares = plot.graph[at]
    order = sorted((field.y(share), seat) for seat, share in enumerate(shares))
    high = field.box.bottom() + 6 - TOP
    radius = min(RADIUS, high / len(order) / 2 - 0.5)
    places = apart([y for y, _seat in order], 2 * radius + 1, TOP, field.box.bottom() + 6)
    for place, (_y, seat) in zip(places, order, strict=True):
        centre = QPointF(field.box.right() + RADIUS + 7, place)
        mark = plot.marks[seat]
        paint_badge(painter, mark, centre, radius)
        mine = seat == plot.mine
        font = ui_font(12, QFont.Weight.ExtraBold if mine else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        left = centre.x() + RADIUS + 4
        number = QRectF(left, place - 9, 38, 18)
        painter.drawText(number, _RIGHT, percent(shares[seat]))
        box = QRectF(number.right() + 6, place - 9, field.box.right() + NAMES - left - 44, 18)
        if field.box.width() + LEFT + NAMES >= NARROW:
            shown = QFontMetricsF(font).elidedText(
                mark.name, Qt.TextElideMode.ElideRight, box.width()
            )
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
