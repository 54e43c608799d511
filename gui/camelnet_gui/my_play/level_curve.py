"""The curve of My play: the level in each game over time, a line for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.my_play.database import Game
from camelnet.my_play.figures import by_game, curve
from camelnet.my_play.level import RATES, height_of, level_of
from camelnet.session.text.bot_words import level_word
from camelnet_gui.art.palette import faded
from camelnet_gui.games import game_title
from camelnet_gui.review.graph_painting import DASHES, Field, apart, visible
from camelnet_gui.style.seat_marks import SEAT_COLOURS
from camelnet_gui.style.theme import Theme, theme_of, ui_font

HIGH = 168  # pixels
TOP, BOTTOM, GAP = 8.0, 10.0, 8.0
NAME = 150.0  # the room for a name at the right, at most
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Line:
    """One game's line: the number of each game among all, and the height of its level there, from
    0 to 1."""

    title: str
    points: tuple[tuple[int, float], ...]
    first: str  # the level at its beginning
    last: str  # and at its end


def lines_of(games: Sequence[Game]) -> tuple[Line, ...]:
    """A line for each kind of game of which a level is told, the most played first."""
    found = []
    for kind in by_game(games):
        points = curve(games, kind.game) if kind.game in RATES else ()
        if points:
            levels = len(RATES[kind.game])
            heights = tuple(
                (number, (height_of(kind.game, rate) + 0.5) / levels) for number, rate in points
            )
            first, last = (level_of(kind.game, points[at][1]) for at in (0, -1))
            title = game_title(kind.game)
            found.append(Line(title, heights, level_word(first), level_word(last)))
    return tuple(found)


class LevelCurve(QWidget):
    """Bands for the levels, the strongest on top, and a line for each game."""

    accessible_role = QAccessible.Role.Chart

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[Line, ...] = ()
        self._levels = [level_word(level) for level in next(iter(RATES.values()))]
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HIGH)
        self.setAccessibleName(_("Your level over time"))

    def sizeHint(self) -> QSize:
        return QSize(640, HIGH)

    def show_lines(self, lines: tuple[Line, ...]) -> None:
        self._lines = lines
        text = _("{game}: at first {first}, now {last}.")
        told = (text.format(game=one.title, first=one.first, last=one.last) for one in lines)
        self.setAccessibleDescription(" ".join(told))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._lines:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(ui_font(12))
        field, first = self._field(QFontMetricsF(painter.font()))
        theme = theme_of(self)
        self._paint_bands(painter, field, theme)
        for place, line in enumerate(self._lines):
            _paint_line(painter, line, field, first, theme, place)
        self._paint_names(painter, field, theme)

    def _field(self, metrics: QFontMetricsF) -> tuple[Field, int]:
        """The field of the lines, and the number of the game at its left end."""
        words = max(map(metrics.horizontalAdvance, self._levels)) + 2 * GAP
        names = max(metrics.horizontalAdvance(line.title) for line in self._lines) + 2 * GAP
        box = QRectF(self.rect()).adjusted(words, TOP, -min(names, NAME) - GAP, -BOTTOM)
        first = min(line.points[0][0] for line in self._lines)
        last = max(line.points[-1][0] for line in self._lines)
        return Field(box, max(last - first, 1)), first

    def _paint_bands(self, painter: QPainter, field: Field, theme: Theme) -> None:
        box, count = field.box, len(self._levels)
        painter.fillRect(box, QColor(theme.field))
        for place, word in enumerate(self._levels):
            top = field.y((place + 1) / count)
            band = QRectF(box.left(), top, box.width(), box.height() / count)
            if place % 2 == 0:
                painter.fillRect(band, faded(QColor(theme.off), 0.6))
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(band.topLeft(), band.topRight())
            painter.setPen(QColor(theme.muted))
            painter.drawText(QRectF(0, top, box.left() - GAP, band.height()), _RIGHT, word)

    def _paint_names(self, painter: QPainter, field: Field, theme: Theme) -> None:
        """The name of each game at the right, as high as its line ends."""
        ends = sorted((field.y(line.points[-1][1]), n) for n, line in enumerate(self._lines))
        high = QFontMetricsF(painter.font()).height()
        places = apart([y for y, _n in ends], high, TOP, field.box.bottom())
        left = field.box.right() + GAP + 4
        for place, (_y, number) in zip(places, ends, strict=True):
            painter.setPen(QColor(theme.text))
            painter.setFont(ui_font(12, QFont.Weight.Bold if number == 0 else QFont.Weight.Normal))
            box = QRectF(left, place - high / 2, self.width() - left, high)
            shown = QFontMetricsF(painter.font()).elidedText(
                self._lines[number].title, Qt.TextElideMode.ElideRight, box.width()
            )
            painter.drawText(box, _LEFT, shown)


def _paint_line(
    painter: QPainter, line: Line, field: Field, first: int, theme: Theme, place: int
) -> None:
    """One line, told apart by its dashes as well as by its colour; it ends in a dot."""
    points = [field.at(number - first, height) for number, height in line.points]
    colour = visible(SEAT_COLOURS[place % len(SEAT_COLOURS)], theme)
    pen = QPen(colour, 3 if place == 0 else 2)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dashes := DASHES[place % len(DASHES)]:
        pen.setDashPattern(dashes)
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    end: QPointF = points[-1]
    painter.setPen(QPen(QColor(theme.card), 1.5))
    painter.setBrush(colour)
    painter.drawEllipse(end, 4.2, 4.2)
