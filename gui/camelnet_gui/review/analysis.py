"""The analysis of a finished game in a thread of its own, and what it found for the graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from camelnet.session.game.aids import Stop
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.review.game_history import (
    REVIEW_S,
    Findings,
    GameHistory,
    analyse_game,
    lucky_turns,
)
from camelnet_gui.review.graph_painting import Chapter, Plot
from camelnet_gui.style.seat_marks import SeatMark


class GameAnalysis(QObject):
    """Begins at once where the game is whole; `stop` before it goes."""

    found = Signal()  # `findings` are there, or it is known that there are none
    progressed = Signal(int)  # steps that have been looked at

    def __init__(
        self, history: GameHistory, parent: QObject, *, seconds: float | None = None
    ) -> None:
        """`seconds`: so long may it look, on a computer that does nothing else."""
        super().__init__(parent)
        self.history = history
        self.findings: Findings | None = None
        self.running = history.whole
        self.worker = BackgroundWorker()
        self.worker.found.connect(self._found)
        self.worker.progressed.connect(self.progressed)
        self.destroyed.connect(self.worker.close)
        if self.running:
            wanted = REVIEW_S if seconds is None else seconds
            self.worker.ask(history, partial(_work, history, self.worker.tell_progress, wanted))

    def stop(self) -> None:
        """Nobody wants to know any more; what runs ends within a moment."""
        self.running = False
        self.worker.close()

    def _found(self, _history: object, answer: object) -> None:
        self.running = False
        self.findings = answer if isinstance(answer, Findings) else None
        self.found.emit()


def _work(
    history: GameHistory, tell: Callable[[int], None], seconds: float, stop: Stop
) -> Findings | None:
    """Runs on the background thread, which may live longer than whoever asked."""
    return analyse_game(history, tell, stop, seconds=seconds)


def plot_of(history: GameHistory, marks: tuple[SeatMark, ...]) -> Plot:
    """The time line of a game, with its legs or rounds and no chances yet."""
    chapters = tuple(
        Chapter(first, history.chapter_word(number), str(number))
        for number, first in history.chapters
    )
    return Plot(len(history.steps), chapters, marks, history.reader)


def with_findings(plot: Plot, history: GameHistory, findings: Findings) -> Plot:
    """The graph with the chances and the strokes of luck."""
    dots = lucky_turns(history, findings.review)
    return replace(plot, graph=findings.review.graph, dots=dots)
