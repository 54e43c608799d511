"""The controller of a finished game's review, over the board, and of the board as it once stood.

It stands between the table page, the overlay and the strip; `TablePage` only says when.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from camelnet.i18n import _
from camelnet_gui.review.game_history import REVIEW_S
from camelnet_gui.review.history_bar import HistoryBar
from camelnet_gui.review.page import WIDE_MAX, ReviewPage
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.widgets import FittingButton, button


class ReviewController(QObject):
    """Goes with its parent."""

    left = Signal()  # back to the result
    changed = Signal()  # the board shows another moment

    def __init__(self, model: TableModel, overlay: Overlay, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._overlay = overlay
        self.page: ReviewPage | None = None
        self.seconds = REVIEW_S
        self.strip = HistoryBar()
        self.strip.back_requested.connect(self.back)
        self.strip.step_requested.connect(self._step)

    @property
    def shows_snapshot(self) -> bool:
        """True if the board shows how it once stood."""
        return self._model.snapshot is not None

    def make_button(self) -> FittingButton:
        """Makes the button for the result page. It says why where there can be no review."""
        made = FittingButton(_("Review"))
        made.clicked.connect(self.open)
        made.setToolTip(_("How the chances changed, what was luck, and which decisions cost most."))
        if not self._model.history.whole:
            made.setEnabled(False)
            made.setToolTip(_("This computer did not see the beginning of the game."))
        return made

    def open(self) -> None:
        """Opens the review of the finished game, in place of its result."""
        page = self.page = ReviewPage(self._model.history, self._model.marks, seconds=self.seconds)
        page.board_requested.connect(self.look_at)
        page.grown.connect(self._overlay.fit)
        leave = button(_("Stop"), "main")
        page.done.connect(lambda: leave.setText(_("Back to the result")))
        leave.clicked.connect(self.leave)
        self._overlay.show_page(page, [leave], wide_max=WIDE_MAX)
        self.changed.emit()

    def leave(self) -> None:
        if self.page is not None:
            self.page.stop()
        self.page = None
        self.left.emit()

    def look_at(self, step: int) -> None:
        """The board as it stood before a step."""
        self._model.show_snapshot(step)
        assert self._model.snapshot is not None
        history = self._model.snapshot.history
        self._overlay.leave()
        self.strip.tell(step, len(history.steps), history.chapter_of(step), history.told(step))
        self.changed.emit()

    def _step(self, step: int) -> None:
        """Another step, while the board shows one; the graph's cursor goes along."""
        if self.page is not None and self.page.course is not None:
            self.page.course.point(step)
        self.look_at(step)

    def back(self) -> None:
        """Returns from the board to the review."""
        self._model.show_snapshot(None)
        self.strip.hide()
        self._overlay.come_back()
        if self.page is not None and self.page.course is not None:
            self.page.course.setFocus()
        self.changed.emit()
