"""Every pick of this board can be made by mouse and by key and gives exactly itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.scene import PLACES, CardUp, Scene
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tools.screenshots.cards.sample_scenes import MIDDLE, SAMPLES

LEFT = Qt.MouseButton.LeftButton
THERE = [p for p in PLACES if not p.startswith("space") or int(p[6:]) <= MIDDLE.last]
ALL = replace(MIDDLE, picks=frozenset(THERE), chosen=None)


@pytest.mark.parametrize("place", THERE)
def test_a_click_or_a_key_on_a_pick_gives_exactly_that_pick(
    board: CardsBoard, qtbot: QtBot, place: str
) -> None:
    board.show_scene(ALL)
    spy = QSignalSpy(board.picked)
    qtbot.mouseClick(board.viewport(), LEFT, pos=board.place_centre(place).toPoint())
    button = board.buttons[place]
    button.setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
        qtbot.keyClick(button, key)
    assert [spy.at(index) for index in range(spy.count())] == [[place]] * 3


@pytest.mark.parametrize("place", THERE)
def test_a_click_on_any_other_place_gives_nothing(
    board: CardsBoard, qtbot: QtBot, place: str
) -> None:
    board.show_scene(replace(ALL, picks=frozenset(THERE) - {place}))
    spy = QSignalSpy(board.picked)
    qtbot.mouseClick(board.viewport(), LEFT, pos=board.place_centre(place).toPoint())
    board.buttons[place].click()
    assert spy.count() == 0


def test_spaces_that_the_track_lacks_cannot_be_reached(board: CardsBoard) -> None:
    board.show_scene(ALL)
    for space in range(1, 20):
        assert board.buttons[f"space {space}"].isVisible() == (space <= MIDDLE.last)
    board.show_scene(SAMPLES["six"])
    assert board.buttons["space 19"].isVisible()


def test_arrows_reach_every_pick(board: CardsBoard, qtbot: QtBot) -> None:
    board.show_scene(ALL)
    reached, fresh = {"reveal"}, ["reveal"]
    while fresh:
        place = fresh.pop()
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            board.buttons[place].setFocus()
            qtbot.keyClick(board.buttons[place], key)
            now = QApplication.focusWidget().place  # type: ignore[union-attr]
            if now not in reached:
                reached.add(now)
                fresh.append(now)
    assert reached == set(THERE)


def test_every_place_has_a_name_that_says_what_is_there(board: CardsBoard) -> None:
    board.show_scene(MIDDLE)
    names = {place: board.buttons[place].accessibleName() for place in THERE}
    assert len(set(names.values())) == len(THERE)
    assert "white, blue, yellow" in names["space 6"]
    assert "Palm" in names["space 8"]
    assert "Ben" in names["palm"]
    assert "yellow 1" in names["hand"]
    assert "7 cards" in names["reveal"]
    assert "3, 2, 2" in names["lead b"]
    assert "Yara" in names["win g"]
    assert "2 trophies" in names["win o"]


def test_the_deck_tells_what_has_been_seen(board: CardsBoard) -> None:
    board.show_scene(MIDDLE)
    assert "blue 1, 1; green 1, 2" in board.tip("reveal")


def test_tooltips_say_why_not(board: CardsBoard) -> None:
    board.show_scene(Scene(hints=(("win b", "You have already placed your bet."),)))
    assert board.tip("win b").endswith("You have already placed your bet.")
    assert board.buttons["win b"].accessibleDescription() == "You have already placed your bet."


def test_nothing_can_be_picked_while_a_card_is_turned_up(board: CardsBoard, qtbot: QtBot) -> None:
    board.show_scene(ALL)
    board.animate((CardUp("o1", "deck"),), ALL)
    spy = QSignalSpy(board.picked)
    qtbot.mouseClick(board.viewport(), LEFT, pos=board.place_centre("reveal").toPoint())
    assert spy.count() == 0
    board.skip()
