"""Playing together in a live window: the big screen, the curtain, emotes by key."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.chat.emotes import EMOTES
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from camelnet.session.api.facts import TableChanged, TableLeft
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands
from tests.gui.together.test_curtain import ANA, BEN, CHLOE, at_one_laptop
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards


def in_front(driver: WindowDriver, hands: Hands) -> None:
    driver.window.activateWindow()
    hands.wait(driver.window.isActiveWindow, "the window never had the keyboard")


def test_a_big_screen_is_left_by_keys_after_any_number_of_games(
    driver: WindowDriver, hands: Hands
) -> None:
    screen = driver.window.big_screen
    for number in range(3):
        script = ScriptedCamelUp(seats=3, seed=number)
        game = bytes([number + 1]) * 32
        driver.tell(TableChanged(replace(script.watched(), game_id=game, aids=True)))
        if number == 0:
            in_front(driver, hands)
            hands.press("F11")
            hands.wait(lambda: screen.on)
            hands.wait(driver.window.isFullScreen)
        driver.table.show_result()  # its button asks for the keyboard
        assert screen.panel is not None
        assert screen.panel.isVisible()
        if number < 2:
            driver.tell(TableLeft(game))
            hands.wait(screen.waiting.isVisible)
    assert QApplication.activeWindow() is driver.window
    hands.press("Escape")
    hands.wait(lambda: not screen.on)
    hands.wait(lambda: not driver.window.isFullScreen())
    assert driver.table.panel.isVisible()
    hands.press("F11")
    hands.wait(lambda: screen.on)
    hands.press("F11")
    hands.wait(lambda: not screen.on)


def test_a_curtain_stands_between_two_hands_and_opens_by_enter(
    driver: WindowDriver, hands: Hands
) -> None:
    driver.settings.speed = "normal"
    cards = at_one_laptop(driver, ScriptedCards(seats=3, me=ANA, seed=5))
    curtain = driver.window.local_players.curtain
    for turn in (BEN, ANA, CHLOE, BEN):
        cards.play_until(turn)
        if turn == BEN:
            in_front(driver, hands)
        if turn == CHLOE:
            assert not cards.curtain
            assert cards.view.faces == ""
            continue
        hands.wait(lambda: cards.curtain)
        assert cards.view.faces == ""
        hands.press("Return")  # too early: it was meant for something else
        assert cards.curtain
        hands.wait(curtain.open_button.hasFocus)
        hands.press("Return")
        hands.wait(lambda: not cards.curtain)
        assert cards.view.faces == cards.script.held(turn)
        assert driver.table.isVisible()


def test_an_emote_is_sent_by_its_key_also_while_one_writes(
    driver: WindowDriver, hands: Hands
) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    in_front(driver, hands)
    driver.table.panel.chat_line.setFocus(Qt.FocusReason.OtherFocusReason)
    hands.type("hm")
    hands.press("ctrl+1")
    hands.wait(lambda: ("say", EMOTES[0].text) in driver.asked)
    assert driver.table.panel.chat_line.text() == "hm"
    hands.click(driver.table.panel.talk.emotes)
    bar = driver.table.panel.talk.bar
    hands.wait(bar.isVisible)
    hands.press("Right", "Return")
    hands.wait(lambda: ("say", EMOTES[1].text) in driver.asked)
    hands.wait(lambda: not bar.isVisible())
