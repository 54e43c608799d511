"""The table screen of Camel Up Cards under real clicks and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.camels.leg_page import LegPage
from camelnet_gui.games.cards.actions import KEYS
from camelnet_gui.games.cards.choice import Act, prefix
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from camelnet.session.api.facts import Shuffling, TableChanged
from tests.gui.clicker import click, words
from tests.gui.conftest import WindowDriver
from tools.screenshots.cards.scripted_game import ScriptedCards


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_button_is_enabled_if_and_only_if_its_act_is_legal(
    driver: WindowDriver, seed: int
) -> None:
    script = ScriptedCards(seats=3, me=1, seed=seed)
    for turns in range(4):
        driver.play_until_my_turn(script, turns=turns)
        if script.position.turn == "over":
            break
        legal = script.position.legal()
        for act in Act:
            made = driver.table.panel.acts.act_button(act)
            start = prefix(act)
            possible = any(move == start or move.startswith(f"{start} ") for move in legal)
            assert made.isEnabled() == possible, act
            assert made.toolTip()


@pytest.mark.slow
def test_skipping_the_bet_is_offered_only_where_it_is_allowed(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCards(seats=3, me=1))
    assert not driver.table.panel.acts.act_button(Act.PASS).isVisible()
    script = ScriptedCards(seats=3, me=1, options={"bet_optional": True})
    driver.window.take(TableChanged(replace(script.view(), game_id=b"\x05" * 32)))
    assert driver.table.panel.acts.act_button(Act.PASS).isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("act", [Act.REVEAL, Act.HAND])
def test_a_card_takes_two_clicks(driver: WindowDriver, act: Act) -> None:
    driver.play_until_my_turn(ScriptedCards())
    acts = driver.table.panel.acts
    click(acts.act_button(act))
    assert driver.asked == []
    click(acts.confirm_button)
    assert driver.asked == [("play", act.value)]


def test_a_bet_is_chosen_by_keys_alone(driver: WindowDriver) -> None:
    script = ScriptedCards()
    driver.play_until_my_turn(script)
    move = next(move for move in sorted(script.position.legal()) if move.startswith("lead"))
    page = driver.table
    page.setFocus()
    QTest.keyClick(page, Qt.Key(ord(KEYS[Act.LEAD])))
    button = page.panel.acts.bet_button(move[-1])
    assert button.isVisible()
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert page.model.view_model.armed == move
    page.setFocus()
    QTest.keyClick(page, Qt.Key.Key_Return)
    assert driver.asked == [("play", move)]


def test_keys_are_one_for_each_act() -> None:
    assert set(KEYS) == set(Act)
    assert len(set(KEYS.values())) == len(KEYS)


def done(driver: WindowDriver) -> list[str]:
    said = words(driver.table.panel.acts).splitlines()
    return [line for line in said if line in ("✓ done", "to do")]


def test_what_is_done_and_what_is_to_do_stands_above_the_buttons(driver: WindowDriver) -> None:
    script = ScriptedCards(seats=3, me=1)
    driver.play_until_my_turn(script)
    assert done(driver) == ["to do", "to do"]
    move = next(move for move in sorted(script.position.legal()) if move.startswith("mid"))
    driver.window.take(script.step(move, replayed=False))
    driver.sit_down(script)
    assert done(driver) == ["to do", "✓ done"]
    assert "race action" in driver.table.panel.banner.text()
    row = driver.table.panel.players.row_of(script.me)
    assert "bet made" in row.accessibleDescription()


@pytest.mark.slow
def test_a_turn_is_told_once_though_a_card_is_turned_up_in_it(driver: WindowDriver) -> None:
    script = ScriptedCards(seats=3, me=1)
    driver.play_until_my_turn(script)
    told: list[bool] = []
    driver.table.your_turn.connect(lambda: told.append(True))
    driver.window.take(script.step("reveal", replayed=False))
    for step in script.play(lambda position: position.turn != "chance"):
        driver.window.take(replace(step, replayed=False))
    driver.sit_down(script)
    assert script.position.turn == script.me
    assert driver.table.model.my_turn
    assert told == []


def test_rows_tell_no_hand_card(driver: WindowDriver) -> None:
    script = ScriptedCards(seats=4, me=1, seed=3)
    driver.play_until_my_turn(script)
    for seat in range(4):
        text = driver.table.panel.players.row_of(seat).accessibleDescription()
        assert "hand card" in text
        assert script.hand(seat) not in text


@pytest.mark.slow
def test_a_leg_is_explained_line_by_line_before_the_next_move(driver: WindowDriver) -> None:
    script = ScriptedCards(seats=3, me=1, seed=2)
    driver.play_until_my_turn(script)
    for step in script.play(lambda _position: False, replayed=False):
        driver.window.take(step)
        if driver.table.overlay.page is not None:
            break
    page = driver.table.overlay.page
    assert isinstance(page, LegPage)
    sheet = driver.table.model.view_model.legs[-1]
    told = words(page).splitlines()
    for seat in sheet.seats:
        assert f"{seat.before} → {seat.after}" in told
    lines = [line for seat in sheet.seats for line in seat.lines]
    assert sum("pay 1" in text for text in told) == sum(line.coins == -1 for line in lines)
    assert not driver.table.board.shown.picks
    click(driver.table.overlay.main)
    assert driver.table.overlay.page is None


def test_shuffling_is_told_and_blocks_nothing_but_moves(driver: WindowDriver) -> None:
    script = ScriptedCards(seats=3, me=1)
    driver.play_until_my_turn(script)
    driver.window.take(TableChanged(script.view(faces="", shuffling=Shuffling(2, 9, False))))
    table = driver.table
    assert "is shuffling the cards" in table.panel.banner.text()
    assert not table.board.shown.picks
    assert not table.panel.acts.act_button(Act.REVEAL).isEnabled()
    assert "shuffled" in table.panel.acts.act_button(Act.REVEAL).toolTip()
    table.panel.chat_line.setText("Who shuffles?")
    QTest.keyClick(table.panel.chat_line, Qt.Key.Key_Return)
    assert driver.asked == [("say", "Who shuffles?")]
    driver.sit_down(script)
    assert table.panel.acts.act_button(Act.REVEAL).isEnabled()
