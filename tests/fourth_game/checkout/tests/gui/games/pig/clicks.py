"""Clicks a game of Pig: by the board and by the buttons, now and then with a key."""

from __future__ import annotations

from camelnet_gui.table.page import TablePage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui import clicker
from tests.gui.clicker import click, click_place

ENOUGH = 15  # points of a turn


class GameClicks(clicker.GameClicks):
    """See `tests.gui.clicker.GameClicks`."""

    def move(self, table: TablePage) -> None:
        acts, random = table.panel.acts, self.clicker.random
        if acts.confirm_button.isVisible():
            self.clicker.moves += 1
            click(acts.confirm_button)
            return
        self.clicker.shoot("board", table.window())
        wanted = "hold" if table.board.shown.total >= ENOUGH else "roll"
        match random.choice(("board", "button", "key")):
            case "board":
                click_place(table, wanted)
            case "button":
                click(acts.move_button(wanted))
            case _:
                key = Qt.Key.Key_H if wanted == "hold" else Qt.Key.Key_R
                QTest.keyClick(table, key)
