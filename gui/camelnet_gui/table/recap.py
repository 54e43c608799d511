"""The panel over the board about what the others did since my last turn: a list of it, and a line
to scrub through it while the board shows it once more."""

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
WIDE, SLIM, MARGIN = 520, 720, 10  # pixels: the list, the line alone, around them
SCRUB = 150  # the length of the line


class RecapPanel(QFrame):
    """A list that grows until I move, and then begins anew. Pointing at a line lights its spaces,
    by the feed's own signal. At the top of its parent; while an earlier moment is shown it is one
    line high, and leaves the board in sight."""

    opened = Signal()
    left = Signal()
    sought = Signal(int)  # how many moves since my turn are to be seen

    def __init__(self, stage: QWidget) -> None:
        super().__init__(stage)
        look(self, "card")
        self._stage = stage
        self._entries: list[FeedEntry] = []
        self._past = False  # the board shows an earlier moment
        self.feed = Feed()
        self.feed.setAccessibleName(_("Since your last turn"))
        self._empty = label(_("Nothing has happened since."), "muted")
        self._heading = heading(_("Since your last turn"))
        self.told = Elided("", "name")
        self.scrub = QSlider(Qt.Orientation.Horizontal)
        self.scrub.setFixedWidth(SCRUB)
        self.scrub.setPageStep(1)
        self.scrub.setAccessibleName(_("Moves since your last turn"))
        set_tip(self.scrub, _("Drag it, or press the arrow keys, to see them again."))
        self.scrub.valueChanged.connect(self.sought)
        self.close_button: QPushButton = button(_("Close"), "small")
        self.close_button.clicked.connect(self.leave)
        lines = column(self, gap=8, margin=(14, 6, 10, 8))
        top = row(gap=8)
        top.addWidget(self._heading, 1)
        top.addWidget(self.told, 1)
        top.addWidget(self.scrub)
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
        self.scrub.hide()
        self._past = False
        self.opened.emit()
        self._fill()
        self.show()
        self.raise_()
        by_keys = self.scrub if self.scrub.isVisibleTo(self) else self.feed
        by_keys.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_place(self, at: int, last: int, told: str) -> None:
        """The board shows the first `at` of `last` moves; `told`: the newest of them in words."""
        self._past = at < last
        with QSignalBlocker(self.scrub):
            self.scrub.setMaximum(last)
            self.scrub.setValue(at)
        self.scrub.show()
        self.told.setText(told)
        self._fill()

    def leave(self) -> None:
        if self.isHidden():
            return
        had = self.isAncestorOf(self.window().focusWidget() or self._stage)
        self.feed.pointed.emit(frozenset())
        self.hide()
        self.left.emit()
        page = self._stage.parentWidget()
        if had and page is not None:
            page.setFocus()

    def _fill(self) -> None:
        self._heading.setVisible(not self._past)
        self.told.setVisible(self._past)
        if not self._past:
            self.feed.replace(self._entries)
        self._empty.setVisible(not self._past and not self._entries)
        self.feed.setVisible(not self._past and bool(self._entries))
        self._fit()

    def _fit(self) -> None:
        wide = min(SLIM if self._past else WIDE, self._stage.width() - 2 * MARGIN)
        self.resize(wide, self.height())
        wanted = 48
        if not self._past:
            wanted = 66 + self.feed.height_of_all(wide - 34) if self._entries else 82
        high = min(wanted, self._stage.height() - 2 * MARGIN)
        self.setGeometry((self._stage.width() - wide) // 2, MARGIN // 2, wide, high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self._fit()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)
