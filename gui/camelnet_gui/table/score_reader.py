"""The controller of a scoring over the board: it is left by its button, or by itself after a while.

What a page reveals is told nowhere else before it is left.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from camelnet_gui.games.interface import ScorePage
from camelnet_gui.table.countdown_button import CountdownButton
from camelnet_gui.table.overlay import Overlay

READ_MS = 7000  # a player reads a scoring
WATCH_MS = 4000  # somebody who watches has nothing to decide after it
AWAITED_MS = 20_000  # more time for a player for whom the table waits


class ScoreReader(QObject):
    """`open` a page. Once all of it is shown it closes by itself; a key, a click or the pointer on
    it holds it for a player. It gives more time to somebody who watches, or for whom the table
    waits."""

    left = Signal()

    def __init__(self, overlay: Overlay, parent: QObject) -> None:
        super().__init__(parent)
        self._overlay = overlay
        self._page: ScorePage | None = None
        self._watching = False
        self._awaited: Callable[[], bool] = bool
        self.button: CountdownButton | None = None
        overlay.touched.connect(self._touched)

    @property
    def reads(self) -> bool:
        return self._page is not None

    @property
    def reveals(self) -> bool:
        """True while a page is read that reveals what nothing else may tell yet."""
        return self._page is not None and self._page.reveals

    def open(
        self,
        page: ScorePage,
        *,
        watching: bool,
        awaited: Callable[[], bool] = bool,
        calm: bool,
    ) -> None:
        """`watching`: for somebody without a seat; `awaited`: True once the table waits for the
        reader; `calm`: without motion."""
        self._page, self._watching, self._awaited = page, watching, awaited
        made = self.button = CountdownButton(page.button_words(), "main", calm=calm)
        made.clicked.connect(self._go_on)
        made.pointed.connect(self._pointed)
        page.done.connect(self._all_shown)
        self._overlay.show_page(page, [made])
        if not page.moving:
            self._count_down()

    def close(self) -> bool:
        """Ends the reading, and nothing is told of it; false where nothing was read."""
        if self.button is not None:
            self.button.hold()
        reads, self._page, self.button = self.reads, None, None
        return reads

    def _count_down(self) -> None:
        if self.button is not None:
            self.button.count_down(WATCH_MS if self._watching else READ_MS)

    def _all_shown(self) -> None:
        if self._page is not None and self.button is not None:
            self.button.setText(self._page.button_words())
            if not self._page.moving:
                self._count_down()

    def _go_on(self) -> None:
        if self._page is None or self.button is None:
            return
        self.button.hold()
        if not self._page.finished:
            self._page.show_all()
            return
        self._page = self.button = None
        self.left.emit()

    def _pointed(self) -> None:
        """The pointer has moved; it counts where the page is."""
        if self._overlay.under_pointer:
            self._touched()

    def _touched(self) -> None:
        if self.button is None or not self.button.counts:
            return
        if self._watching:
            self._count_down()
        elif self._awaited():
            self.button.count_down(AWAITED_MS)
        else:
            self.button.hold()
