"""The findings of a review on one page: the moments that tell the game, and behind a button the
numbers: luck and decisions of each player, and the mistakes that cost most."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from camelnet.i18n import _
from camelnet.review.moments import Moment, moments
from camelnet.review.words import moment_title, moment_words
from camelnet_gui.review.attribution_table import parts_table
from camelnet_gui.review.costliest_decisions import CostliestDecisions
from camelnet_gui.review.game_history import Findings, GameHistory, summary
from camelnet_gui.review.moment_cards import MomentCards, PaintMoment
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import button, column, heading, label, paragraph, row

WIDE_MAX = 1100  # pixels
WIDE = 760  # from which on things lie side by side


class ReviewPage(QWidget):
    """Shows what was found."""

    board_requested = Signal(int)  # a place: show the board as it stood there
    grown = Signal()  # it needs more room, or less

    def __init__(
        self,
        findings: Findings,
        history: GameHistory,
        marks: tuple[SeatMark, ...],
        seat: int | None,
        paint: PaintMoment,
    ) -> None:
        """`seat`: whose decisions are explained; None for everybody's."""
        super().__init__()
        self.found = found = findings.review
        self.moments = moments(found, history.reader)
        told = [_told(moment, history) for moment in self.moments]
        self.cards = MomentCards(told, paint)
        self.cards.place_requested.connect(self.board_requested)
        self.costly = CostliestDecisions(found, history, marks, seat)
        self.costly.board_requested.connect(self.board_requested)
        self.costly.grown.connect(self._grow)
        self.numbers: QPushButton = button(_("Numbers"), "small")
        self.numbers.setCheckable(True)
        self.numbers.toggled.connect(self._show_numbers)
        self._behind = QWidget()
        self._behind.hide()
        self._luck = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._luck.setSpacing(14)
        self._luck.addWidget(parts_table(found, marks, history.reader), 5)
        beside = column(gap=6)
        said = summary(found, history.names, history.reader)
        self.told = (*said, *self.costly.told)  # the page for who does not see it
        for sentence in said:
            beside.addWidget(paragraph(sentence))
        beside.addStretch(1)
        self._luck.addLayout(beside, 3)
        behind = column(self._behind, gap=6)
        behind.addWidget(paragraph(_note(findings), "muted"))
        behind.addWidget(heading(_("Luck and decisions")))
        behind.addLayout(self._luck)
        behind.addWidget(self.costly)
        lines = column(self, gap=8)
        top = row()  # with the button, so that three moments are in sight in a small window
        top.addWidget(label(_("Game review"), "title"), 1)
        top.addWidget(self.numbers)
        lines.addLayout(top)
        for note in findings.notes:
            lines.addWidget(paragraph(note, "muted"))
        lines.addWidget(self.cards)
        lines.addWidget(self._behind)
        lines.addStretch(1)
        self._lie()

    def _show_numbers(self, wanted: bool) -> None:
        self._behind.setVisible(wanted)
        self._grow()

    def _grow(self) -> None:
        QTimer.singleShot(0, self, self.grown.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lie()

    def _lie(self) -> None:
        """Things lie side by side where there is room."""
        across = QBoxLayout.Direction.LeftToRight
        wide = self.width() >= WIDE
        direction = across if wide else QBoxLayout.Direction.TopToBottom
        self.cards.lie(direction, self.width())
        # Sentences beside the table, or above it.
        self._luck.setDirection(across if wide else QBoxLayout.Direction.BottomToTop)
        self.costly.lie(direction)


def _told(moment: Moment, history: GameHistory) -> tuple[Moment, str, str]:
    """A moment with its title and its sentence."""
    names, reader = history.names, history.reader
    sentence = moment_words(
        moment,
        history.steps[moment.step],
        names,
        reader=reader,
        chapter=history.chapter_of(moment.step),
        faces=history.own_faces.get(moment.step, ""),
    )
    return moment, moment_title(moment, names, reader), sentence


def _note(findings: Findings) -> str:
    """A note on what the review's figures come from, and on the marks in the graph."""
    return _(
        "Estimated by looking ahead {count} times from each position. "
        "Rings mark strokes of luck; numbers mark the decisions below."
    ).format(count=findings.nodes)
