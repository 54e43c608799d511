"""Several people at one laptop: whole tables on loopback, with guests as peers of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from camelnet_gui.application import Application
from camelnet_gui.lobby.play_dialog import PlayDialog
from camelnet_gui.together import curtain
from camelnet_gui.together.guest_dialog import GuestDialog
from camelnet_gui.together.guests import Guests
from camelnet_gui.widgets.dialogs import Question
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import Phase
from tests.gui.clicker import LOOK_MS, Clicker, click, click_back, click_new_table
from tests.patience import LONG_MS, until
from tests.sampling import only_full

SEED = 7


def ask_in(application: Application, qtbot: QtBot, name: str) -> None:
    """Add a player at this laptop through the dialog."""
    window = application.window
    window.local_players.ask()
    (dialog,) = window.findChildren(GuestDialog)
    dialog.line.setText(name)
    click(dialog.add)

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
    drawn = window.local_players.curtain

    def look() -> None:
        qtbot.wait(LOOK_MS)
        if drawn.isVisible():
            if drawn.open_button.isEnabled():
                click(drawn.open_button)
        else:
            clicker.look()

    until(done, moving=clicker.seen, between=look)
    return clicker


@pytest.mark.slow
@only_full
def test_two_at_one_laptop_play_a_game_and_another(
    application: Application, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curtain, "GUARD_MS", 0)
    window = application.window
    click_new_table(window, "One laptop", seats=3, bots=1)
    qtbot.waitUntil(lambda: window.lobby.my_table.isVisible(), timeout=LONG_MS)
    ask_in(application, qtbot, "Emma")
    seen = set()
    asked = set()

    def over() -> bool:
        page = window.table
        if page is not None:
            seen.add(page.model.view.me)
            if page.model.my_turn:
                asked.add(page.model.banner().text.split(":")[0])
        return page is not None and page.model.view.phase is Phase.OVER and page.model.settled

    play(application, qtbot, over)
    assert len(seen) == 2, "both have looked at the table"
    assert asked == {"Ana", "Emma"}, "the banner names whose turn it is"
    first = window.table.model.view
    assert first.me is not None
    assert first.seats[first.me].name == "Ana", "at the end the screen is the owner's"
    names = [seat.name for seat in first.seats]
    assert first.verdict.guests == ((first.me, (names.index("Emma"),)),)
    click(window.table.overlay.main)

    def again() -> bool:
        return window.table is not None and window.table.model.view.game_id != first.game_id

    qtbot.waitUntil(again, timeout=LONG_MS)
    assert window.local_players.names == ("Emma",)


@pytest.mark.slow
def test_a_table_left_is_resumed_with_all_who_sat_at_the_laptop(
    application: Application, qtbot: QtBot
) -> None:
    window = application.window
    click_new_table(window, "One laptop", seats=2, bots=0, game="targui")
    qtbot.waitUntil(lambda: window.lobby.my_table.isVisible(), timeout=LONG_MS)
    ask_in(application, qtbot, "Emma")
    seen: set[int | None] = set()

    def both_have_looked() -> bool:
        page = window.table
        if page is not None and page.model.my_turn:
            seen.add(page.model.view.me)
        return len(seen) == 2

    play(application, qtbot, both_have_looked)
    game = window.table.model.view.game_id
    (emma,) = window.local_players.guests.here
    key = emma.key
    window._ask_to_leave()
    (question,) = window.findChildren(Question)
    click(question.yes)
    qtbot.waitUntil(lambda: window.local_players.names == (), timeout=LONG_MS)
    qtbot.waitUntil(lambda: click_back(window), timeout=LONG_MS)
    seen.clear()
    play(application, qtbot, both_have_looked)
    assert window.table.model.view.game_id == game
    assert [guest.key for guest in window.local_players.guests.here] == [key]
    assert "Emma" in [guest.name for guest in window.local_players.guests.here]


@pytest.mark.slow
def test_a_game_on_this_laptop_starts_from_its_card(application: Application, qtbot: QtBot) -> None:
    window = application.window
    click(window.lobby.games.cards["camelup"].share_button)
    (dialog,) = window.findChildren(PlayDialog)
    assert dialog.people is not None
    assert dialog.focusWidget() is dialog.people.fields[0]
    assert not dialog.start.isEnabled()
    for name in ("Emma", "ana"):
        field = dialog.people.fields[-1]
        field.setText(name)
        assert dialog.start.isEnabled() == (name == "Emma"), "my own name is taken"
    dialog.people.fields[1].setText("Zoe")
    dialog.bots.choose(1)
    click(dialog.start)
    until(lambda: window.table is not None, between=lambda: qtbot.wait(LOOK_MS))
    assert window.table is not None
    names = [seat.name for seat in window.table.model.view.seats]
    assert set(names) > {"Ana", "Emma", "Zoe"}
    assert len(names) == 4
    assert window.local_players.names == ("Emma", "Zoe")
    view = window.local_players.others(window._lobby_view)
    assert not {"Emma", "Zoe"} & {peer.name for peer in view.peers}, "they are no strangers"


def test_a_guest_of_the_same_name_keeps_its_key(qapp: QApplication, tmp_path: Path) -> None:
    guests = Guests(tmp_path, "127.0.0.1")
    keys = set()
    for _evening in range(2):
        guests.add("Emma")
        until(lambda: guests.here[0].key, between=qapp.processEvents)
        keys.add(guests.here[0].key)
        guests.remove(guests.here[0])
        assert guests.names == ()
        assert guests.known() == ("Emma",)
    guests.close()
    assert len(keys) == 1


def test_a_name_at_the_table_is_not_given_twice(qtbot: QtBot) -> None:
    dialog = GuestDialog(["Ana", "Emma"], ["emma", "Zoe"])
    qtbot.addWidget(dialog)
    dialog.show()
    assert [made.text() for made in dialog.known.buttons] == ["Zoe"]
    for text in ("", "  ", "ana", " EMMA "):
        dialog.line.setText(text)
        assert not dialog.add.isEnabled()
    assert "EMMA" in dialog.refusal.text()
    dialog.line.setText("\u202eBob\n")
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    assert dialog.name == "Bob"


def test_a_guest_that_cannot_start_is_told_and_goes(qapp: QApplication, tmp_path: Path) -> None:
    told: list[str] = []
    guests = Guests(tmp_path, "192.0.2.77")  # no address of this computer
    guests.failed.connect(lambda why: told.append(str(why)))
    guests.add("Emma")
    until(lambda: told, between=qapp.processEvents)
    assert guests.names == ()
    guests.close()
