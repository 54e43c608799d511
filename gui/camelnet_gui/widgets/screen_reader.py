"""Tells a screen reader what happens away from the keyboard's place.

Qt has announcements for that, which Orca hears from version 45 on only. On Linux we show
notifications instead, which all its versions read, and keep for who wants to hear the last ones
again. They are objects without a place on the screen, and nobody sees them.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QWidget

SILENT = "silent"  # the property of a window of which this computer's screen reader says nothing
# Orca drops notifications among the many changes of a screen, if the keyboard moves meanwhile. So
# they come when nothing was announced for a moment, or when so many wait.
CALM_MS = 250
WAITING_MAX = 12
ASKED_FOR_MS = 10_000  # so long it may ask for the words of one


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Have a screen reader say something; nothing of a window that is a guest's own (`SILENT`)."""
    window = widget.window()
    if window.property(SILENT) or not QAccessible.isActive():
        return
    if sys.platform == "linux":
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        waiting = window.findChild(Notifications, options=direct) or Notifications(window)
        waiting.add(text)
        return
    event = QAccessibleAnnouncementEvent(widget, text)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


class Notifications(QTimer):
    """The notifications of a window that are still to come."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._texts: list[str] = []
        self.setSingleShot(True)
        self.timeout.connect(self._tell)

    def add(self, text: str) -> None:
        self._texts.append(text)
        if len(self._texts) < WAITING_MAX or not self.isActive():
            self.start(CALM_MS)

    def _tell(self) -> None:
        texts, self._texts = self._texts, []
        for text in texts:
            Notification(self._window, text)


class Notification(QWidget):
    """One of them; each is an object of its own, for its words are asked for later."""

    accessible_role = QAccessible.Role.Notification

    def __init__(self, window: QWidget, text: str) -> None:
        super().__init__(window)
        self.hide()  # or a window that is shown later would have it said again
        self.setAccessibleName(text)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.ObjectShow))
        QTimer.singleShot(ASKED_FOR_MS, self, self.deleteLater)
