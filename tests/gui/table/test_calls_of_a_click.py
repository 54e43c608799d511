"""The cost of a click and of a step, counted in calls of ours: a screen must not work out anew what
they leave as it was."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType

import camelnet_gui
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import camelnet
from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

OURS = tuple(str(Path(package.__file__).parent) for package in (camelnet, camelnet_gui))
ARMED_MOST = 240  # with the way of the keyboard to "Confirm"
BACK_MOST = 150
STEP_MOST = 525  # with the view that comes with it


def calls(act: Callable[[], object]) -> int:
    """How many functions of ours are entered until `act` returns, but for words that are looked up
    once in a process."""
    count = 0
    looked_up = camelnet.i18n._.__wrapped__.__code__

    def entered(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        code = frame.f_code
        count += event == "call" and code.co_filename.startswith(OURS) and code is not looked_up

    before = sys.getprofile()
    sys.setprofile(entered)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count


def test_calls_are_counted() -> None:
    assert calls(camelnet.i18n.language) == 1
    assert calls(lambda: None) == 0
    camelnet.i18n._.cache_clear()
    assert calls(lambda: camelnet.i18n._("Confirm")) == 0


@pytest.fixture(params=["words looked up before", "words new"])
def words(request: pytest.FixtureRequest) -> Callable[[], None]:
    """Call it just before counting."""
    return (lambda: None) if "before" in request.param else camelnet.i18n._.cache_clear


def test_a_click_that_arms_a_move_works_out_little(
    driver: WindowDriver, words: Callable[[], None]
) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    QApplication.processEvents()
    words()
    assert calls(lambda: driver.table.board.picked.emit("leg b")) <= ARMED_MOST
    assert driver.table.board.shown.chosen == "leg b"
    assert driver.asked == []
    assert calls(lambda: driver.table.board.picked.emit("leg g")) <= ARMED_MOST
    assert driver.table.board.shown.chosen == "leg g"
    assert calls(lambda: QTest.keyClick(driver.table, Qt.Key.Key_Escape)) <= BACK_MOST
    assert driver.table.board.shown.chosen is None


@pytest.mark.slow
def test_a_step_is_shown_by_what_changed(driver: WindowDriver, words: Callable[[], None]) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    driver.window.take(script.step("leg w"))
    driver.sit_down(script)
    QApplication.processEvents()
    rolled = replace(script.step("roll"), replayed=False)
    told = TableChanged(script.view())
    words()
    assert calls(lambda: (driver.window.take(rolled), driver.window.take(told))) <= STEP_MOST
    assert driver.table.model.shown == script.position
