"""Motions: they come to an end, and the end looks like the scene shown at once."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from camelnet_gui.games.camels.scene import Finish, Walk
from camelnet_gui.games.camelup.animation import SHOWN, TUMBLED, clip
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.geometry import layout
from camelnet_gui.games.camelup.painting import sprites
from camelnet_gui.games.camelup.scene import (
    BEYOND,
    DieRoll,
    Drop,
    Motion,
    Scene,
    after,
)
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from camelnet.rules.games.camels import CAMELS
from tests.patience import LONG_MS
from tools.screenshots.camelup.sample_scenes import MIDDLE, MOTIONS, OPENING, SAMPLES

LINE = replace(MIDDLE, stacks=((14, "go"), (16, "wby")), tiles=())
CASES: list[tuple[Scene, Motion]] = [
    *((MIDDLE, motion) for motion in MOTIONS),
    (LINE, Walk("y", 16, BEYOND)),
    (LINE, Walk("go", 14, BEYOND)),
    (LINE, Walk("wby", 16, BEYOND)),
    (replace(LINE, stacks=((13, "go"), (15, "wby"))), Walk("o", 13, 16, (BEYOND,))),
    (LINE, Walk("o", 14, 15, (14,), under=True)),
    (OPENING, Drop("o", 2)),
    (SAMPLES["waiting"], Drop("w", 1)),
    (replace(OPENING, waiting="oy", stacks=((3, "wgb"),)), Drop("y", 3)),
]


@pytest.mark.parametrize(("start", "motion"), CASES)
def test_a_motion_ends_in_the_image_of_its_scene(
    board: CamelUpBoard, qtbot: QtBot, start: Scene, motion: Motion
) -> None:
    end = replace(after(start, motion), picks=frozenset({"roll"}))
    board.set_speed("fast")
    board.show_scene(start)
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((motion,), end)
    moved = board.grab().toImage()
    board.show_scene(Scene())
    board.show_scene(end)
    assert board.grab().toImage() == moved


@pytest.mark.parametrize(("start", "motion"), CASES)
def test_every_camel_is_there_once_in_every_frame(start: Scene, motion: Motion) -> None:
    reel = clip(layout(700, 580), start, motion)
    for step in range(41):
        shown = "".join(sprite.camels for sprite in reel.frame(step / 40).sprites)
        whole = "".join(camels for _space, camels in start.stacks) + start.waiting + start.crossed
        assert sorted(shown) == sorted(whole), step


@pytest.mark.parametrize(("start", "motion"), CASES)
def test_a_motion_begins_where_camels_stood_and_does_not_jump(start: Scene, motion: Motion) -> None:
    plan = layout(700, 580)
    reel = clip(plan, start, motion)
    at_rest = {sprite.camels[-1]: sprite.foot for sprite in sprites(plan, start)}
    for sprite in reel.frame(0.0).sprites:
        if sprite.camels[-1] in at_rest:
            gap = sprite.foot - at_rest[sprite.camels[-1]]
            assert abs(gap.x()) + abs(gap.y()) < 1
    frames = [reel.frame(step / 200) for step in range(201)]
    for one, other in itertools.pairwise(frames):
        feet = {sprite.camels[-1]: sprite.foot for sprite in one.sprites}
        for sprite in other.sprites:
            if sprite.camels[-1] in feet:
                gap = sprite.foot - feet[sprite.camels[-1]]
                assert abs(gap.x()) + abs(gap.y()) < 30


@pytest.mark.parametrize(("start", "motion"), CASES)
def test_no_move_takes_longer_than_promised(start: Scene, motion: Motion) -> None:
    assert clip(layout(700, 580), start, motion).length_ms <= 1200


def test_queued_motions_play_in_order_and_finish_once(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.set_speed("fast")
    board.show_scene(SAMPLES["waiting"])
    scene = SAMPLES["waiting"]
    spy = QSignalSpy(board.finished)
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        for index, camel in enumerate(CAMELS):
            drop = Drop(camel, 1 + index % 3)
            scene = after(scene, drop)
            board.animate((drop,), scene)
        assert board.busy
    assert board.shown == scene
    assert spy.count() == 1


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


def test_a_resize_during_a_motion_shows_its_end(board: CamelUpBoard, qtbot: QtBot) -> None:
    board.show_scene(MIDDLE)
    end = after(MIDDLE, MOTIONS[1])
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((MOTIONS[1],), end)
        board.resize(900, 640)
    moved = board.grab().toImage()
    board.show_scene(end)
    assert board.grab().toImage() == moved


def test_a_die_lies_large_and_still_before_it_goes_to_its_tent() -> None:
    plan = layout(700, 580)
    reel = clip(plan, MIDDLE, DieRoll("y", 3))
    shown = [reel.frame(TUMBLED + (SHOWN - TUMBLED) * step / 10).die for step in range(10)]
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
