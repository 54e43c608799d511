"""Every pick can be made by mouse and by key and gives exactly itself; nothing else does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.targui.board import TarguiBoard
from camelnet_gui.games.targui.scene import CELLS, PLACES, SECTORS, March, after
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tools.screenshots.targui.sample_scenes import MIDDLE, SAMPLES

LEFT = Qt.MouseButton.LeftButton
ALL = replace(MIDDLE, picks=frozenset(f"cell {cell}" for cell in CELLS))
CORNERS = replace(SAMPLES["sectors"], picks=frozenset(f"sector {key}" for key in SECTORS))


def picked(spy: QSignalSpy) -> list[str]:
    return [spy.at(index)[0] for index in range(spy.count())]


@pytest.mark.parametrize("place", PLACES)
def test_a_click_gives_exactly_the_pick_it_hits(
    board: TarguiBoard, qtbot: QtBot, place: str
) -> None:
    scene = CORNERS if place.startswith("sector") else ALL
    board.show_scene(scene)
    spy = QSignalSpy(board.picked)
    path = board.place_path(place)
    box = path.boundingRect()
    points = [
        QPoint(x, y)
        for x in range(int(box.left()), int(box.right()), 9)
        for y in range(int(box.top()), int(box.bottom()), 9)
        if path.contains(QPoint(x, y).toPointF())
    ]
    for point in points:
        qtbot.mouseClick(board.viewport(), LEFT, pos=point)
    assert picked(spy) == ([place] * len(points) if place in scene.picks else [])


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_a_key_on_a_pick_gives_exactly_that_pick(
    board: TarguiBoard, qtbot: QtBot, key: Qt.Key
) -> None:
    board.show_scene(ALL)
    spy = QSignalSpy(board.picked)
    for cell in CELLS:
        board.buttons[f"cell {cell}"].setFocus()
        qtbot.keyClick(board.buttons[f"cell {cell}"], key)
    assert picked(spy) == [f"cell {cell}" for cell in CELLS]


def test_arrows_reach_every_cell(board: TarguiBoard, qtbot: QtBot) -> None:
    board.show_scene(ALL)
    reached, fresh = {"cell 1"}, ["cell 1"]
    while fresh:
        place = fresh.pop()
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            board.buttons[place].setFocus()
            qtbot.keyClick(board.buttons[place], key)
            now = QApplication.focusWidget().place  # type: ignore[union-attr]
            if now not in reached:
                reached.add(now)
                fresh.append(now)
    assert reached == ALL.picks


def test_every_pick_is_named_for_who_cannot_see_it(board: TarguiBoard) -> None:
    board.show_scene(replace(ALL, hints=(("cell 8", "Choose where these camels go."),)))
    name = board.buttons["cell 8"].accessibleName()
    assert name.startswith("Cell 8: erg")
    assert "Kel Ress (Ana), 17 camels" in name
    assert board.buttons["cell 8"].accessibleDescription() == "Choose where these camels go."
    assert "nobody may enter" in board.buttons["cell 6"].accessibleName()
    assert "Still to come." in board.tip("destiny 6")
    assert "Already used." in board.tip("destiny 3")
    assert "In effect this round." in board.tip("destiny 13")


def test_the_keyboard_stays_on_the_board_when_picks_change(board: TarguiBoard) -> None:
    board.show_scene(ALL)
    board.activateWindow()
    board.setFocus()
    board.buttons["cell 8"].setFocus()
    board.show_scene(replace(MIDDLE, picks=frozenset({"cell 7"})))
    assert QApplication.focusWidget() is board.buttons["cell 7"]


# --- dragging -----------------------------------------------------------------------------------


def drag(board: TarguiBoard, qtbot: QtBot, start: str, goal: str) -> None:
    view = board.viewport()
    one, other = board.place_centre(start).toPoint(), board.place_centre(goal).toPoint()
    qtbot.mousePress(view, LEFT, pos=one)
    qtbot.mouseMove(view, one + QPoint(2, 2))
    qtbot.mouseMove(view, one + QPoint(16, 16))
    qtbot.mouseMove(view, other)
    qtbot.mouseRelease(view, LEFT, pos=other)


def choose_sources(board: TarguiBoard) -> None:
    """A table that lets camels of cell 8 go, as the view-model would show it."""

    def choose(pick: str) -> None:
        if pick == "from 8":
            board.show_scene(replace(ALL, source=8))

    board.picked.connect(choose)


def test_a_drag_picks_where_it_began_and_where_it_ended(board: TarguiBoard, qtbot: QtBot) -> None:
    board.show_scene(ALL)
    choose_sources(board)
    spy = QSignalSpy(board.picked)
    drag(board, qtbot, "cell 8", "cell 1")
    assert picked(spy) == ["from 8", "cell 1"]


def test_a_drag_that_ends_where_it_began_only_chooses_the_source(
    board: TarguiBoard, qtbot: QtBot
) -> None:
    board.show_scene(ALL)
    choose_sources(board)
    spy = QSignalSpy(board.picked)
    view, at = board.viewport(), board.place_centre("cell 8").toPoint()
    qtbot.mousePress(view, LEFT, pos=at)
    qtbot.mouseMove(view, at + QPoint(16, 0))
    qtbot.mouseRelease(view, LEFT, pos=at + QPoint(16, 0))
    assert picked(spy) == ["from 8"]


def test_camels_are_seen_while_they_are_dragged(board: TarguiBoard, qtbot: QtBot) -> None:
    board.show_scene(replace(ALL, source=8))
    still = board.grab().toImage()
    view = board.viewport()
    qtbot.mousePress(view, LEFT, pos=board.place_centre("cell 8").toPoint())
    qtbot.mouseMove(view, board.place_centre("cell 8").toPoint() + QPoint(30, 60))
    assert board.grab().toImage() != still
    qtbot.mouseRelease(view, LEFT, pos=QPoint(2, 2))
    qtbot.mouseMove(view, QPoint(1, 1))
    assert board.grab().toImage() == still


def test_a_drag_of_what_cannot_go_is_nothing(board: TarguiBoard, qtbot: QtBot) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset({"cell 7"})))
    spy = QSignalSpy(board.picked)
    drag(board, qtbot, "cell 8", "cell 7")
    assert not picked(spy)


def test_nothing_can_be_picked_while_something_moves(board: TarguiBoard, qtbot: QtBot) -> None:
    board.show_scene(ALL)
    march = March(0, 8, 1, 9)
    board.animate((march,), after(ALL, march))
    spy = QSignalSpy(board.picked)
    qtbot.mouseClick(board.viewport(), LEFT, pos=board.place_centre("cell 8").toPoint())
    drag(board, qtbot, "cell 8", "cell 1")
    assert not picked(spy)
    board.skip()
