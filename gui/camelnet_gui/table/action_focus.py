"""The keyboard's place among the actions: it stays there while what is to be chosen changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

MAIN = ("main", "accent")  # looks of the button that Enter is for


class ActionFocus:
    """Qt gives the keyboard of a button that goes to its neighbour, which may be "Back" or the log.
    Here the main action gets it, or the page until there is one again."""

    def __init__(self, page: QWidget, actions: QWidget) -> None:
        self._page = page
        self._actions = actions
        self._due = False  # the keyboard goes back to the actions once there are any

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Around whatever changes the actions."""
        before = QApplication.focusWidget()
        here = before is not None and self._actions.isAncestorOf(before)
        yield
        now = QApplication.focusWidget()
        if here and (now is None or now is not before or not now.isEnabled()):
            self._due = True
            self._give()
        elif self._due and now is self._page:
            self._give()
        elif now is not None and now is not self._page:
            self._due = False

    def _give(self) -> None:
        main = self._main()
        if main is None:
            self._page.setFocus()
        else:
            self._due = False
            main.setFocus(Qt.FocusReason.OtherFocusReason)

    def _main(self) -> QAbstractButton | None:
        """The main action, else the first that can be chosen."""
        found = [
            made
            for made in self._actions.findChildren(QAbstractButton)
            if made.isVisible() and made.isEnabled()
        ]
        main = (made for made in found if made.property("look") in MAIN)
        return next(main, found[0] if found else None)
