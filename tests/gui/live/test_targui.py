"""Targui in a live window: a battle is rolled die by die, in real frames."""

from __future__ import annotations

import itertools

from camelnet_gui.games.targui.board import TarguiBoard

from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands
from tools.screenshots.targui.scripted_game import ScriptedTargui


def fight(driver: WindowDriver) -> ScriptedTargui:
    """A table where the attacker's die is about to be rolled."""
    script = ScriptedTargui(seats=3, me=1, seed=4)
    for step in script.play(lambda position: position.to_dict()["step"] == "hit"):
        driver.window.take(step)
    driver.tell(TableChanged(script.view()))
    driver.settings.speed = "normal"
    driver.table.apply_settings()
    return script


def test_a_roll_tumbles_is_named_and_can_be_skipped(driver: WindowDriver, hands: Hands) -> None:
    script = fight(driver)
    table, board = driver.table, driver.table.board
    assert isinstance(board, TarguiBoard)
    driver.window.take(script.step("hit 4", replayed=False))
    driver.window.take(TableChanged(script.view()))
    frames, sums = [], []

    def shown() -> bool:
        frames.append(board.viewport().grab().toImage())
        sums.extend(board._moving._frame.sums)
        return not table.player.playing

    hands.wait(shown)
    assert sum(one != other for one, other in itertools.pairwise(frames)) > 5
    assert sums, "what the die comes to is told"
    assert sums[0].volley.pips == 4


def test_a_click_skips_the_roll(driver: WindowDriver, hands: Hands) -> None:
    script = fight(driver)
    table, board = driver.table, driver.table.board
    driver.window.take(script.step("hit 2", replayed=False))
    driver.window.take(TableChanged(script.view()))
    hands.wait(lambda: table.player.playing)
    assert isinstance(board, TarguiBoard)
    hands.click(board)
    hands.wait(lambda: not table.player.playing)
    assert board.shown.battle.hit == 2 or board.shown.battle is None
