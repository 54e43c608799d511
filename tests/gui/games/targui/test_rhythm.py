"""Forced moves are made by themselves and said; the setup is one line of the log."""

from __future__ import annotations

import pytest
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.table.feed import ENTRY_ROLE
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.games.mid_game import targui_at_my as at_my
from tests.patience import LONG_MS
from tools.screenshots.targui.scripted_game import ScriptedTargui


def before_a_forced_buy() -> ScriptedTargui:
    """A game at my turn to buy without the silver for it."""
    for seed in range(40):
        script = ScriptedTargui(seats=3, me=1, seed=seed)
        for _step in script.play(
            lambda p: p.turn == 1 and p.to_dict()["step"] == "buy" and p.legal() == ["pass"]
        ):
            pass
        if script.position.turn != "over":
            return script
    raise AssertionError("nobody was ever that poor")


@pytest.mark.slow
def test_a_move_without_a_choice_is_made_and_said(driver: WindowDriver, qtbot: QtBot) -> None:
    script = before_a_forced_buy()
    driver.window.take(TableChanged(script.view()))
    table = driver.table
    qtbot.waitUntil(lambda: ("play", "pass") in driver.asked, timeout=LONG_MS)
    assert "You have no silver to buy camels." in table.panel.feed.texts()[-1]
    assert "You have no silver to buy camels." in table.caption.words.text()


def test_whoever_could_buy_is_asked() -> None:
    model, script = at_my("buy", 3)
    while len(script.position.legal()) == 1:
        model, script = at_my("buy", 5, number=2)
    assert model.forced is None
    assert model.my_turn


@pytest.mark.slow
def test_laying_the_board_is_one_line_and_any_key_skips_it(driver: WindowDriver) -> None:
    driver.settings.motion = "normal"
    script = ScriptedTargui(seats=3, me=1, seed=4)
    driver.sit_down(script)  # type: ignore[arg-type]
    table = driver.table
    table.apply_settings()
    steps = list(script.play(lambda p: p.to_dict()["step"] == "camp", replayed=False))
    for step in steps:
        driver.window.take(step)
    driver.window.take(TableChanged(script.view()))
    table.pacer.pace_ms = 0
    while not table.pacer.runs:
        table.pacer.skip()
    QTest.keyClick(table, Qt.Key.Key_X)
    while not table.model.settled:
        table.pacer.skip()
    laid = [text for text in table.panel.feed.texts() if "laid out" in text]
    assert len(table.panel.feed.texts()) < 12
    assert len(laid) == 1
    model = table.panel.feed.model()
    entries = [model.index(row, 0).data(ENTRY_ROLE) for row in range(model.rowCount())]
    details = max((entry.details for entry in entries if isinstance(entry, FeedEntry)), key=len)
    assert len(details) >= 40
