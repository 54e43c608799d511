"""Play now on a real node: two clicks, and the game is there, with bots as processes."""

from __future__ import annotations

from camelnet_gui.application import Application
from camelnet_gui.lobby.play_dialog import PlayDialog
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import Kind
from tests.gui.clicker import LOOK_MS, click
from tests.patience import LONG_MS, until


def test_two_clicks_and_the_game_begins(application: Application, qtbot: QtBot) -> None:
    window = application.window
    qtbot.waitUntil(lambda: window.lobby.name.text() == "Ana", timeout=LONG_MS)
    click(window.lobby.games.cards["camelup"].play_button)
    (dialog,) = window.findChildren(PlayDialog)
    dialog.bots.choose(1)
    click(dialog.start)

    def seen() -> object:
        return window.home.host.coming, window.lobby.my_table.hint.text(), window.table is None

    until(
        lambda: window.table is not None,
        moving=seen,
        between=lambda: qtbot.wait(LOOK_MS),
    )
    seats = window.table.model.view.seats
    assert [seat.kind for seat in seats].count(Kind.BOT) == 1
    assert window.home.host.coming == ()
