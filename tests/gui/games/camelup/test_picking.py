"""Every pick can be made by mouse and by key and gives exactly itself; nothing else does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.camels.scene import Flash
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.scene import PLACES, Scene
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tools.screenshots.camelup.sample_scenes import MIDDLE

LEFT = Qt.MouseButton.LeftButton


def spots(board: CamelUpBoard, place: str) -> list[QPoint]:
    """Points well inside a place."""
    path = board.place_path(place)
    box = path.boundingRect()
    found = []
    for x in range(int(box.left()), int(box.right()), 5):
        for y in range(int(box.top()), int(box.bottom()), 5):
            point = QPoint(x, y)
            if path.contains(point.toPointF()):
                found.append(point)
    return found[:: max(1, len(found) // 6)]


@pytest.mark.parametrize("place", PLACES)
def test_a_click_on_a_pick_gives_exactly_that_pick(
    board: CamelUpBoard, qtbot: QtBot, place: str
) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset(PLACES), chosen=None))
    for spot in spots(board, place):
        spy = QSignalSpy(board.picked)
        qtbot.mouseClick(board.viewport(), LEFT, pos=spot)
        assert [spy.at(index) for index in range(spy.count())] == [[place]]


@pytest.mark.parametrize("place", PLACES)
def test_a_click_on_any_other_place_gives_nothing(
    board: CamelUpBoard, qtbot: QtBot, place: str
) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset(PLACES) - {place}, chosen=None))
    spy = QSignalSpy(board.picked)
    for spot in spots(board, place):
        qtbot.mouseClick(board.viewport(), LEFT, pos=spot)
    board.buttons[place].click()
    assert spy.count() == 0


def test_a_click_between_places_gives_nothing(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset(PLACES), chosen=None))
    spy = QSignalSpy(board.picked)
    for x in range(3, board.width(), 23):
        for y in range(3, board.height(), 23):
            if not any(
                board.place_path(place).contains(QPoint(x, y).toPointF()) for place in PLACES
            ):
                qtbot.mouseClick(board.viewport(), LEFT, pos=QPoint(x, y))
    assert spy.count() == 0


def test_a_press_that_ends_elsewhere_gives_nothing(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset(PLACES), chosen=None))
    spy = QSignalSpy(board.picked)
    qtbot.mousePress(board.viewport(), LEFT, pos=board.place_centre("space 5").toPoint())
    qtbot.mouseRelease(board.viewport(), LEFT, pos=board.place_centre("space 6").toPoint())
    assert spy.count() == 0


def test_the_right_button_picks_nothing(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(MIDDLE)
    spy = QSignalSpy(board.picked)
    at = board.place_centre("roll").toPoint()
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.RightButton, pos=at)
    assert spy.count() == 0


def test_a_double_click_is_two_clicks(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(MIDDLE)
    spy = QSignalSpy(board.picked)
    at = board.place_centre("roll").toPoint()
    qtbot.mouseClick(board.viewport(), LEFT, pos=at)
    qtbot.mouseDClick(board.viewport(), LEFT, pos=at)  # in place of the second press
    qtbot.mouseRelease(board.viewport(), LEFT, pos=at)
    assert spy.count() == 2


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
@pytest.mark.parametrize("place", PLACES)
def test_a_key_on_a_pick_gives_exactly_that_pick(
    board: CamelUpBoard, qtbot: QtBot, place: str, key: Qt.Key
) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset(PLACES), chosen=None))
    spy = QSignalSpy(board.picked)
    button = board.buttons[place]
    button.setFocus()
    qtbot.keyClick(button, key)
    assert [spy.at(index) for index in range(spy.count())] == [[place]]


def test_tab_goes_through_the_picks_and_nothing_else(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(MIDDLE)
    board.activateWindow()
    board.setFocus()
    visited = []
    for _step in MIDDLE.picks:
        focus = QApplication.focusWidget()
        visited.append(focus.place)  # type: ignore[union-attr]
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert visited == [place for place in PLACES if place in MIDDLE.picks]


def test_arrows_reach_every_space(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset(PLACES), chosen=None))
    reached, fresh = {"roll"}, ["roll"]
    while fresh:
        place = fresh.pop()
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            board.buttons[place].setFocus()
            qtbot.keyClick(board.buttons[place], key)
            now = QApplication.focusWidget().place  # type: ignore[union-attr]
            if now not in reached:
                reached.add(now)
                fresh.append(now)
    assert reached == set(PLACES)


def test_the_focus_is_seen(board: CamelUpBoard) -> None:
    board.show_scene(MIDDLE)
    before = board.grab().toImage()
    board.setFocus()
    assert board.grab().toImage() != before


def test_the_pointer_is_reported_and_seen(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(replace(MIDDLE, chosen=None))
    before = board.grab().toImage()
    spy = QSignalSpy(board.hovered)
    qtbot.mouseMove(board.viewport(), board.place_centre("space 5").toPoint())
    qtbot.mouseMove(board.viewport(), QPoint(3, 3))
    assert [spy.at(index) for index in range(spy.count())] == [["space 5"], [""]]
    qtbot.mouseMove(board.viewport(), board.place_centre("leg g").toPoint())
    assert board.grab().toImage() != before


def test_every_place_has_a_name_that_says_what_is_there(board: CamelUpBoard) -> None:
    board.show_scene(MIDDLE)
    names = {place: button.accessibleName() for place, button in board.buttons.items()}
    assert len(set(names.values())) == len(PLACES)
    assert "white, blue, yellow" in names["space 8"]
    assert "Ana" in names["space 3"]
    assert "3, 2" in names["leg b"]


def test_tooltips_say_why_not(board: CamelUpBoard) -> None:
    board.show_scene(Scene(hints=(("space 1", "Never on the first space"),)))
    assert board.tip("space 1").endswith("Never on the first space")
    assert board.buttons["space 1"].accessibleDescription() == "Never on the first space"


def test_nothing_can_be_picked_while_camels_walk(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(MIDDLE)
    board.animate((Flash(("roll",)),), MIDDLE)
    spy = QSignalSpy(board.picked)
    qtbot.mouseClick(board.viewport(), LEFT, pos=board.place_centre("roll").toPoint())
    board.buttons["roll"].click()
    assert spy.count() == 0
    board.skip()


def test_the_keyboard_stays_on_the_board_between_turns(board: CamelUpBoard) -> None:
    board.activateWindow()
    board.show_scene(MIDDLE)
    board.buttons["deck lose"].setFocus()
    board.show_scene(replace(MIDDLE, picks=frozenset(), chosen=None))
    assert QApplication.focusWidget() is board
    board.show_scene(MIDDLE)
    assert QApplication.focusWidget() is board.buttons["deck lose"]
    board.show_scene(replace(MIDDLE, picks=frozenset({"leg g"}), chosen=None))
    assert QApplication.focusWidget() is board.buttons["leg g"]
