"""What is special in the motions of this board."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.camels.scene import Finish
from camelnet_gui.games.camelup.animation import AWAY_MS, READ_MS, clip
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.geometry import layout
from camelnet_gui.games.camelup.scene import DieRoll, after
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from tests.patience import LONG_MS
from tools.screenshots.camelup.sample_scenes import MIDDLE, MOTIONS, OPENING

LINE = replace(MIDDLE, stacks=((14, "go"), (16, "wby")), tiles=())


def test_skip_jumps_to_the_last_scene(board: CamelUpBoard) -> None:
    board.show_scene(MIDDLE)
    spy = QSignalSpy(board.finished)
    one = after(MIDDLE, MOTIONS[1])
    board.animate((MOTIONS[1],), one)
    board.animate((MOTIONS[0],), after(one, MOTIONS[0]))
    board.skip()
    assert board.shown == after(one, MOTIONS[0])
    assert not board.busy
    assert spy.count() == 1


def test_speed_off_shows_the_result_at_once(board: CamelUpBoard) -> None:
    board.set_speed("off")
    board.show_scene(MIDDLE)
    spy = QSignalSpy(board.finished)
    board.animate((MOTIONS[1],), after(MIDDLE, MOTIONS[1]))
    assert board.shown == after(MIDDLE, MOTIONS[1])
    assert spy.count() == 1


def test_show_scene_drops_what_is_being_played(board: CamelUpBoard) -> None:
    board.show_scene(MIDDLE)
    board.animate((MOTIONS[1],), after(MIDDLE, MOTIONS[1]))
    board.show_scene(OPENING)
    assert not board.busy
    assert board.shown == OPENING


def test_a_die_lies_large_and_still_before_it_goes_to_its_tent() -> None:
    plan = layout(700, 580)
    reel = clip(plan, MIDDLE, DieRoll("y", 3))
    gone = 1 - AWAY_MS / reel.length_ms
    lies = gone - READ_MS / reel.length_ms
    shown = [reel.frame(lies + (gone - lies) * step / 10).die for step in range(10)]
    assert all(die and (die.pips, die.turn) == (3, 0) for die in shown)
    assert all(die and die.box.width() > 2 * plan.die("y").width() for die in shown)
    end = reel.frame(1.0).die
    assert end
    assert end.box.center() == plan.die("y").center()


def test_the_finish_is_shown_and_leaves_the_scene_as_it_was(
    board: CamelUpBoard, qtbot: QtBot
) -> None:
    scene = replace(LINE, crossed="o", stacks=((14, "g"), (16, "wby")))
    board.set_speed("fast")
    board.show_scene(scene)
    calm = board.grab().toImage()
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((Finish("o"),), scene)
        assert board.grab().toImage() != calm, "a flash, a ribbon, confetti"
    assert board.grab().toImage() == calm
