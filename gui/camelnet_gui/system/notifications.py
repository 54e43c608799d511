"""System notifications: the ways to the desktop.

On Linux the desktop's portal shows them, asked over D-Bus; elsewhere, and where no portal answers,
an icon in the tray that is there only meanwhile. Where there is neither, `QApplication.alert` is
all there is. They name the table and nothing of the game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtWidgets import QApplication, QSystemTrayIcon

SHOWN_MS = 15_000
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
