"""The keyboard's place among the actions: it stays there while what is to be chosen changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from camelnet_gui.games.interface import Actions
from camelnet_gui.games.painted_board import AnyBoard

MAIN = ("main", "accent")  # looks of the button that Enter is for


class ActionFocus(QObject):
    """Qt gives the keyboard of a button that goes, or can be pressed no more, to its neighbour,
    which may be "Back", the log or a proof. Here the main action gets it, or the board where that
    is asked; else the page until there is one again."""

    def __init__(self, page: QWidget, actions: Actions, board: AnyBoard) -> None:
        super().__init__(page)
        self._page = page
        self._actions = actions
        self._board = board
        self._due = True  # the keyboard goes to the actions once there are any
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._changed)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Around whatever changes the actions."""
        before = self._now()
        here = before is not None and self._actions.isAncestorOf(before)
        yield
        now = self._now()
        if here and (now is None or now is not before or not now.isEnabled()):
            self.give()
        elif self._due and now is self._page:
            self._give()
        elif now is self._board and self._main() is not None:
            self.give()  # no place of it can be chosen any more
        elif now is not None and self._page.isAncestorOf(now):
            self._due = False

    def _now(self) -> QWidget | None:
        """The widget of this window with the keyboard, or that had it before a dialog opened."""
        return self._page.window().focusWidget()

    def _changed(self, old: QWidget | None, now: QWidget | None) -> None:
        """A button of the page was pressed, and cannot be pressed any more."""
        if not isinstance(old, QAbstractButton) or not self._page.isAncestorOf(old):
            return
        gone = not (old.isEnabled() and old.isVisible())
        if gone and now is not None and self._page.isAncestorOf(now):
            self.give()

    def come(self) -> None:
        """The actions are next; whatever of them has the keyboard keeps it."""
        now = self._now()
        if now is None or not self._actions.isAncestorOf(now):
            self.give()

    def give(self, *_told: object) -> None:
        """An act beside the actions is done, and they are next."""
        self._due = True
        self._give()

    def _give(self) -> None:
        goal = (self._place() if self._actions.on_board else None) or self._main()
        self._due = goal is None
        (goal or self._page).setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self) -> QAbstractButton | None:
        """The place of the board that is asked for: the one that has the keyboard, or the
        first."""
        asked, picks = self._actions.on_board, self._board.shown.picks
        first = None
        for place, made in self._board.buttons.items():
            if place in picks and place.startswith(asked):
                if made.hasFocus():
                    return made
                if first is None:
                    first = made
        return first

    def _main(self) -> QAbstractButton | None:
        """The main action, else the first that can be chosen."""
        first = None
        for made in self._actions.findChildren(QAbstractButton):
            if made.isVisible() and made.isEnabled():
                if made.property("look") in MAIN:
                    return made
                if first is None:
                    first = made
        return first
