"""Play now on a real node: two clicks, and the game is there, with bots as processes."""

from __future__ import annotations

from camelnet_gui.application import Application
from camelnet_gui.lobby.play_dialog import PlayDialog
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import Kind
from tests.gui.clicker import LOOK_MS
from tests.patience import LONG_MS, until


def test_two_clicks_and_the_game_begins(application: Application, qtbot: QtBot) -> None:
    window = application.window
    qtbot.waitUntil(lambda: window.lobby.name.text() == "Ana", timeout=LONG_MS)
    QTest.mouseClick(window.lobby.games.cards["camelup"].play_button, Qt.MouseButton.LeftButton)
    (dialog,) = window.findChildren(PlayDialog)
    dialog.bots.choose(1)
    QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)

    def seen() -> object:
        return window.home.host.coming, window.lobby.my_table.hint.text(), window.table is None

    until(
        lambda: window.table is not None,
        moving=seen,
        between=lambda: qtbot.wait(LOOK_MS),
    )
    assert window.table is not None
    seats = window.table.model.view.seats
    assert [seat.kind for seat in seats].count(Kind.BOT) == 1
    assert window.home.host.coming == ()
