"""Tells of steps while they are shown: captions, lines of the log, scorings to read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from camelnet.session.api.facts import Stepped
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.interface import AnyParts
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.caption import StepCaption
from camelnet_gui.table.feed import Feed
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.table.readings import StepAnimation
from camelnet_gui.table.recap import RecapPanel
from camelnet_gui.table.score_reader import ScoreReader


class StepTeller(QObject):
    """`begin` and `land` each step as the pacer shows it. No line of the log tells more than the
    board shows."""

    began = Signal(object)  # the `Stepped` that begins to move on the board
    shown = Signal(object)  # the `Stepped` whose result is displayed now; no replayed one
    moves = Signal()  # things move from now on
    changed = Signal()  # the model shows more than before

    def __init__(
        self,
        model: TableModel,
        parts: AnyParts,
        settings: Settings,
        *,
        caption: StepCaption,
        overlay: Overlay,
        scores: ScoreReader,
        feed: Feed,
        recap: RecapPanel,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._model, self._parts, self._settings = model, parts, settings
        self._caption, self._overlay, self._scores = caption, overlay, scores
        self._feed, self._recap = feed, recap
        self._withheld: tuple[FeedEntry, ...] = ()  # what the log tells after a page that reveals

    def log(self, entries: Sequence[FeedEntry]) -> None:
        if entries:
            self._feed.append(entries)
            self._recap.add(entries)

    def take(self, step: Stepped) -> None:
        """A new step: a replayed one is told at once."""
        told = self._model.take(step)
        if told:
            self._feed.append(told, aloud=False)
            self._recap.add(told)
        if step.replayed and self._is_mine(step):
            self._recap.begin_anew()

    def begin(self, show: StepAnimation) -> None:
        step = show.step
        if step.seat is not None and show.sheet is None:
            self._tell_caption(show)
        elif show.drum:  # all words wait
            self._caption.tell(str(self._model.view_model.phrases.luck), None)
        if show.moves:
            self.moves.emit()
        self.began.emit(step)

    def land(self, show: StepAnimation) -> None:
        """The board shows the result of a step: read its scoring, or go on."""
        if not show.step.replayed:
            self.shown.emit(show.step)
        if show.sheet is None:
            self._model.finish()
            self.log((*show.entries, *self._model.due_news()))  # only now: no line tells what comes
            if self._is_mine(show.step):
                self._recap.begin_anew()
            self._tell_caption(show)
        else:
            self._read_scoring(show)
        self.changed.emit()

    def _read_scoring(self, show: StepAnimation) -> None:
        self._model.open_sheet()
        calm = self._settings.speed == "off"
        page = self._parts.page(show.sheet, self._model.marks, not calm)
        if page.reveals:
            self._withheld = show.entries  # scores wait for it too
        else:
            self._model.land()
            self.log(show.entries)
        self._caption.leave()
        model = self._model
        self._scores.open(
            page, watching=model.view.me is None, awaited=lambda: model.awaited, calm=calm
        )

    def leave_page(self) -> None:
        """The page over the board was read: tell what waited for that."""
        self._overlay.leave()
        self._model.finish()
        self.log((*self._withheld, *self._model.due_news()))
        self._withheld = ()

    def _is_mine(self, step: Stepped) -> bool:
        return step.seat is not None and step.seat == self._model.view.me

    def _tell_caption(self, show: StepAnimation) -> None:
        """Caption the moves of others and of luck; I know my own."""
        step = show.step
        if show.entries and not self._is_mine(step) and not step.replayed:
            entry = show.entries[0]
            mark = None if entry.seat is None else self._model.marks[entry.seat]
            self._caption.tell(entry.text, mark)
