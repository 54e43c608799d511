"""Finds what the player points at, so that help opens there.

A widget that stands for a pick of its game carries it as its property `pick`; a board carries the
place under the pointer.
"""

from __future__ import annotations

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget

PICK = "pick"


def pick_pointed_at(window: QWidget) -> str:
    """The pick under the pointer, else the one with the keyboard; "" for none in this window."""
    for widget in (QApplication.widgetAt(QCursor.pos()), window.focusWidget()):
        if widget is not None and widget.window() is window:
            found = pick_of(widget)
            if found:
                return found
    return ""


def pick_of(widget: QWidget | None) -> str:
    """The pick that a widget, or one that holds it, stands for; "" for none."""
    while widget is not None:
        pick = widget.property(PICK)
        if isinstance(pick, str) and pick:
            return pick
        widget = widget.parentWidget()
    return ""
