"""The Enter key for whatever has the keyboard: it presses buttons and opens lists, in all windows.

Qt gives buttons the space bar alone, outside dialogs. Only the widget that has the keyboard is
watched, so that nothing else costs time.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox, QComboBox, QWidget

_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class EnterKey(QObject):
    """Lives as long as its parent, and works everywhere in the application."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._follow)

    def _follow(self, left: QWidget | None, now: QWidget | None) -> None:
        if left is not None:
            left.removeEventFilter(self)
        if isinstance(now, QAbstractButton | QComboBox):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not enter or event.isAutoRepeat() or event.modifiers() not in _PLAIN:
            return False
        if isinstance(watched, QComboBox):
            watched.showPopup()
            return True
        if not isinstance(watched, QAbstractButton) or isinstance(watched, QCheckBox):
            return False
        if _chosen_already(watched):
            return False  # for the dialog, whose golden button is the next act
        watched.click()
        return True


def _chosen_already(button: QAbstractButton) -> bool:
    """True for the one of several that is down: to press it again changes nothing."""
    group = button.group()
    return button.isChecked() and group is not None and group.exclusive()
