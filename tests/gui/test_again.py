"""Two clicks, and a game with a bot is there; after a break and after the end it is there again."""

from __future__ import annotations

import pytest
from camelnet_gui.application import Application
from camelnet_gui.lobby.play_dialog import PlayDialog
from camelnet_gui.widgets.dialogs import Question
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import Kind
from tests.gui.clicker import LOOK_MS, Clicker, check_accounts, click
from tests.patience import LONG_MS, until

SEED = 20140604


@pytest.mark.slow
def test_a_game_of_two_clicks_is_left_resumed_and_played_again_after_its_end(
    application: Application, qtbot: QtBot
) -> None:
    print(f"seed {SEED}")
    window = application.window
    clicker = Clicker(window, seed=SEED)
    click(window.lobby.games.cards["camelup"].play_button)
    (dialog,) = window.findChildren(PlayDialog)
    dialog.bots.choose(1)
    click(dialog.start)

    def look() -> None:
        qtbot.wait(LOOK_MS)
        clicker.look()

    def seen() -> object:
        return clicker.seen(), window.home.host.coming, window.lobby.my_table.hint.text()

    until(lambda: clicker.moves >= 3, moving=seen, between=look)
    first, name = window.table.model.view.game_id, window.table.model.view.name
    assert [seat.kind for seat in window.table.model.view.seats].count(Kind.BOT) == 1
    assert window.home.host.coming == ()
    window.table.leave_requested.emit()
    (question,) = window.findChildren(Question)
    click(question.yes)
    qtbot.waitUntil(lambda: window.table is None, timeout=LONG_MS)
    qtbot.waitUntil(lambda: window.lobby.return_card is not None, timeout=LONG_MS)
    click(window.lobby.return_card.button)
    qtbot.waitUntil(lambda: window.table is not None, timeout=LONG_MS)
    assert window.table.model.view.game_id == first
    me = window.table.model.view.me
    assert me is not None
    assert window.table.model.view.seats[me].name == "Ana"

    until(lambda: clicker.result, moving=clicker.seen, between=look)
    check_accounts(window.table.model)
    click(window.table.overlay.main)

    def again() -> bool:
        return window.table is not None and window.table.model.view.game_id != first

    qtbot.waitUntil(again, timeout=LONG_MS)
    assert [seat.name for seat in window.table.model.view.seats].count("Ana") == 1
    assert window.table.model.view.name == name
