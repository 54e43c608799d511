"""The findings of a review on one page: luck and decisions of each player, and the mistakes that
cost most."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from camelnet.i18n import _
from camelnet_gui.review.attribution_table import parts_table
from camelnet_gui.review.costliest_decisions import CostliestDecisions
from camelnet_gui.review.game_history import Findings, GameHistory, summary
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import column, heading, label, paragraph

WIDE_MAX = 1100  # pixels
WIDE = 760  # from which on things lie side by side


class ReviewPage(QWidget):
    """Shows what was found."""

    board_requested = Signal(int)  # a step: show the board as it stood before it
    grown = Signal()  # it needs more room, or less

    def __init__(
        self,
        findings: Findings,
        history: GameHistory,
        marks: tuple[SeatMark, ...],
        seat: int | None,
    ) -> None:
        """`seat`: whose decisions are explained; None for everybody's."""
        super().__init__()
        found = findings.review
        self.costly = CostliestDecisions(found, history, marks, seat)
        self.costly.board_requested.connect(self.board_requested)
        self.costly.grown.connect(lambda: QTimer.singleShot(0, self, self.grown.emit))
        self.note = paragraph(_note(findings), "muted")
        lines = column(self, gap=6)
        lines.addWidget(label(_("Game review"), "title"))
        lines.addWidget(self.note)
        lines.addSpacing(3)
        lines.addWidget(heading(_("Luck and decisions")))
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
        lines.addLayout(self._luck)
        lines.addWidget(self.costly)
        lines.addStretch(1)
        self._lie()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lie()

    def _lie(self) -> None:
        """Things lie side by side where there is room."""
        across = QBoxLayout.Direction.LeftToRight
        wide = self.width() >= WIDE
        # Sentences beside the table, or above it.
        self._luck.setDirection(across if wide else QBoxLayout.Direction.BottomToTop)
        self.costly.lie(across if wide else QBoxLayout.Direction.TopToBottom)


def _note(findings: Findings) -> str:
    """A note on what the review's figures come from, and on the marks in the graph."""
    return _(
        "Estimated by looking ahead {count} times from each position. "
        "Rings mark strokes of luck; numbers mark the decisions below."
    ).format(count=findings.nodes)
