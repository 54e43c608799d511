"""Clicks a game of Pig: by the board and by the buttons, now and then with a key."""

from __future__ import annotations

from camelnet_gui.table.page import TablePage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui.clicker import Clicker, click, click_place

ENOUGH = 15  # points of a turn


class GameClicks:
    """See `tests.gui.clicker.GameClicks`."""

    def __init__(self, clicker: Clicker) -> None:
        self._clicker = clicker

    def move(self, table: TablePage) -> None:
        acts, random = table.panel.acts, self._clicker.random
        if acts.confirm_button.isVisible():
            self._clicker.moves += 1
            click(acts.confirm_button)
            return
        self._clicker.shoot("board", table.window())
        wanted = "hold" if table.board.shown.total >= ENOUGH else "roll"
        match random.choice(("board", "button", "key")):
            case "board":
                click_place(table, wanted)
            case "button":
                click(acts.move_button(wanted))
            case _:
                key = Qt.Key.Key_H if wanted == "hold" else Qt.Key.Key_R
                QTest.keyClick(table, key)

    def dialog(self, table: TablePage) -> None:
        raise AssertionError("Pig asks nothing in a dialog")
