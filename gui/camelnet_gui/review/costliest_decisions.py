"""The decisions that cost most, as cards: what was done, what it cost, what was better."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.review import Decision, Review
from camelnet.review.words import explained
from camelnet.session.game.aids import Question, move_words
from camelnet_gui.art.bar import paint_bar
from camelnet_gui.review.game_history import GameHistory
from camelnet_gui.review.graph_painting import FLAG, paint_number, visible
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.theme import theme_of
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import (
    amount,
    button,
    column,
    frame,
    heading,
    paragraph,
    row,
    set_tip,
)

SHOWN = 3


class CostliestDecisions(QWidget):
    """The cards of one seat's decisions, or of everybody's."""

    board_requested = Signal(int)  # a step
    grown = Signal()

    def __init__(
        self,
        found: Review,
        history: GameHistory,
        marks: tuple[SeatMark, ...],
        seat: int | None,
    ) -> None:
        super().__init__()
        self._history, self._marks = history, marks
        self._faces = history.own_faces
        self.shown = found.costliest(seat, SHOWN)
        self.told: list[str] = []  # each card in words
        lines = column(self, gap=8)
        lines.addWidget(heading(_title(history, seat)))
        self._cards = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._cards.setSpacing(8)
        lines.addLayout(self._cards)
        for number, decision in enumerate(self.shown, start=1):
            self._cards.addWidget(self._card(number, decision), 1)
        if not self.shown:
            text = _("No decision cost anything that this look could see.")
            self._cards.addWidget(paragraph(text, "muted"))

    def _card(self, number: int, decision: Decision) -> QWidget:
        history, step = self._history, self._history.steps[decision.step]
        faces = self._faces.get(decision.step, "")
        told, chance, better, *earned = explained(decision, step, history.names, faces)
        holder = frame("card")
        lines = column(holder, gap=5, margin=(12, 9, 12, 10))
        first = row(gap=8)
        first.addWidget(Number(number))
        first.addWidget(paragraph(history.chapter_of(decision.step), "small"), 1)
        first.addWidget(amount(-round(100 * decision.loss), big=True))
        lines.addLayout(first)
        lines.addWidget(paragraph(told, "name"))
        lines.addWidget(ChanceBar(decision, self._marks[decision.seat], chance))
        lines.addWidget(paragraph(chance, "muted"))
        asked = Question(step.before, decision.seat, faces)
        move = paragraph(_("Better was: {move}").format(move=move_words(decision.best, asked)))
        set_tip(move, better)
        self.told.append(" ".join((titled(str(number), told), chance, move.text())))
        lines.addWidget(move)
        for text in earned:
            lines.addWidget(paragraph(text, "muted"))
        lines.addStretch(1)
        see = button(_("Show this position"), "small")
        see.setAccessibleDescription(told)
        see.clicked.connect(partial(self.board_requested.emit, decision.step))
        feet = row()
        feet.addStretch(1)
        feet.addWidget(see)
        lines.addLayout(feet)
        return holder

    def lie(self, direction: QBoxLayout.Direction) -> None:
        """The cards side by side, or one above the other."""
        if self._cards.direction() != direction:
            self._cards.setDirection(direction)
            self.grown.emit()


def _title(history: GameHistory, seat: int | None) -> str:
    if seat is None:
        return _("The decisions that cost most")
    if seat == history.reader:
        return _("Your decisions that cost most")
    return _("{name}'s decisions that cost most").format(name=history.names[seat])


class Number(QWidget):
    """The number that a decision has on the graph too."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number
        self.setFixedSize(round(2 * FLAG) + 3, round(2 * FLAG) + 3)
        self.setAccessibleName(str(number))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(self.width() / 2, self.height() / 2)
        paint_number(painter, self._number, centre, theme_of(self))


class ChanceBar(QWidget):
    """A bar of the chance that was left, and of what was lost beside it."""

    def __init__(self, decision: Decision, mark: SeatMark, told: str) -> None:
        super().__init__()
        self._decision, self._mark = decision, mark
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(12)
        self.setAccessibleName(told)

    def sizeHint(self) -> QSize:
        return QSize(160, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), theme_of(self)
        shares = (
            (self._decision.share, visible(self._mark.colour, theme)),
            (self._decision.loss, QColor(theme.danger)),
        )
        paint_bar(painter, QRectF(0, 1, self.width() - 1, 10), shares, theme)
