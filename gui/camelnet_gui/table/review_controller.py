"""Opens the review of the finished game over the board, and the board as it once stood.

It stands between the table page, the overlay and the strip; `TablePage` only says when.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from camelnet.i18n import _
from camelnet_gui.review.game_history import REVIEW_S
from camelnet_gui.review.history_bar import ThenStrip
from camelnet_gui.review.page import WIDE_MAX, ReviewPage
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.widgets import FittingButton, button


class ReviewDesk(QObject):
    """Goes with its parent."""

    left = Signal()  # back to the result
    changed = Signal()  # the board shows another moment

    def __init__(self, model: TableModel, overlay: Overlay, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._overlay = overlay
        self.page: ReviewPage | None = None
        self.seconds = REVIEW_S
        self.strip = ThenStrip()
        self.strip.back_wanted.connect(self.back)
        self.strip.step_wanted.connect(self._step)

    @property
    def looking_back(self) -> bool:
        """Whether the board shows how it once stood."""
        return self._model.then is not None

    def make_button(self) -> FittingButton:
        """For the page of the result. It says why where there is no review to be had."""
        made = FittingButton(_("Review"))
        made.clicked.connect(self.open)
        made.setToolTip(_("How good the chances were, what was luck, and what cost most."))
        if not self._model.story.whole:
            made.setEnabled(False)
            made.setToolTip(_("The beginning of this game was not seen here."))
        return made

    def open(self) -> None:
        """Look the finished game over, in place of its result."""
        page = self.page = ReviewPage(self._model.story, self._model.marks, seconds=self.seconds)
        page.board_wanted.connect(self.look_at)
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
        self._model.look_back(step)
        assert self._model.then is not None
        story = self._model.then.story
        self._overlay.leave()
        self.strip.tell(step, len(story.steps), story.chapter_of(step), story.told(step))
        self.changed.emit()

    def _step(self, step: int) -> None:
        """Another step, while the board shows one; the graph's cursor goes along."""
        if self.page is not None and self.page.course is not None:
            self.page.course.point(step)
        self.look_at(step)

    def back(self) -> None:
        """From the board to the review."""
        self._model.look_back(None)
        self.strip.hide()
        self._overlay.come_back()
        if self.page is not None and self.page.course is not None:
            self.page.course.setFocus()
        self.changed.emit()
