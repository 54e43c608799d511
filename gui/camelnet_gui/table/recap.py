"""The panel over the board that tells what the others did since my last turn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from camelnet.i18n import _
from camelnet_gui.games.feed_entry import FeedEntry, gathered
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.table.feed import Feed
from camelnet_gui.widgets.basics import button, column, heading, label, look, row

RECAP_KEY = "F4"
KEPT = 200  # entries: whoever watches has no turn of their own
WIDE, MARGIN = 380, 14  # pixels


class RecapPanel(QFrame):
    """A list that grows until I move, and then begins anew. Pointing at a line lights its spaces,
    by the feed's own signal."""

    def __init__(self, stage: QWidget) -> None:
        super().__init__(stage)
        look(self, "card")
        self._stage = stage
        self._entries: list[FeedEntry] = []
        self.feed = Feed()
        self.feed.setAccessibleName(_("Since your last turn"))
        self._empty = label(_("Nothing has happened since."), "muted")
        self.close_button: QPushButton = button(_("Close"), "small")
        self.close_button.clicked.connect(self.leave)
        lines = column(self, gap=8, margin=(14, 10, 14, 12))
        top = row(gap=8)
        top.addWidget(heading(_("Since your last turn")), 1)
        top.addWidget(self.close_button)
        lines.addLayout(top)
        lines.addWidget(self._empty)
        lines.addWidget(self.feed, 1)
        stage.installEventFilter(self)
        self.hide()

    @property
    def entries(self) -> tuple[FeedEntry, ...]:
        return tuple(self._entries)

    def add(self, entries: Sequence[FeedEntry]) -> None:
        """Set the lines that are told now; shown where the panel is open."""
        self._entries = gathered(self._entries, entries)[-KEPT:]
        if not self.isHidden():
            self._fill()

    def begin_anew(self) -> None:
        """I have moved."""
        self._entries.clear()
        self.leave()

    def toggle(self, marks: Sequence[SeatMark]) -> None:
        if not self.isHidden():
            self.leave()
            return
        self.feed.show_marks(marks)
        self._fill()
        self.show()
        self.raise_()
        self.feed.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        if self.isHidden():
            return
        had = self.isAncestorOf(self.window().focusWidget() or self._stage)
        self.feed.pointed.emit(frozenset())
        self.hide()
        page = self._stage.parentWidget()
        if had and page is not None:
            page.setFocus()

    def _fill(self) -> None:
        self.feed.replace(self._entries)
        self._empty.setVisible(not self._entries)
        self.feed.setVisible(bool(self._entries))
        self._fit()

    def _fit(self) -> None:
        wide = min(WIDE, self._stage.width() - 2 * MARGIN)
        self.resize(wide, self.height())
        wanted = 76 + self.feed.height_of_all(wide - 34) if self._entries else 92
        high = min(wanted, self._stage.height() - 2 * MARGIN - 40)
        left = self._stage.width() - wide - MARGIN
        self.setGeometry(left, self._stage.height() - high - MARGIN, wide, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self._fit()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)
