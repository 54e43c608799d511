"""Picks of this board: their names, and dragging."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.targui.board import TarguiBoard
from camelnet_gui.games.targui.scene import CELLS, March, after
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tools.screenshots.targui.sample_scenes import MIDDLE

LEFT = Qt.MouseButton.LeftButton
ALL = replace(MIDDLE, picks=frozenset(f"cell {cell}" for cell in CELLS))


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


def test_a_drag_picks_where_it_began_and_where_it_ended(
    board: TarguiBoard, picked: list[str], qtbot: QtBot
) -> None:
    board.show_scene(ALL)
    choose_sources(board)
    drag(board, qtbot, "cell 8", "cell 1")
    assert picked == ["from 8", "cell 1"]


def test_a_drag_that_ends_where_it_began_only_chooses_the_source(
    board: TarguiBoard, picked: list[str], qtbot: QtBot
) -> None:
    board.show_scene(ALL)
    choose_sources(board)
    view, at = board.viewport(), board.place_centre("cell 8").toPoint()
    qtbot.mousePress(view, LEFT, pos=at)
    qtbot.mouseMove(view, at + QPoint(16, 0))
    qtbot.mouseRelease(view, LEFT, pos=at + QPoint(16, 0))
    assert picked == ["from 8"]


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


def test_a_drag_of_what_cannot_go_is_nothing(
    board: TarguiBoard, picked: list[str], qtbot: QtBot
) -> None:
    board.show_scene(replace(MIDDLE, picks=frozenset({"cell 7"})))
    drag(board, qtbot, "cell 8", "cell 7")
    assert not picked


def test_nothing_can_be_picked_while_something_moves(
    board: TarguiBoard, picked: list[str], qtbot: QtBot
) -> None:
    board.show_scene(ALL)
    march = March(0, 8, 1, 9)
    board.animate((march,), after(ALL, march))
    qtbot.mouseClick(board.viewport(), LEFT, pos=board.place_centre("cell 8").toPoint())
    drag(board, qtbot, "cell 8", "cell 1")
    assert not picked
    board.skip()
