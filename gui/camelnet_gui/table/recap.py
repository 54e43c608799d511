"""The card over the log about what the others did since my last turn: a list of it, and a line to
scrub through it while the board shows it once more."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSlider, QWidget

from camelnet.i18n import _
from camelnet_gui.games.feed_entry import FeedEntry, gathered
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.table.feed import Feed
from camelnet_gui.widgets.basics import Elided, button, column, heading, label, look, row, set_tip

RECAP_KEY = "F4"
KEPT = 200  # entries: whoever watches has no turn of their own
LEAST = 150  # pixels: where the log has less, it covers what is above it, too


class RecapPanel(QFrame):
    """A list that grows until I move, and then begins anew. Pointing at a line lights its spaces,
    by the feed's own signal. It lies over the log, and leaves the whole board in sight."""

    opened = Signal()
    left = Signal()
    sought = Signal(int)  # how many moves since my turn are to be seen

    def __init__(self, page: QWidget, log: QWidget) -> None:
        """`page` has the focus afterwards."""
        super().__init__(log.parentWidget())
        look(self, "card")
        self._page, self._log = page, log
        self._entries: list[FeedEntry] = []
        self.feed = Feed()
        self.feed.setAccessibleName(_("Since your last turn"))
        self._empty = label(_("Nothing has happened since."), "muted")
        self.told = Elided("", "name")
        self.scrub = QSlider(Qt.Orientation.Horizontal)
        self.scrub.setPageStep(1)
        self.scrub.setAccessibleName(_("Moves since your last turn"))
        set_tip(self.scrub, _("Drag it, or press the arrow keys, to see them again."))
        self.scrub.valueChanged.connect(self.sought)
        self.close_button: QPushButton = button(_("Close"), "small")
        self.close_button.clicked.connect(self.leave)
        lines = column(self, gap=6, margin=(12, 6, 10, 8))
        top = row(gap=8)
        top.addWidget(heading(_("Since your last turn")), 1)
        top.addWidget(self.close_button)
        lines.addLayout(top)
        lines.addWidget(self.scrub)
        lines.addWidget(self.told)
        lines.addWidget(self._empty)
        lines.addWidget(self.feed, 1)
        log.installEventFilter(self)
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
        self.scrub.hide()
        self.told.hide()
        self.opened.emit()
        self._fill()
        self.show()
        self.raise_()
        by_keys = self.scrub if self.scrub.isVisibleTo(self) else self.feed
        by_keys.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_place(self, at: int, last: int, told: str) -> None:
        """The board shows the first `at` of `last` moves; `told`: the newest of them in words."""
        with QSignalBlocker(self.scrub):
            self.scrub.setMaximum(last)
            self.scrub.setValue(at)
        self.scrub.show()
        self.told.setText(told if at < last else "")
        self.told.show()

    def leave(self) -> None:
        if self.isHidden():
            return
        had = self.isAncestorOf(self.window().focusWidget() or self._log)
        self.feed.pointed.emit(frozenset())
        self.hide()
        self.left.emit()
        if had:
            self._page.setFocus()

    def _fill(self) -> None:
        self.feed.replace(self._entries)
        self._empty.setVisible(not self._entries)
        self.feed.setVisible(bool(self._entries))
        self._fit()

    def _fit(self) -> None:
        log = self._log.geometry()
        self.setGeometry(log.adjusted(0, min(0, log.height() - LEAST), 0, 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and not self.isHidden():
            self._fit()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)
