"""Several people at one laptop: whole tables on loopback, with guests as peers of their own."""

from __future__ import annotations

from collections.abc import Callable

from camelnet_gui.application import Application
from camelnet_gui.together.guest_dialog import GuestDialog
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import Phase
from tests.gui.clicker import LOOK_MS, Clicker, click_new_table
from tests.patience import LONG_MS, until

SEED = 7


def ask_in(application: Application, qtbot: QtBot, name: str) -> None:
    """Add a player at this laptop through the dialog."""
    window = application.window
    window.local_players.ask()
    (dialog,) = window.findChildren(GuestDialog)
    dialog.line.setText(name)
    QTest.mouseClick(dialog.add, Qt.MouseButton.LeftButton)

    def sits() -> bool:
        view = window._lobby_view
        table = view.table if view else None
        return table is not None and name in [seat.name for seat in table.seats]

    qtbot.waitUntil(sits, timeout=LONG_MS)
    qtbot.waitUntil(lambda: not window.findChildren(GuestDialog), timeout=LONG_MS)


def play(application: Application, qtbot: QtBot, done: Callable[[], object]) -> Clicker:
    """Plays for whoever is on turn, and opens the curtain for them."""
    window = application.window
    clicker = Clicker(window, seed=SEED)
    curtain = window.local_players.curtain

    def look() -> None:
        qtbot.wait(LOOK_MS)
        if curtain.isVisible():
            if curtain.open_button.isEnabled():
                QTest.mouseClick(curtain.open_button, Qt.MouseButton.LeftButton)
        else:
            clicker.look()

    until(done, moving=clicker.seen, between=look)
    return clicker


def test_two_at_one_laptop_play_a_game_and_another(application: Application, qtbot: QtBot) -> None:
    window = application.window
    qtbot.waitUntil(lambda: window.lobby.name.text() == "Ana", timeout=LONG_MS)
    click_new_table(window, "One laptop", seats=3, bots=1)
    qtbot.waitUntil(lambda: window.lobby.my_table.isVisible(), timeout=LONG_MS)
    ask_in(application, qtbot, "Emma")
    seen = set()

    def over() -> bool:
        page = window.table
        if page is not None:
            seen.add(page.model.view.me)
        return page is not None and page.model.view.phase is Phase.OVER and page.model.settled

    play(application, qtbot, over)
    assert len(seen) == 2, "both have looked at the table"
    assert window.table is not None
    first = window.table.model.view
    assert first.me is not None
    assert first.seats[first.me].name == "Ana", "at the end the screen is the owner's"
    assert window.table.overlay.main is not None
    QTest.mouseClick(window.table.overlay.main, Qt.MouseButton.LeftButton)

    def again() -> bool:
        return window.table is not None and window.table.model.view.game_id != first.game_id

    qtbot.waitUntil(again, timeout=LONG_MS)
    assert window.local_players.names == ("Emma",)
