"""Finds what the player points at, so that help opens there.

A widget that stands for a pick of its game carries it as its property `pick`; a board carries the
place under the pointer. A widget that stands for a game carries its key as `game`.
"""

from __future__ import annotations

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

PICK, GAME = "pick", "game"  # properties of widgets


def pick_pointed_at(window: QWidget) -> str:
    """The pick under the pointer, else the one with the keyboard; "" for none in this window."""
    return _pointed_at(window, PICK)


def game_pointed_at(window: QWidget) -> str:
    """The game whose card is under the pointer, or has the keyboard; "" for none."""
    return _pointed_at(window, GAME)


def _pointed_at(window: QWidget, name: str) -> str:
    for widget in (QApplication.widgetAt(QCursor.pos()), window.focusWidget()):
        if widget is not None and widget.window() is window:
            found = property_of(widget, name)
            if found:
                return found
    return ""


def property_of(widget: QWidget | None, name: str) -> str:
    """A property of a widget, or of the nearest that holds it; "" where none has it."""
    while widget is not None:
        value = widget.property(name)
        if isinstance(value, str) and value:
            return value
        widget = widget.parentWidget()
    return ""
