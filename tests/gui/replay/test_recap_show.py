"""The recap that plays: from my last turn to the present, scrubbed, and in nobody's way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from camelnet_gui.replay.recap_show import RecapShow
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import Stepped, TableChanged
from tests.gui.conftest import WindowDriver
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui


def after_others(
    driver: WindowDriver, script: ScriptedGame, *, speed: str = "fast"
) -> tuple[RecapShow, list[Stepped]]:
    """My turn is near: I have moved, and others since; all of that is displayed."""
    driver.play_until_my_turn(script)
    since: list[Stepped] = []
    while len(since) < 4 or script.position.turn == script.me:
        step = script.step(script.choose())
        driver.window.take(step)
        since = [] if step.seat == script.me else [*since, step]
    driver.sit_down(script)
    driver.settings.speed = speed
    show = driver.table.findChild(RecapShow)
    assert show is not None
    return show, since


def recorded(show: RecapShow) -> Callable[[], object]:
    """The scene on the board of the recap; None while there is none."""
    return lambda: show.shown.shown if show.shown is not None else None


@pytest.mark.slow
@pytest.mark.parametrize(
    "script",
    [
        ScriptedCamelUp(seats=6, me=0, seed=2),
        ScriptedCards(seats=6, me=0, seed=2),
        ScriptedTargui(seats=4, me=0, seed=3),
    ],
)
def test_f4_shows_the_moves_since_my_turn_and_ends_in_the_present(
    driver: WindowDriver, qtbot: QtBot, script: ScriptedGame
) -> None:
    show, since = after_others(driver, script)
    table = driver.table
    present = table.board.shown
    places: list[int] = []
    QTest.keyClick(table, Qt.Key.Key_F4)
    assert show.shown is not None
    assert show.shown.geometry() == table.board.geometry(), "nothing jumps"
    assert table.recap.scrub.maximum() == len(since)
    assert table.recap.scrub.value() == 0
    assert not table.recap.visibleRegion().isEmpty()
    court = QRect(table.stage.mapToGlobal(QPoint()), table.stage.size())
    card = QRect(table.recap.mapToGlobal(QPoint()), table.recap.size())
    assert not court.intersects(card), "the board stays in sight"
    assert table.board.shown == present, "the table's own board shows the present all the time"

    def over() -> bool:
        places.append(table.recap.scrub.value())
        return show.shown is None

    qtbot.waitUntil(over, timeout=LONG_MS)
    assert places == sorted(places)
    assert len(set(places)) > 2, "step by step"
    assert table.recap.scrub.value() == len(since)
    assert table.recap.feed.isVisible(), "with the list of it"


@pytest.mark.slow
def test_arrow_keys_scrub_there_and_back(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=6, me=0, seed=2)
    show, since = after_others(driver, script, speed="off")
    table = driver.table
    QTest.keyClick(table, Qt.Key.Key_F4)
    assert show.shown is None, "without motion it stands in the present"
    assert table.recap.scrub.hasFocus()
    scene = recorded(show)
    QTest.keyClick(table.recap.scrub, Qt.Key.Key_Left)
    last = scene()
    assert last is not None
    assert table.recap.told.text()
    QTest.keyClick(table.recap.scrub, Qt.Key.Key_Home)
    first = scene()
    assert first is not None
    assert first != last
    QTest.keyClick(table.recap.scrub, Qt.Key.Key_End)
    assert show.shown is None
    assert table.recap.scrub.value() == len(since)


@pytest.mark.slow
def test_my_turn_ends_it_and_the_game_went_on_beneath_it(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=6, me=0, seed=2)
    show, _since = after_others(driver, script, speed="normal")
    table = driver.table
    QTest.keyClick(table, Qt.Key.Key_F4)
    assert show.shown is not None
    while script.position.turn != script.me:
        driver.window.take(script.step(script.choose(), replayed=True))
    driver.tell(TableChanged(script.view()))
    assert table.model.my_turn
    assert show.shown is None
    assert table.recap.isHidden()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["click", "Esc", "F4", "Close"])
def test_there_is_a_way_out_at_any_moment(driver: WindowDriver, way: str) -> None:
    show, _since = after_others(driver, ScriptedCamelUp(seats=6, me=0, seed=2), speed="normal")
    table = driver.table
    QTest.keyClick(table, Qt.Key.Key_F4)
    board = show.shown
    assert board is not None
    if way == "click":
        QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton)
    elif way == "Close":
        table.recap.close_button.click()
    else:
        key = Qt.Key.Key_Escape if way == "Esc" else Qt.Key.Key_F4
        QTest.keyClick(QApplication.focusWidget(), key)
    assert show.shown is None
    assert table.recap.isHidden()


@pytest.mark.slow
def test_nothing_plays_where_nothing_has_happened(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=3, me=0, seed=2)
    driver.play_until_my_turn(script)
    driver.window.take(script.step("leg b"))
    driver.sit_down(script)
    driver.settings.speed = "normal"
    show = driver.table.findChild(RecapShow)
    assert show is not None
    QTest.keyClick(driver.table, Qt.Key.Key_F4)
    assert show.shown is None
    assert driver.table.recap.isVisible()
    assert not driver.table.recap.scrub.isVisible()


@pytest.mark.slow
def test_it_tells_no_move_that_the_table_has_not_shown_yet(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=6, me=0, seed=2)
    _show, since = after_others(driver, script, speed="normal")
    table = driver.table
    table.apply_settings()
    table.pacer.pace_ms = 10**8
    shown = len(since)
    for _step in range(4):
        if script.position.turn == script.me:
            break
        driver.window.take(script.step(script.choose(), replayed=False))
    assert table.model.waiting_steps
    QTest.keyClick(table, Qt.Key.Key_F4)
    last = table.recap.scrub.maximum()
    assert shown <= last <= len(table.model.steps) - table.model.waiting_steps
    assert last < shown + 4
