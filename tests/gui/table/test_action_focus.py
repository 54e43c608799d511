"""The keyboard at a table: Enter presses what has it, and it never ends up at "Back" or the log."""

from __future__ import annotations

import pytest
from camelnet_gui.games.camels.leg_page import LegPage
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.choice import Act
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


def press_enter() -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Return)


@pytest.mark.slow
def test_enter_on_an_action_chooses_it_and_enter_again_confirms(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    driver.play_until_my_turn(ScriptedCamelUp())
    acts = driver.table.panel.acts
    acts.act_button(Act.ROLL).setFocus()
    press_enter()
    assert QApplication.focusWidget() is acts.confirm_button
    press_enter()
    assert driver.asked == [("play", "roll")]
    assert QApplication.focusWidget() is driver.table


@pytest.mark.slow
def test_the_keyboard_comes_back_to_the_actions_with_my_next_turn(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    acts = driver.table.panel.acts
    acts.act_button(Act.ROLL).setFocus()
    press_enter()
    press_enter()
    driver.window.take(script.step("roll"))
    driver.play_until_my_turn(script)
    assert QApplication.focusWidget() is acts.act_button(Act.ROLL)


@pytest.mark.slow
def test_a_place_in_the_chat_is_left_alone(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    line = driver.table.panel.chat_line
    line.setFocus()
    driver.window.take(script.step("roll"))
    driver.play_until_my_turn(script)
    assert QApplication.focusWidget() is line


@pytest.mark.slow
def test_back_leads_to_the_main_action(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    driver.play_until_my_turn(ScriptedCamelUp())
    acts = driver.table.panel.acts
    acts.act_button(Act.LEG).setFocus()
    press_enter()
    focus = QApplication.focusWidget()
    assert acts.isAncestorOf(focus)
    assert focus.text() != "Back"
    back = next(made for made in acts.findChildren(QPushButton) if made.text() == "Back")
    back.setFocus()
    press_enter()
    assert QApplication.focusWidget() is acts.act_button(Act.ROLL)


@pytest.mark.slow
def test_enter_leaves_a_scoring_by_its_button(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    script = ScriptedCamelUp(seed=5)
    driver.play_until_my_turn(script)
    driver.play(script, lambda position: position.to_dict()["leg"] == 2, replayed=False)
    assert isinstance(driver.table.overlay.page, LegPage)
    press_enter()
    assert driver.table.overlay.page is None


def test_a_button_that_can_be_pressed_no_more_gives_the_keyboard_to_the_main_action(
    driver: WindowDriver,
) -> None:
    driver.window.activateWindow()
    driver.play_until_my_turn(ScriptedCamelUp())
    panel = driver.table.panel
    panel.recap.setFocus(Qt.FocusReason.TabFocusReason)
    panel.recap.setEnabled(False)
    assert QApplication.focusWidget() is panel.acts.act_button(Act.ROLL)


def test_enter_on_a_chosen_card_places_the_bet(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    driver.play_until_my_turn(ScriptedCamelUp())
    acts = driver.table.panel.acts
    acts.act_button(Act.BET).click()
    dialog = driver.table.chooser.dialog
    assert isinstance(dialog, BetDialog)
    dialog.activateWindow()
    QApplication.processEvents()
    for made in (dialog.deck_button("lose"), dialog.card_button("g")):
        made.setFocus()
        press_enter()
        assert made.isChecked()  # type: ignore[attr-defined]
    assert driver.asked == []
    press_enter()
    (asked,) = driver.asked
    assert asked[0] == "play"
    assert str(asked[1]).startswith("lose")
    driver.window.activateWindow()
    assert not driver.table.panel.talk.isAncestorOf(driver.window.focusWidget())


def test_enter_presses_a_button_of_the_lobby(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    menu = driver.window.lobby.menu
    pressed = []
    menu.clicked.connect(lambda: pressed.append(1))
    driver.window.lobby.menu_requested.disconnect()
    menu.setFocus()
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert pressed == [1]


@pytest.mark.slow
def test_the_keyboard_is_on_the_main_action_from_the_first_turn_on(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    script = ScriptedCamelUp()
    driver.sit_down(script)
    assert QApplication.focusWidget() is driver.table
    driver.play_until_my_turn(script)
    assert QApplication.focusWidget() is driver.table.panel.acts.act_button(Act.ROLL)


def test_a_key_takes_the_keyboard_to_what_it_begins(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    driver.play_until_my_turn(ScriptedCamelUp())
    table = driver.table
    table.board.buttons["leg b"].setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_L)
    assert table.panel.acts.isAncestorOf(QApplication.focusWidget()), "Enter is for what was begun"
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_D)
    place = QApplication.focusWidget()
    assert place in table.board.buttons.values()
    assert place.accessibleName().startswith("Space")
    press_enter()
    press_enter()
    ((asked, move),) = driver.asked
    assert (asked, move[:4]) == ("play", "tile")
