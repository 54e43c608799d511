"""Tells the desktop that it is my turn while the window is not in front."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from camelnet.i18n import _
from camelnet_gui.settings.store import Settings
from camelnet_gui.system.notifications import Channel, choose_channel
from camelnet_gui.table.page import TablePage

TITLE_MAX = 60  # letters of a table's name


class TurnNotifier(QObject):
    """Tells the desktop when it is my turn and the window is not in front, if I want that."""

    def __init__(
        self, window: QMainWindow, settings: Settings, channel: Channel | None = None
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._channel = channel
        self._shown = False
        window.installEventFilter(self)

    def follow(self, page: TablePage) -> None:
        """Tell of my turns at this table, while it is on the screen."""
        page.your_turn.connect(lambda: self._tell(page, _("It is your turn.")))
        page.nudged.connect(lambda: self._tell(page, _("It is still your turn.")))
        page.destroyed.connect(self.close)

    def close(self) -> None:
        """Take away what is still shown."""
        if self._shown and self._channel is not None:
            self._channel.withdraw()
        self._shown = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.WindowActivate:
            self.close()
        return False

    def _tell(self, page: TablePage, text: str) -> None:
        if not self._settings.notifications or self._in_front:
            return
        if self._channel is None:
            self._channel = choose_channel(self._return)
        self._shown = True
        name = page.model.view.name
        title = name if len(name) <= TITLE_MAX else f"{name[: TITLE_MAX - 1]}…"
        self._channel.show(title, text)

    @property
    def _in_front(self) -> bool:
        """True if somebody at the keyboard sees the window, or a dialog of it."""
        seen = self._window.isVisible() and not self._window.isMinimized()
        return seen and QApplication.activeWindow() is not None

    def _return(self) -> None:
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.raise_()
        self._window.activateWindow()
