"""After a break and after the end: the same seat again, and the same table again."""

from __future__ import annotations

from camelnet_gui.application import Application
from camelnet_gui.widgets.dialogs import Question
from pytestqt.qtbot import QtBot

from tests.gui.clicker import LOOK_MS, Clicker, click, click_new_table
from tests.patience import LONG_MS, until

SEED = 20140604


def test_a_table_left_is_resumed_and_played_again_after_its_end(
    application: Application, qtbot: QtBot
) -> None:
    print(f"seed {SEED}")
    window = application.window
    clicker = Clicker(window, seed=SEED)
    qtbot.waitUntil(lambda: window.lobby.name.text() == "Ana", timeout=LONG_MS)
    click_new_table(window, "With a break", seats=2, bots=1)

    def look() -> None:
        qtbot.wait(LOOK_MS)
        clicker.look()

    until(lambda: clicker.moves >= 3, moving=clicker.seen, between=look)
    first = window.table.model.view.game_id
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
    model = window.table.model
    assert [
        account.total for account in model.view_model.income.accounts
    ] == model.view.position.scores()
    click(window.table.overlay.main)

    def again() -> bool:
        return window.table is not None and window.table.model.view.game_id != first

    qtbot.waitUntil(again, timeout=LONG_MS)
    assert [seat.name for seat in window.table.model.view.seats].count("Ana") == 1
    assert window.table.model.view.name == "With a break"
