"""Aids for games without exact odds: chances to win, and the likeliest good moves, by search.

Chances of such games' moves hardly differ, so moves have bars and words instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from camelnet.bots.search import Analysis
from camelnet.i18n import _
from camelnet.rules.phrases import chance_percent
from camelnet.session.game.aids import (
    Question,
    Stop,
    chances,
    judgement,
    leading,
    move_words,
    worths,
)
from camelnet_gui.art.badge import paint_badge
from camelnet_gui.art.bar import paint_bar
from camelnet_gui.games.interface import Aid
from camelnet_gui.games.view_model import Table
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import Theme, theme_of, ui_font
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import set_tip

LINES = 6  # of moves at most
ROWS = 4  # of the table at least
BESIDE, BENEATH = 4, 3  # where there is little room: chances on a line, and moves
ROW, HEAD, TWO_LINES, BAR_MIN = 21, 20, 34, 20  # pixels
JUDGED, BAR_LEAST = 60, 0.06  # the width of a bar or a word, and the share of a bar that is seen


class SearchAid(Aid[Analysis]):
    """A bar for each seat, and beside them the moves with the chances that they leave."""

    def __init__(self) -> None:
        super().__init__()
        self._chances: tuple[tuple[SeatMark, float], ...] = ()
        self._moves: tuple[tuple[str, float], ...] = ()  # and how good they are, 0 to 1
        self._title = ""
        self._seats = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def legend(self) -> str:
        return _("≈ Estimated by looking ahead")

    def work_out(self, question: Question, stop: Stop) -> Analysis:
        return chances(question, stop)

    def outdate(self) -> None:
        self._moves, self._title = (), ""
        self.update()

    def forget(self) -> None:
        self._chances, self._moves = (), ()
        self.setAccessibleDescription("")
        self.update()

    def show_found(
        self,
        question: Question,
        found: Analysis | None,
        table: Table,
        marks: Sequence[SeatMark],
        *,
        layered: bool,
    ) -> None:
        self._seats = len(marks)
        if found is None:
            self.forget()
            return
        self._chances = tuple(zip(marks, found.shares, strict=False))
        lines = leading(found, LINES) if question.seat is not None else ()
        self._moves = tuple(
            (move_words(line.notation, question), worth)
            for line, worth in zip(lines, worths(found, lines), strict=True)
        )
        self._title = ""
        if question.seat is not None:
            self._title = _("{name}'s possible moves").format(name=marks[question.seat].name)
        said = [titled(mark.name, chance_percent(chance)) for mark, chance in self._chances]
        said += [titled(move, judgement(worth)) for move, worth in self._moves]
        self.setAccessibleDescription("\n".join(said))
        set_tip(self, "\n".join(said))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if self.compact:
            return QSize(240, HEAD + self._lines * ROW + BENEATH * TWO_LINES)
        return QSize(460, HEAD + self._rows * ROW + 6)

    @property
    def _rows(self) -> int:
        """The same throughout a game, so that the board above keeps its size. Moves that find no
        row are in the tooltip."""
        return max(ROWS, self._seats)

    @property
    def _lines(self) -> int:
        """Of chances, where there is little room."""
        return -(-self._seats // BESIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._chances:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        if self.compact:
            self._paint_beneath(painter, theme)
        else:
            self._paint_beside(painter, theme)

    def _paint_beside(self, painter: QPainter, theme: Theme) -> None:
        half = min(self.width() * 0.42, 340.0)
        _paint_head(painter, QRectF(12, 0, half - 24, HEAD), _("≈ Chance to win"), theme)
        for number, (mark, chance) in enumerate(self._chances):
            box = QRectF(12, HEAD + number * ROW, half - 24, ROW)
            _paint_chance(painter, box, mark, chance, theme)
        rest = QRectF(half + 8, 0, self.width() - half - 20, HEAD)
        if self._moves:
            _paint_head(painter, rest, self._title, theme)
        for number, (move, worth) in enumerate(self._moves[: self._rows]):
            box = QRectF(rest.left(), HEAD + number * ROW, rest.width(), ROW)
            _paint_move(painter, box, move, worth, theme)

    def _paint_beneath(self, painter: QPainter, theme: Theme) -> None:
        """Chances beside each other, and beneath them moves with two lines each."""
        _paint_head(painter, QRectF(0, 0, self.width(), HEAD), _("≈ Chance to win"), theme)
        each = self.width() / BESIDE
        for number, (mark, chance) in enumerate(self._chances):
            line, place = divmod(number, BESIDE)
            box = QRectF(place * each, HEAD + line * ROW, each - 8, ROW)
            _paint_chance(painter, box, mark, chance, theme)
        top = HEAD + self._lines * ROW
        for number, (move, worth) in enumerate(self._moves[:BENEATH]):
            box = QRectF(0, top + number * TWO_LINES, self.width(), TWO_LINES)
            _paint_move(painter, box, move, worth, theme)


def _paint_head(painter: QPainter, box: QRectF, text: str, theme: Theme) -> None:
    font = ui_font(11, QFont.Weight.ExtraBold)
    painter.setFont(font)
    painter.setPen(QColor(theme.heading))
    shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)


def _paint_chance(
    painter: QPainter, box: QRectF, mark: SeatMark, chance: float, theme: Theme
) -> None:
    painter.setFont(ui_font(11, QFont.Weight.Bold))
    paint_badge(painter, mark, QPointF(box.left() + 9, box.center().y()), 8.0)
    bar = QRectF(box.left() + 24, box.center().y() - 5, box.width() - 24 - 52, 10)
    if bar.width() > BAR_MIN:
        paint_bar(painter, bar, ((chance, QColor(mark.colour)),), theme)
    painter.setFont(ui_font(13, QFont.Weight.Bold))
    painter.setPen(QColor(theme.text))
    align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(box, align, chance_percent(chance))


def _paint_move(painter: QPainter, box: QRectF, move: str, worth: float, theme: Theme) -> None:
    """Beside its words how good it is: a bar and a word, beneath each other where it has two
    lines."""
    best, two = worth >= 1, box.height() > ROW
    if best and not two:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.soft))
        painter.drawRoundedRect(box.adjusted(-6, 1, 6, -1), 5, 5)
    font = ui_font(12 if two else 13, QFont.Weight.Bold if best else QFont.Weight.Normal)
    told = QRectF(box.right() - JUDGED, box.top(), JUDGED, box.height())
    bar = QRectF(told.left() - JUDGED - 4, box.center().y() - 4, JUDGED - 4, 8)
    if two:
        told.setHeight(box.height() / 2)
        bar = QRectF(told.left() + 6, told.bottom() + 2, JUDGED - 6, 7)
    room = told.left() - box.left() if two else bar.left() - box.left()
    words = QRectF(box.left(), box.top(), room - 6, box.height())
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    wrap = Qt.TextFlag.TextWordWrap if two else Qt.TextFlag.TextSingleLine
    shown = QFontMetricsF(font).elidedText(
        move, Qt.TextElideMode.ElideRight, words.width() * (1.8 if two else 1.0)
    )
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | wrap, shown)
    paint_bar(painter, bar, ((max(BAR_LEAST, worth), QColor(theme.accent)),), theme)
    painter.setFont(ui_font(12, font.weight()))
    painter.setPen(QColor(theme.text))
    align = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    painter.drawText(told, align, judgement(worth))
