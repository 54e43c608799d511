"""System notifications: it is my turn, and the window is not in front.

On Linux the desktop's portal shows them, asked over D-Bus; elsewhere, and where no portal answers,
an icon in the tray that is there only meanwhile. Where there is neither, `QApplication.alert` is
all there is. They name the table and nothing of the game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QSystemTrayIcon

from camelnet.i18n import _
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.page import TablePage

SHOWN_MS = 15_000
TITLE_MAX = 60  # letters of a table's name
_ID = "camelnet-turn"
_BUS = "DBUS_SESSION_BUS_ADDRESS"


class Channel(Protocol):
    """A way to the desktop."""

    def show(self, title: str, text: str) -> None:
        """Show one notification, in place of the last."""

    def withdraw(self) -> None:
        """Take it away: it is out of date."""


class TrayChannel:
    """An icon in the tray whose balloon is the notification."""

    def __init__(self, clicked: Callable[[], None]) -> None:
        self._clicked = clicked
        self._icon: QSystemTrayIcon | None = None

    def show(self, title: str, text: str) -> None:
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(QApplication.windowIcon())
            self._icon.messageClicked.connect(self._clicked)
            self._icon.activated.connect(lambda _reason: self._clicked())
        self._icon.show()
        self._icon.showMessage(title, text, QSystemTrayIcon.MessageIcon.Information, SHOWN_MS)

    def withdraw(self) -> None:
        if self._icon is not None:
            self._icon.hide()


class PortalChannel:
    """Linux: org.freedesktop.portal.Notification. Nothing waits for its answer; where it refuses,
    `instead` is used from then on."""

    def __init__(self, instead: Channel) -> None:
        self._instead = instead
        self._refused = False
        self._call: Any = None  # kept until it is answered

    def show(self, title: str, text: str) -> None:
        if self._refused:
            self._instead.show(title, text)
            return

        def answered() -> None:
            if self._call.isError():
                self._refused = True
                self._instead.show(title, text)

        self._ask("AddNotification", [_ID, {"title": title, "body": text}], answered)

    def withdraw(self) -> None:
        if self._refused:
            self._instead.withdraw()
        else:
            self._ask("RemoveNotification", [_ID], lambda: None)

    def _ask(self, member: str, arguments: list[Any], answered: Callable[[], None]) -> None:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

        call = QDBusMessage.createMethodCall(
            "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Notification",
            member,
        )
        call.setArguments(arguments)
        pending = QDBusConnection.sessionBus().asyncCall(call)
        self._call = QDBusPendingCallWatcher(pending)
        self._call.finished.connect(answered)


def choose_channel(clicked: Callable[[], None]) -> Channel:
    """The channel of this system; `clicked` is called when its notification is clicked."""
    tray = TrayChannel(clicked)
    linux = sys.platform not in ("win32", "darwin") and os.environ.get(_BUS)
    return PortalChannel(tray) if linux else tray


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
