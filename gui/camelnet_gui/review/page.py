"""The review of a finished game, over the board: the graph, luck and decisions, what cost most."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QProgressBar, QPushButton, QWidget

from camelnet.i18n import _
from camelnet.session.game.aids import Stop
from camelnet_gui.aids.background_worker import BackgroundWorker
from camelnet_gui.review.attribution_table import parts_table
from camelnet_gui.review.chance_graph import ChanceGraph
from camelnet_gui.review.costliest_decisions import CostliestDecisions
from camelnet_gui.review.decision_list import DecisionList
from camelnet_gui.review.game_history import (
    Findings,
    GameHistory,
    analyse_game,
    lucky_turns,
    summary,
)
from camelnet_gui.review.graph_painting import Chapter, Plot
from camelnet_gui.seat_marks import SeatMark
from camelnet_gui.widgets import Elided, button, column, heading, label, paragraph, row

WIDE_MAX = 1100  # pixels
WIDE = 760  # from which on things lie side by side


class ReviewPage(QWidget):
    """Looks the game over in a thread of its own, then shows what was found."""

    board_requested = Signal(int)  # a step: show the board as it stood before it
    done = Signal()  # the looking, whatever was found
    grown = Signal()  # it needs more room, or less

    def __init__(
        self, history: GameHistory, marks: tuple[SeatMark, ...], *, seconds: float
    ) -> None:
        """`seconds`: so long may it look, on a computer that does nothing else."""
        super().__init__()
        self._history = history
        self._marks = marks
        self.findings: Findings | None = None
        self.course: ChanceGraph | None = None
        self.costly: CostliestDecisions | None = None
        self.told = Elided("", "name")
        self.there = paragraph("", "muted")
        self.see: QPushButton = button(_("Show this position"), "small")
        self.note = paragraph(_("Simulating every position…"), "muted")
        self.bar = QProgressBar()
        self.bar.setRange(0, len(history.steps))
        self.bar.setAccessibleName(self.note.text())
        self._lines = column(self, gap=6)
        self._lines.addWidget(label(_("Game review"), "title"))
        self._lines.addWidget(self.note)
        self._lines.addWidget(self.bar)
        self._body = column(gap=5)
        self._luck = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._luck.setSpacing(14)
        self._lines.addLayout(self._body)
        self._lines.addStretch(1)
        self.worker = BackgroundWorker()
        self.worker.found.connect(self._found)
        self.worker.progressed.connect(self.bar.setValue)
        self.destroyed.connect(self.worker.close)
        self.worker.ask(history, partial(_work, history, self.worker, seconds))

    def stop(self) -> None:
        """Nobody wants to know any more; what runs ends within a moment."""
        self.worker.close()

    # --- what was found -------------------------------------------------------------------------

    def _found(self, _history: object, answer: object) -> None:
        self.bar.hide()
        if isinstance(answer, Findings):
            self.show_findings(answer)
        else:
            self.note.setText(_("This game cannot be reviewed."))
        self.done.emit()
        QTimer.singleShot(0, self, self.grown.emit)  # what is new is laid out by then

    def show_findings(self, findings: Findings) -> None:
        self.findings = findings
        self.note.setText(_note(findings))
        history, found = self._history, findings.review
        self.course = ChanceGraph(self._plot(findings))
        self.course.pointed.connect(self._pointed)
        self.course.board_requested.connect(self._see)
        self.see.clicked.connect(self._see_pointed)
        self.costly = CostliestDecisions(found, history, self._marks)
        self.costly.chosen.connect(self._flag)
        self.costly.board_requested.connect(self._see)
        self.costly.grown.connect(lambda: QTimer.singleShot(0, self, self.grown.emit))
        line = row(gap=10)
        line.addWidget(self.told, 1)
        line.addWidget(self.see)
        self._body.addWidget(self.course)
        self._body.addLayout(line)
        self._body.addWidget(self.there)
        self._body.addSpacing(3)
        self._body.addWidget(heading(_("Luck and decisions")))
        self._luck.addWidget(parts_table(found, self._marks, history.reader), 5)
        beside = column(gap=6)
        for sentence in summary(found, history.names, history.reader):
            beside.addWidget(paragraph(sentence))
        beside.addStretch(1)
        self._luck.addLayout(beside, 3)
        self._body.addLayout(self._luck)
        self._body.addWidget(self.costly)
        self.all = DecisionList(found, history)
        self.all.pointed.connect(self.course.point)
        self.all.board_requested.connect(self._see)
        self._body.addWidget(self.all)
        self._flag()
        self.course.point(self.costly.shown[0].step if self.costly.shown else 0)
        self._pointed(self.course.at)
        self._lie()
        self.course.setFocus()

    def _plot(self, findings: Findings) -> Plot:
        history = self._history
        chapters = tuple(
            Chapter(first, history.chapter_word(number), str(number))
            for number, first in history.chapters
        )
        dots = lucky_turns(history, findings.review)
        return Plot(findings.review.graph, chapters, self._marks, history.reader, dots)

    def _flag(self) -> None:
        if self.course is not None and self.costly is not None:
            self.course.flag(tuple((made.step, made.seat) for made in self.costly.shown))
            self.all.show_seat(self.costly.seat)

    def _pointed(self, step: int) -> None:
        """The cursor of the graph is at a step."""
        assert self.course is not None
        over = step == len(self._history.steps)
        self.told.setText(_("The end of the game.") if over else self._history.told(step))
        self.there.setText(self.course.chances(step))
        self.see.setEnabled(not over)

    def _see_pointed(self) -> None:
        assert self.course is not None
        self._see(self.course.at)

    def _see(self, step: int) -> None:
        if self.course is not None:
            self.course.point(step)
        self.board_requested.emit(step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lie()

    def _lie(self) -> None:
        """Things lie side by side where there is room."""
        across = QBoxLayout.Direction.LeftToRight
        wide = self.width() >= WIDE
        # Sentences beside the table, or above it.
        self._luck.setDirection(across if wide else QBoxLayout.Direction.BottomToTop)
        if self.costly is not None:
            self.costly.lie(across if wide else QBoxLayout.Direction.TopToBottom)


def _work(
    history: GameHistory, worker: BackgroundWorker, seconds: float, stop: Stop
) -> Findings | None:
    """Runs the review on the background thread, which may live longer than the page."""
    return analyse_game(history, worker.progressed.emit, stop, seconds=seconds)


def _note(findings: Findings) -> str:
    """A note on how sure the review is, and on the marks in the graph."""
    return _(
        "Estimated from {count} simulated games per position, to about ±{doubt} %. "
        "Rings mark strokes of luck; numbers mark the decisions below."
    ).format(count=findings.nodes, doubt=max(1, round(100 * findings.doubt)))
