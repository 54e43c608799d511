"""The rhythm of a table: nothing on the screen knows more than the board shows."""

from __future__ import annotations

import pytest
from camelnet_gui.games.camels.leg_page import LegPage
from camelnet_gui.games.camelup.score_pages import FinalPage
from camelnet_gui.table import score_reader
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from camelnet.i18n import message
from camelnet.session.api.facts import Noticed, Stepped, TableChanged
from tests.gui.clicker import click
from tests.gui.conftest import WindowDriver
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

FOREVER_MS = 10**8


def steps_of_others(script: ScriptedCamelUp, count: int) -> list[Stepped]:
    """So many decisions of others that need no luck, one after another."""
    made: list[Stepped] = []
    while len(made) < count:
        step = script.step(
            next(move for move in script.position.legal() if move != "roll"), replayed=False
        )
        made.append(step)
    return made


def at_others_turn(driver: WindowDriver, *, seed: int = 2) -> ScriptedCamelUp:
    """A table of six right after my move; others' steps stay for good."""
    script = ScriptedCamelUp(seats=6, me=0, seed=seed)
    driver.play_until_my_turn(script)
    driver.window.take(script.step("leg b"))
    driver.sit_down(script)
    driver.table.pacer.pace_ms = FOREVER_MS
    return script


def others_move(driver: WindowDriver, script: ScriptedCamelUp, count: int) -> list[Stepped]:
    """So many of them reach the table one after another."""
    steps = steps_of_others(script, count)
    for step in steps:
        driver.window.take(step)
    driver.sit_down(script)
    return steps


def others_move_until_my_turn(driver: WindowDriver, script: ScriptedCamelUp) -> None:
    while script.position.turn != script.me:
        driver.window.take(steps_of_others(script, 1)[0])


def name(script: ScriptedCamelUp, seat: object) -> str:
    return script.view().seats[seat].name


def test_a_step_of_others_stays_and_banner_row_and_log_tell_of_no_other(
    driver: WindowDriver,
) -> None:
    script = at_others_turn(driver)
    table = driver.table
    first, second, _third = others_move(driver, script, 3)
    assert table.model.waiting_steps == 2
    assert table.model.shown == first.after
    assert name(script, second.seat) in table.panel.banner.text()
    assert [row.seat for row in table.model.rows() if row.turn] == [second.seat]
    assert name(script, first.seat) in table.panel.feed.texts()[-1]
    assert name(script, first.seat) in table.caption.words.text()
    assert table.model.table.position == first.after
    assert not table.model.table.legal


def test_the_space_bar_skips_one_step_and_the_button_all(driver: WindowDriver) -> None:
    script = at_others_turn(driver)
    table = driver.table
    steps = others_move(driver, script, 4)
    assert table.model.shown == steps[0].after
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert table.model.shown == steps[1].after
    QTest.mouseClick(table.caption, Qt.MouseButton.LeftButton, pos=QPoint(12, 12))
    assert table.model.shown == steps[2].after
    click(table.caption.skip)
    assert table.model.shown == steps[3].after
    assert table.model.settled
    assert not table.caption.skip.isVisible()


@pytest.mark.slow
def test_a_click_on_the_board_skips_one_step(driver: WindowDriver) -> None:
    script = at_others_turn(driver)
    table = driver.table
    steps = others_move(driver, script, 3)
    view = table.board.viewport()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert table.model.shown == steps[1].after
    assert driver.asked == []


@pytest.mark.slow
def test_my_own_move_never_waits(driver: WindowDriver) -> None:
    script = at_others_turn(driver)
    others_move_until_my_turn(driver, script)
    driver.table.pacer.skip_all()
    mine = steps_of_others(script, 1)[0]
    driver.window.take(mine)
    assert driver.table.model.shown == mine.after


@pytest.mark.slow
def test_the_title_marks_my_turn_only_once_it_is_displayed(driver: WindowDriver) -> None:
    script = at_others_turn(driver)
    others_move_until_my_turn(driver, script)
    driver.sit_down(script)
    assert not driver.window.windowTitle().startswith("●")
    assert "Your turn" not in driver.table.panel.banner.text()
    driver.table.pacer.skip_all()
    assert driver.window.windowTitle().startswith("●")
    assert "Your turn" in driver.table.panel.banner.text()


def test_between_my_click_and_the_tables_answer_it_is_not_my_turn_again(
    driver: WindowDriver,
) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    table = driver.table
    table.choose("leg b")
    table.choose("leg b")
    assert driver.asked == [("play", "leg b")]
    driver.sit_down(script)  # a view from before my move arrived
    assert "Your turn" not in table.panel.banner.text()
    assert not table.model.table.legal
    assert not driver.window.windowTitle().startswith("●")
    driver.table.notice("That is not possible.", serious=False)
    assert "Your turn" in table.panel.banner.text(), "it was refused, and I may choose again"


def to_the_end_of_a_leg(driver: WindowDriver, script: ScriptedCamelUp) -> None:
    driver.play(script, lambda position: position.to_dict()["leg"] == 2, replayed=False)
    assert isinstance(driver.table.overlay.page, LegPage)


@pytest.mark.slow
def test_a_scoring_closes_by_itself_and_a_key_holds_it(driver: WindowDriver, qtbot: QtBot) -> None:
    script = ScriptedCamelUp(seed=5)
    driver.play_until_my_turn(script)
    to_the_end_of_a_leg(driver, script)
    made = driver.table.scores.button
    assert made.counts
    QTest.keyClick(driver.table.overlay, Qt.Key.Key_X)
    assert not made.counts, "a key holds it"
    made.count_down(0)
    with qtbot.waitSignal(driver.table.scores.left, timeout=LONG_MS):
        pass
    assert driver.table.overlay.page is None
    assert driver.table.model.settled


@pytest.mark.slow
def test_a_scoring_is_not_held_for_ever_while_the_table_waits_for_its_reader(
    driver: WindowDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(score_reader, "AWAITED_MS", 50)
    script = ScriptedCamelUp(seed=8)  # my turn comes after the leg
    driver.play_until_my_turn(script)
    to_the_end_of_a_leg(driver, script)
    assert script.position.turn == script.me
    assert driver.table.panel.banner.text() == "Your turn after the scoring"
    made = driver.table.scores.button
    assert made is not None
    QTest.keyClick(driver.table.overlay, Qt.Key.Key_X)
    assert made.counts
    qtbot.waitUntil(lambda: driver.table.overlay.page is None, timeout=LONG_MS)


@pytest.mark.slow
def test_a_spectator_is_never_stuck_at_a_scoring(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=5)
    driver.play_until_my_turn(script)
    for step in script.play(lambda position: position.to_dict()["leg"] == 2, replayed=False):
        driver.window.take(step)
        driver.table.update_view(script.watched())
    made = driver.table.scores.button
    QTest.keyClick(driver.table.overlay, Qt.Key.Key_X)
    click(driver.table.overlay)
    assert made.counts, "whoever watches gets more time, and no more"


@pytest.mark.slow
def test_the_pointer_on_a_scoring_holds_it(driver: WindowDriver, qtbot: QtBot) -> None:
    script = ScriptedCamelUp(seed=5)
    driver.play_until_my_turn(script)
    QCursor.setPos(driver.window.mapToGlobal(QPoint(2, 2)))
    to_the_end_of_a_leg(driver, script)
    made = driver.table.scores.button
    assert made is not None
    QCursor.setPos(driver.table.overlay.mapToGlobal(driver.table.overlay.rect().center()))
    qtbot.waitUntil(lambda: not made.counts, timeout=LONG_MS)
    assert driver.table.overlay.page is not None


@pytest.mark.slow
def test_the_race_is_over_only_when_its_last_scoring_was_read(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=8)
    driver.play_until_my_turn(script)
    table = driver.table
    driver.play(script, replayed=False)
    seen = []
    while isinstance(table.overlay.page, LegPage | FinalPage):
        seen.append(table.panel.banner.text())
        click(table.scores.button)
    assert seen
    assert set(seen) == {"Scoring"}
    assert isinstance(table.overlay.page, ResultPage)
    assert "win" in table.panel.banner.text().lower()


@pytest.mark.slow
def test_who_comes_back_is_told_after_the_moves_before_that(driver: WindowDriver) -> None:
    script = at_others_turn(driver)
    table = driver.table
    for step in steps_of_others(script, 3):
        driver.window.take(step)
    driver.window.take(Noticed(message("Ben is back."), serious=False))
    driver.sit_down(script)
    assert "back" not in table.panel.feed.texts()[-1]
    table.pacer.skip_all()
    assert "back" in table.panel.feed.texts()[-1]


@pytest.mark.slow
def test_nobody_waits_for_a_rematch_with_somebody_who_has_left(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=8, me=0)
    for step in script.play(lambda _position: False):
        driver.window.take(step)
    driver.window.take(TableChanged(script.view(again=(0,), left=(1,))))
    page = driver.result
    gone, waiting = name(script, 1), name(script, 2)
    assert f"{gone} has left." in page.again.text()
    assert waiting in page.again.text().split("Waiting for")[1].split(".")[0]
    assert gone not in page.again.text().split("Waiting for")[1].split(".")[0]


@pytest.mark.slow
def test_what_happened_since_my_turn_is_listed_and_begins_anew(driver: WindowDriver) -> None:
    script = at_others_turn(driver)
    table = driver.table
    steps = others_move(driver, script, 3)
    table.pacer.skip_all()
    QTest.keyClick(table, Qt.Key.Key_F4)
    assert table.recap.isVisible()
    told = table.recap.feed.texts()
    assert len(told) >= len(steps)
    assert all(name(script, step.seat) in line for step, line in zip(steps, told[-3:], strict=True))
    QTest.keyClick(table.recap.feed, Qt.Key.Key_Escape)
    assert not table.recap.isVisible()
    others_move_until_my_turn(driver, script)
    table.pacer.skip_all()
    driver.window.take(steps_of_others(script, 1)[0])
    assert table.recap.entries == (), "I have moved"


def test_the_start_of_a_race_is_one_line_and_the_first_leg_another(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=4, me=1)
    driver.sit_down(script)
    driver.play(script, lambda position: position.to_dict()["leg"] == 1, replayed=False)
    told = driver.table.panel.feed.texts()
    assert told[-2] == "The camels take their places."
    assert told[-1].startswith("Leg 1 begins")
    assert sum("take their places" in line for line in told) == 1
