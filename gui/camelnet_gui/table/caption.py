"""The caption over the board: who does what just now, and the button that skips to the present.

It stands in the band that boards leave free at their top, also with two lines.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from camelnet.i18n import _
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import Badge, button, label, look, row, set_tip

LINGER_MS = 4000  # after the last step
EDGE, MARGIN = 2, 12  # pixels
BESIDE, ABOVE, ABOVE_TWO = 10, 5, 1  # of the caption, around its words
BADGE = 24


class StepCaption(QFrame):
    """At the top of its parent, where boards leave room. A click on it skips what is shown just
    now."""

    clicked = Signal()
    skip_all = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        look(self, "caption")
        self._stage = parent
        self._line = row(self, gap=8)
        self._badge: Badge | None = None
        self.words = label("", "name")
        self.skip: QPushButton = button(_("Skip"), "small")
        self.skip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_tip(
            self.skip,
            _(
                "Show at once all that has happened. A click on the board or the "
                "space bar skips one step."
            ),
        )
        self.skip.clicked.connect(self.skip_all)
        self._line.addWidget(self.words, 1)
        self._line.addWidget(self.skip)
        self._leaving = QTimer(self)
        self._leaving.setSingleShot(True)
        self._leaving.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def tell(self, text: str, mark: SeatMark | None) -> None:
        """Shows what happens; `mark`: of who does it, None for luck."""
        if self._badge is not None:
            self._line.removeWidget(self._badge)
            self._badge.hide()
            self._badge.deleteLater()
            self._badge = None
        if mark is not None:
            self._badge = Badge(mark, BADGE)
            self._line.insertWidget(0, self._badge)
            self._badge.show()  # a layout gives no room to what is hidden
        self.words.setText(text)
        self._leaving.stop()
        self.show()
        self.raise_()
        self._fit()

    def allow_skip(self, allowed: bool) -> None:
        """Shows the button only while more waits to be shown."""
        if allowed != self.skip.isVisibleTo(self):
            self.skip.setVisible(allowed)
            if not self.isHidden():
                self._fit()

    def leave_soon(self) -> None:
        """Nothing more happens: go after a while."""
        if not self.isHidden() and not self._leaving.isActive():
            self._leaving.start(LINGER_MS)

    def leave(self) -> None:
        self._leaving.stop()
        self.hide()

    def _fit(self) -> None:
        room = self._stage.width() - 2 * MARGIN
        self._set_lines(two=False)  # what wraps already says how narrow it is
        two = self.sizeHint().width() > room
        if two:
            self._set_lines(two=True)
        wanted = self.sizeHint()
        wide = room if two else wanted.width()
        high = self.heightForWidth(wide) if self.hasHeightForWidth() else wanted.height()
        if not two:
            high = max(high, BADGE + 2 * ABOVE)
        self.setGeometry((self._stage.width() - wide) // 2, EDGE, wide, high)

    def _set_lines(self, *, two: bool) -> None:
        """`two`: in small letters, so that both have room."""
        look(self.words, "advice-words" if two else "name")
        self.words.setWordWrap(two)
        above = ABOVE_TWO if two else ABOVE
        self._line.setContentsMargins(BESIDE, above, BESIDE, above)
        self._line.invalidate()  # its words or its button are new

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and not self.isHidden():
            self._fit()
        return False

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()
