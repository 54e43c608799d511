"""Picking by mouse and by keys: what all boards have in common, tried on this one."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.scene import PLACES
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tools.screenshots.camelup.sample_scenes import MIDDLE

LEFT = Qt.MouseButton.LeftButton


def test_a_press_that_ends_elsewhere_gives_nothing(
    board: CamelUpBoard, picked: list[str], qtbot: QtBot
) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset(PLACES), chosen=None))
    qtbot.mousePress(board.viewport(), LEFT, pos=board.place_centre("space 5").toPoint())
    qtbot.mouseRelease(board.viewport(), LEFT, pos=board.place_centre("space 6").toPoint())
    assert not picked


def test_the_right_button_picks_nothing(
    board: CamelUpBoard, picked: list[str], qtbot: QtBot
) -> None:
    board.show_scene(MIDDLE)
    at = board.place_centre("roll").toPoint()
    qtbot.mouseClick(board.viewport(), Qt.MouseButton.RightButton, pos=at)
    assert not picked


def test_a_double_click_is_two_clicks(board: CamelUpBoard, picked: list[str], qtbot: QtBot) -> None:
    board.show_scene(MIDDLE)
    at = board.place_centre("roll").toPoint()
    qtbot.mouseClick(board.viewport(), LEFT, pos=at)
    qtbot.mouseDClick(board.viewport(), LEFT, pos=at)  # in place of the second press
    qtbot.mouseRelease(board.viewport(), LEFT, pos=at)
    assert len(picked) == 2


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
