"""The analysis of a finished game in threads of its own, and what it found for the graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from camelnet.cores import cores
from camelnet.i18n import _
from camelnet.review import Review
from camelnet.review.words import UNSEARCHABLE
from camelnet.session.game.aids import Stop
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.review.game_history import Findings, GameHistory, analyse_game, lucky_turns
from camelnet_gui.review.graph_painting import Chapter, Plot
from camelnet_gui.style.seat_marks import SeatMark


class GameAnalysis(QObject):
    """Begins at once where the game is whole; `stop` before it goes."""

    found = (
        Signal()
    )  # `seen` is a better one, or all is found, or it is known that there is nothing
    progressed = Signal()  # `done` has grown

    def __init__(self, history: GameHistory, parent: QObject, *, spare: int = 0) -> None:
        """`spare`: so many cores are left to others."""
        super().__init__(parent)
        self.history = history
        self.done = 0.0  # of all that is to be found, 0 to 1
        self.seen: Review | None = None  # the best so far: its graph first, then its decisions
        self.findings: Findings | None = None
        self.running = history.whole
        self.worker = BackgroundWorker()
        self.worker.found.connect(self._found)
        self.worker.progressed.connect(self._progressed)
        self.destroyed.connect(self.worker.close)
        if self.running:
            threads = max(1, cores() - spare)
            self.worker.ask(history, partial(_work, history, self.worker.tell_progress, threads))

    @property
    def trouble(self) -> str:
        """The reason why there will be no review; "" while there may be one."""
        if self.running or self.findings is not None:
            return ""
        return self.history.trouble or _(UNSEARCHABLE)

    def stop(self) -> None:
        """Nobody wants to know any more; what runs ends within a moment."""
        self.running = False
        self.worker.close()

    def _progressed(self, told: tuple[float, Review | None]) -> None:
        self.done, seen = told
        if seen is not None:
            self.seen = seen
            self.found.emit()
        else:
            self.progressed.emit()

    def _found(self, _history: object, answer: object) -> None:
        self.running = False
        if isinstance(answer, Findings):
            self.findings, self.seen = answer, answer.review
        self.found.emit()


def _work(
    history: GameHistory,
    tell: Callable[[tuple[float, Review | None]], None],
    threads: int,
    stop: Stop,
) -> Findings | None:
    """Runs on the background thread, which may live longer than whoever asked."""
    told = 0.0

    def progress(done: float, seen: Review | None) -> bool:
        nonlocal told
        if seen is not None or done >= told + 0.01:
            told = done
            tell((done, seen))
        return not stop()

    return analyse_game(history, progress, threads=threads)


def plot_of(history: GameHistory, marks: tuple[SeatMark, ...]) -> Plot:
    """The time line of a game, with its legs or rounds and no chances yet."""
    chapters = tuple(
        Chapter(first, history.chapter_word(number), str(number))
        for number, first in history.chapters
    )
    return Plot(len(history.steps), chapters, marks, history.reader)


def with_review(plot: Plot, history: GameHistory, seen: Review) -> Plot:
    """The graph with the chances and the strokes of luck."""
    return replace(plot, graph=seen.graph, dots=lucky_turns(history, seen))
