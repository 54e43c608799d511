"""Windows and dialogs within their screen: where that has less room than they need, they scroll.

That happens where everything is shown at 200 %, for eyes that need it, on the screen of a laptop.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget

FRAME = QSize(0, 48)  # what a title bar and a panel take of a screen
AROUND = 60  # pixels that are shown around what has the keyboard


def screen_room(window: QWidget) -> QSize:
    """The room that a window's screen has for it."""
    return window.screen().availableSize() - FRAME


def snug(dialog: QWidget) -> None:
    """Make a dialog as high as its wrapped lines are at its width."""
    layout = dialog.layout()
    if layout is None or isinstance(layout, _Scrolled):
        return
    keep_on_screen(dialog, QSize(dialog.width(), height_needed(layout, dialog.width())))


def lay_out(page: QWidget) -> None:
    """Give all that a page shows its place at once. Qt does so when it gets round to it, and may
    paint first: on a slow computer words were cut and rows lay over each other."""
    for layout in reversed(page.findChildren(QLayout)):  # what lies within asks for room first
        layout.activate()


def height_needed(layout: QLayout, wide: int) -> int:
    """The height of what a layout holds at a width, in pixels."""
    layout.activate()
    return max(layout.totalHeightForWidth(wide), layout.totalMinimumSize().height())


def keep_on_screen(dialog: QWidget, wanted: QSize) -> None:
    """Give a dialog the size that it needs, or let it scroll what the screen has no room for."""
    room, layout = screen_room(dialog), dialog.layout()
    fits = wanted == wanted.boundedTo(room)
    if not (fits or layout is None or isinstance(layout, _Scrolled)):
        inside = QWidget()
        inside.setLayout(layout)
        scrolled = Room(inside, wanted)
        _Scrolled(dialog).addWidget(scrolled)
        dialog.setMinimumSize(0, 0)
        if wanted.height() > room.height():  # else the bar beside it would ask for one beneath
            scrolled.ensurePolished()
            wanted += QSize(scrolled.verticalScrollBar().sizeHint().width(), 0)
    dialog.resize(wanted.boundedTo(room))


class _Scrolled(QVBoxLayout):
    """The layout of a dialog that scrolls."""

    def __init__(self, dialog: QWidget) -> None:
        super().__init__(dialog)
        self.setContentsMargins(0, 0, 0, 0)


class Room(QScrollArea):
    """Gives `pages` all there is, and never less than `least`; follows the keyboard's focus."""

    def __init__(self, pages: QWidget, least: QSize) -> None:
        super().__init__()
        self._pages, self._least = pages, least
        self.setWidget(pages)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    @property
    def scrolls(self) -> bool:
        """True if something of the pages is out of sight."""
        return self.verticalScrollBar().maximum() > 0 or self.horizontalScrollBar().maximum() > 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt's own way would ask for more height than there is where wrapped words want it."""
        super().resizeEvent(event)
        self._pages.resize(self.viewport().size().expandedTo(self._least))

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.scrolls and self._pages.isAncestorOf(now):
            self.ensureWidgetVisible(now, AROUND, AROUND)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by pages; leave all else to the window: arrows move among what can be chosen."""
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            super().keyPressEvent(event)
        else:
            event.ignore()
