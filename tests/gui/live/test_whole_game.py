"""Whole games in a live window, by the real pointer and by the keyboard alone."""

from __future__ import annotations

import pytest
from camelnet_gui.games import playable
from PySide6.QtWidgets import QApplication

from camelnet.session.api.facts import TableChanged
from tests.gui.clicker import SHORT, Clicker
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands, KeyboardClicker, LiveClicker
from tests.gui.test_whole_game import SEED, check_accounts
from tools.screenshots.games import SCRIPTED
from tools.screenshots.scripted_game import ScriptedGame

IDLE_MAX = 60  # looks at a screen on which nothing moves any more


@pytest.mark.parametrize("game", playable())
def test_a_whole_game_is_played_with_the_pointer(
    driver: WindowDriver, hands: Hands, game: str
) -> None:
    play(driver, make_script(game), LiveClicker(driver.window, hands, seed=SEED))


@pytest.mark.parametrize("game", playable())
def test_a_whole_game_is_played_with_the_keyboard(
    driver: WindowDriver, hands: Hands, game: str
) -> None:
    driver.window.activateWindow()
    hands.wait(driver.window.isActiveWindow, "the window never had the keyboard")
    play(driver, make_script(game), KeyboardClicker(driver.window, hands, seed=SEED))


def make_script(game: str) -> ScriptedGame:
    return SCRIPTED[game](seats=3, me=1, seed=SEED, options=SHORT.get(game, {}))


def play(driver: WindowDriver, script: ScriptedGame, clicker: Clicker) -> None:
    """Play a game to its end: the script moves for the others, the clicker for me."""
    driver.sit_down(script)
    idle, before, heard = 0, clicker.seen(), len(driver.asked)
    while clicker.result is None:
        idle = idle + 1 if clicker.seen() == before else 0
        before = clicker.seen()
        assert idle < IDLE_MAX, f"nothing comes of it: {QApplication.focusWidget()}"
        while script.position.turn not in (script.me, "over"):
            driver.tell(script.step(script.choose(), replayed=False))
        driver.tell(TableChanged(script.view()))
        clicker.look()
        new, heard = driver.asked[heard:], len(driver.asked)
        for intent in new:  # those that the app made without asking are among them
            if intent[0] == "play":
                driver.tell(script.step(str(intent[1]), replayed=False))
    assert script.position.turn == "over"
    assert clicker.moves > 5
    check_accounts(driver.table.model)
