"""A table of Pig on the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.pig.board import PigBoard
from camelnet_gui.games.pig.scene import Roll, Scene, moments
from camelnet_gui.style.seat_marks import seat_marks
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tools.screenshots.pig.scripted_game import ScriptedPig

from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver

SCENE = Scene(scores=(34, 58), turn=1, total=14, pips=6, seats=seat_marks(("Ana", "Ben")))


def at_my_turn(driver: WindowDriver) -> ScriptedPig:
    script = ScriptedPig(seats=3, me=1)
    steps = script.play(lambda p: p.turn == 1 and p.to_dict()["total"] > 0)
    for step in steps:
        driver.tell(step)
    driver.tell(TableChanged(script.view()))
    return script


def colours(image: QImage) -> int:
    wide, high = image.width(), image.height()
    return len({image.pixel(x, y) for x in range(0, wide, 5) for y in range(0, high, 5)})


def test_die_and_pig_are_reached_and_read_by_keyboard(driver: WindowDriver) -> None:
    at_my_turn(driver)
    board = driver.table.board
    board.setFocus()
    focus = driver.window.focusWidget()
    assert focus is board.buttons["roll"]
    assert "it shows" in focus.accessibleName()
    QTest.keyClick(focus, Qt.Key.Key_Right)
    pig = driver.window.focusWidget()
    assert pig is board.buttons["hold"]
    assert "points in this turn" in pig.accessibleName()
    QTest.keyClick(pig, Qt.Key.Key_Return)
    assert board.shown.chosen == "hold"
    QTest.keyClick(driver.table, Qt.Key.Key_Return)
    assert driver.asked[-1] == ("play", "hold")


def test_a_move_that_the_rules_forbid_says_why(driver: WindowDriver) -> None:
    script = ScriptedPig(seats=2, me=0)
    driver.tell(script.step("first 0"))
    driver.tell(TableChanged(script.view()))
    board = driver.table.board
    assert board.shown.picks == {"roll"}
    assert "Nothing was rolled" in board.tip("hold")
    assert not driver.table.panel.acts.move_button("hold").isEnabled()


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("seats", [2, 8])
def test_a_board_of_any_size_is_painted_all_over(qtbot: QtBot, seats: int, dark: bool) -> None:
    board = PigBoard()
    qtbot.addWidget(board)
    names = [f"Player {seat}" for seat in range(seats)]
    board.show_scene(Scene(scores=(7,) * seats, turn=1, pips=1, seats=seat_marks(names), dark=dark))
    for size in ((480, 380), (700, 560), (1400, 900)):
        assert colours(board.image(*size, 1.0)) > 100


def test_the_die_comes_to_rest_as_it_was_rolled(qtbot: QtBot) -> None:
    board = PigBoard()
    qtbot.addWidget(board)
    board.show_scene(SCENE)
    length_ms, moment = moments(SCENE, Roll(1, 0))
    assert length_ms > 0
    assert moment(0.0).away == 1.0
    assert board.after(SCENE, Roll(1, 0)) == moment(1.0)
    assert (moment(1.0).pips, moment(1.0).total, moment(1.0).away) == (1, 0, 0.0)


def test_points_fly_from_the_pig_to_who_keeps_them(driver: WindowDriver) -> None:
    script = at_my_turn(driver)
    report = driver.table.model.view_model.take(script.step("hold"), ["", "", ""])
    (flight,) = report.flights
    assert flight.origin == "hold"
    assert flight.gain == f"+{script.position.scores()[1]}"


def test_the_result_names_the_winner_and_the_points(driver: WindowDriver) -> None:
    script = ScriptedPig(seats=2, me=0, options={"short_game": True})
    for step in script.play(lambda _position: False):
        driver.tell(step)
    driver.tell(TableChanged(script.view()))
    page = driver.table.overlay.page
    assert isinstance(page, ResultPage)
    assert colours(driver.window.grab().toImage()) > 100


def test_the_end_is_celebrated_on_the_podium_of_every_game(driver: WindowDriver) -> None:
    driver.settings.speed = "normal"
    script = ScriptedPig(seats=2, me=0, options={"short_game": True})
    *before, last = script.play(lambda _position: False)
    for step in before:
        driver.tell(step)
    driver.tell(replace(last, replayed=False))
    driver.tell(TableChanged(script.view()))
    driver.table.player.skip()
    celebration = driver.table.celebration
    assert celebration.shown is not None
    assert celebration.shown.moment is None
    assert colours(driver.window.grab().toImage()) > 100
    celebration.skip()
    assert isinstance(driver.table.overlay.page, ResultPage)
