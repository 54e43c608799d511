"""Clicks a war of Targui: cells, numbers and dice as they come, now and then by dragging."""

from __future__ import annotations

from camelnet_gui.table.page import TablePage
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.gui import clicker
from tests.gui.clicker import Clicker, click, click_place

LEFT = Qt.MouseButton.LeftButton


class GameClicks(clicker.GameClicks):
    """See `tests.gui.clicker.GameClicks`."""

    def __init__(self, clicker: Clicker) -> None:
        super().__init__(clicker)
        self._counted = False  # the number of this move has been chosen

    def move(self, table: TablePage) -> None:
        acts, random = table.panel.acts, self.clicker.random
        choice = table.model.view_model.choice
        if choice.armed is not None:
            self._confirm(table)
            return
        self._counted = False
        self.clicker.shoot("board", table.window())
        words = [word for word in ("stop", "again", "pass") if acts.word_button(word).isVisible()]
        enabled = [word for word in words if acts.word_button(word).isEnabled()]
        picks = sorted(table.board.shown.picks - {f"cell {choice.source}"})
        if choice.source is None and enabled and (not picks or random.random() < 0.15):
            click(acts.word_button(random.choice(enabled)))
            return
        foes = [f"cell {cell}" for cell in sorted(table.board.shown.foes)]
        place = random.choice(foes if foes and random.random() < 0.5 else picks)
        if choice.source is None and random.random() < 0.1:
            self._drag(table, place)
        else:
            click_place(table, place)

    def _confirm(self, table: TablePage) -> None:
        """Mostly another number first; then the button, or a second click on the board."""
        acts, random = table.panel.acts, self.clicker.random
        if table.model.view_model.adjustable and not self._counted:
            self._counted = True
            enabled = [w for w in ("one", "half", "all") if acts.quick_button(w).isEnabled()]
            click(acts.quick_button(random.choice(enabled)))
            return
        self.clicker.moves += 1
        chosen = table.board.shown.chosen
        if chosen in table.board.shown.picks and random.random() < 0.5:
            click_place(table, chosen)
        else:
            click(acts.confirm_button)

    def _drag(self, table: TablePage, place: str) -> None:
        """Press on a cell, drag to one that lights up, and let go there."""
        view = table.board.viewport()
        start = table.board.place_centre(place).toPoint()
        QTest.mousePress(view, LEFT, pos=start)
        QTest.mouseMove(view, start + QPoint(3, 3))
        QTest.mouseMove(view, start + QPoint(14, 14))
        goals = sorted(table.board.shown.picks - {place})
        goal = table.board.place_centre(goals[0]).toPoint() if goals else start
        QTest.mouseMove(view, goal)
        QTest.mouseRelease(view, LEFT, pos=goal)
