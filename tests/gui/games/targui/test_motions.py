"""Motions: they come to an end, and the end looks like the scene shown at once."""

from __future__ import annotations

import pytest
from camelnet_gui.games.targui.animation import Frame, clip
from camelnet_gui.games.targui.board import TarguiBoard
from camelnet_gui.games.targui.geometry import layout
from camelnet_gui.games.targui.scene import Lay, March, Motion, Scene, Volley, after, replace
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from tests.patience import LONG_MS
from tools.screenshots.targui.sample_scenes import MIDDLE, MOTIONS, SAMPLES

FIGHT = SAMPLES["attacking"]
CASES: list[tuple[Scene, Motion]] = [
    *((MIDDLE, motion) for motion in MOTIONS),
    *((FIGHT, motion) for motion in MOTIONS if isinstance(motion, Volley)),
    (SAMPLES["laying"], Lay(22, "reg", 2, 0)),
    (replace(MIDDLE, pile_destiny=False, turning=True), MOTIONS[4]),
]
IDS = [f"{index}-{type(motion).__name__}" for index, (_scene, motion) in enumerate(CASES)]


@pytest.mark.parametrize(("start", "motion"), CASES, ids=IDS)
def test_a_motion_ends_in_the_image_of_its_scene(
    board: TarguiBoard, qtbot: QtBot, start: Scene, motion: Motion
) -> None:
    end = replace(after(start, motion), picks=frozenset({"cell 22"}))
    board.set_speed("fast")
    board.show_scene(start)
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((motion,), end)
    moved = board.grab().toImage()
    board.show_scene(Scene())
    board.show_scene(end)
    assert board.grab().toImage() == moved


@pytest.mark.parametrize(("start", "motion"), CASES, ids=IDS)
def test_a_motion_is_seen(board: TarguiBoard, start: Scene, motion: Motion) -> None:
    board.show_scene(start)
    still = board.grab().toImage()
    board.animate((motion,), start)
    middle = board.make_clip(start, motion)
    board.begin_clip(middle)
    board.show_frame(middle.frame(0.55))
    assert board.grab().toImage() != still
    board.skip()


@pytest.mark.parametrize(("start", "motion"), CASES, ids=IDS)
def test_no_motion_takes_longer_than_promised(start: Scene, motion: Motion) -> None:
    reel = clip(layout(700, 600), start, motion)
    assert 0 < reel.length_ms <= 1500
    assert all(isinstance(reel.frame(step / 20), Frame) for step in range(21))


def test_camels_on_a_march_are_counted_once() -> None:
    march = March(0, 8, 1, 9)
    reel = clip(layout(700, 600), MIDDLE, march)
    whole = MIDDLE.cell(8).camels
    for step in range(21):
        (walker,) = reel.frame(step / 20).walkers
        assert walker.count + reel.rest.cell(8).camels == whole


def test_a_march_begins_and_ends_where_camels_stand() -> None:
    plan = layout(700, 600)
    reel = clip(plan, MIDDLE, March(0, 8, 1, 9))
    for share, cell in ((0.0, 8), (1.0, 1)):
        (walker,) = reel.frame(share).walkers
        gap = walker.foot - plan.foot(cell)
        assert abs(gap.x()) + abs(gap.y()) + walker.lift < 1


def test_kills_are_told_only_once_the_die_lies() -> None:
    reel = clip(layout(700, 600), FIGHT, Volley("attack", 5, 9, 3))
    assert not reel.frame(0.3).floats
    (told,) = reel.frame(0.6).floats
    assert told.change == -3
    (die,) = reel.frame(0.6).dice
    assert (die.pips, die.turn, die.seat) == (5, 0.0, 0)


def test_queued_motions_play_in_order_and_finish_once(board: TarguiBoard, qtbot: QtBot) -> None:
    board.set_speed("fast")
    board.show_scene(MIDDLE)
    spy = QSignalSpy(board.finished)
    one = after(MIDDLE, MOTIONS[5])
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((MOTIONS[5],), one)
        board.animate((MOTIONS[1],), after(one, MOTIONS[1]))
        assert board.busy
    assert board.shown == after(one, MOTIONS[1])
    assert spy.count() == 1


def test_skip_jumps_to_the_last_scene(board: TarguiBoard) -> None:
    board.show_scene(MIDDLE)
    board.animate(MOTIONS[:3], OTHER)
    board.skip()
    assert board.shown == OTHER
    assert not board.busy


def test_a_resize_during_a_motion_shows_its_end(board: TarguiBoard, qtbot: QtBot) -> None:
    board.show_scene(MIDDLE)
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((MOTIONS[5],), OTHER)
        board.resize(900, 640)
    moved = board.grab().toImage()
    board.show_scene(OTHER)
    assert board.grab().toImage() == moved


OTHER = after(MIDDLE, MOTIONS[5])
