"""The one rule of the keyboard, in a live window: after an act it is where the next act is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.lobby.play_dialog import PlayDialog
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from camelnet.session.api.facts import (
    LobbyChanged,
    LobbyView,
    MembershipVotes,
    Phase,
    Presence,
    TableChanged,
    Vote,
)
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.lobby import lobby_view

BEN, CHLOE = 1, 2  # seats


@pytest.fixture
def window(driver: WindowDriver, hands: Hands) -> WindowDriver:
    """In front, with the keyboard."""
    driver.window.activateWindow()
    hands.wait(driver.window.isActiveWindow, "the window never came to the front")
    return driver


def focus() -> QWidget | None:
    return QApplication.focusWidget()


def with_bots(count: int) -> LobbyView:
    """A table of six where I sit with so many bots."""
    view = lobby_view(full=True)
    mine = view.tables[0]
    me, _ben, bot, free = mine.seats
    bots = [replace(bot, key=bytes([200 + n]) * 32, name=f"Bot {n}") for n in range(count)]
    seats = (me, *bots, *[free] * (5 - count))
    return replace(view, tables=(replace(mine, seats=seats),))


def add_button(driver: WindowDriver) -> QPushButton:
    made = driver.window.lobby.my_table.findChildren(QPushButton)
    return next(each for each in made if each.isVisible() and each.text() == "Add a bot")


def test_the_levels_of_a_bot_stay_open_while_another_bot_sits_down(
    window: WindowDriver, hands: Hands
) -> None:
    window.tell(LobbyChanged(with_bots(0)))
    hands.focus_by_tab(add_button(window))
    hands.press("space")
    hands.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    window.tell(LobbyChanged(with_bots(1)))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as a running app does
    hands.press("Down")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.activeAction() is not None
    hands.press("Return")
    hands.wait(lambda: len(window.spawned) == 1, "no bot was sent for")
    hands.wait(lambda: focus() is add_button(window), "the next bot is not at hand")
    window.tell(LobbyChanged(with_bots(2)))
    assert focus() is add_button(window)
    window.tell(LobbyChanged(with_bots(5)))
    assert focus() is window.window.lobby.my_table.ready_button, "no seat is free any more"


def test_after_play_the_keyboard_waits_at_the_table(window: WindowDriver, hands: Hands) -> None:
    window.tell(LobbyChanged(lobby_view(full=False)))
    play = window.window.lobby.games.cards["camelup"].play_button
    hands.focus_by_tab(play)
    hands.press("Return")
    hands.wait(lambda: window.window.findChildren(PlayDialog))
    (dialog,) = window.window.findChildren(PlayDialog)
    hands.wait(dialog.isActiveWindow)
    hands.focus_by_tab(dialog.bots.buttons[0])
    hands.press("space", "Return")
    hands.wait(lambda: window.asked, "Enter on a number does not start the game")
    hands.wait(window.window.isActiveWindow)
    script = ScriptedCamelUp(seats=3, me=0)
    window.tell(TableChanged(script.view(phase=Phase.SETUP)))
    assert focus() is window.table
    window.tell(TableChanged(script.view()))
    window.play_until_my_turn(script)
    hands.press("Tab")
    acts = window.table.panel.acts
    hands.focus_by_tab(acts.act_button(Act.ROLL))


def test_after_a_hint_and_after_a_bet_the_keyboard_is_at_the_actions(
    window: WindowDriver, hands: Hands
) -> None:
    script = ScriptedCamelUp(seats=3, me=1)
    window.tell(TableChanged(script.view(aids=True)))
    for step in script.play(lambda position: position.turn == 1):
        window.window.take(step)
    window.tell(TableChanged(script.view(aids=True)))
    table = window.table
    assert table.aids is not None
    acts = table.panel.acts
    acts.act_button(Act.ROLL).setFocus()
    hands.focus_by_tab(table.aids.strip.hint)
    hands.press("Return")
    hands.wait(lambda: table.aids is not None and table.aids.advice.text, "no hint came")
    assert acts.isAncestorOf(focus() or table), focus()
    acts.act_button(Act.BET).setFocus()
    hands.press("Return")
    hands.wait(lambda: isinstance(table.chooser.dialog, BetDialog))
    dialog = table.chooser.dialog
    assert dialog is not None
    hands.wait(dialog.isActiveWindow)
    for made in (dialog.deck_button("lose"), dialog.card_button("g")):
        hands.focus_by_tab(made)
        hands.press("Return")
    hands.press("Return")
    hands.wait(lambda: window.asked, "Enter on a chosen card places no bet")
    hands.wait(window.window.isActiveWindow)
    assert focus() is table, "not the log, nor the chat"


def test_after_a_vote_the_keyboard_is_at_the_actions_and_enter_takes_nothing_back(
    window: WindowDriver, hands: Hands
) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    window.play_until_my_turn(script)
    script.presence[BEN] = (Presence.SILENT, 42)

    def state(*wanted_by: int) -> TableChanged:
        vote = Vote(seat=BEN, leaving=True, wanted_by=wanted_by, needed=3)
        votes = MembershipVotes(votes=(vote,), removable=(BEN,))
        return TableChanged(script.view(membership_votes=votes))

    window.tell(state(0))
    row = window.table.membership_votes.vote_row(BEN)
    assert row is not None
    window.table.panel.acts.act_button(Act.ROLL).setFocus()
    hands.focus_by_tab(row.button)
    hands.press("Return")
    assert window.asked == [("go_on_without", BEN, True)]
    window.tell(state(0, CHLOE))
    assert focus() is window.table.panel.acts.act_button(Act.ROLL)
