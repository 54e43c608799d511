"""Motions: they come to an end, and the end looks like the scene shown at once."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from camelnet_gui.games.camels.scene import Walk
from camelnet_gui.games.cards.animation import clip
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.painting import plan_of, sprites
from camelnet_gui.games.cards.scene import (
    CardUp,
    Motion,
    Scene,
    after,
)
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from camelnet.rules.games.camels import CAMELS
from tests.patience import LONG_MS
from tools.screenshots.cards.sample_scenes import MIDDLE, MOTIONS, OPENING, SAMPLES

LINE = replace(MIDDLE, stacks=((13, "go"), (15, "wby")), tokens=OPENING.tokens)
CASES: list[tuple[Scene, Motion]] = [
    *((MIDDLE, motion) for motion in MOTIONS),
    (LINE, Walk("y", 15, 16)),
    (LINE, Walk("go", 13, 15)),
    (LINE, Walk("wby", 15, 16)),
    (LINE, Walk("o", 13, 14, (15,), ("palm",))),
    (LINE, Walk("o", 13, 14, (13,), ("fennec",), under=True)),
    (LINE, Walk("wby", 15, 16)),
    (OPENING, Walk("o", 0, 2)),
    (OPENING, Walk("y", 0, 1)),
    (OPENING, CardUp("o2", "deck")),
]


def plan(scene: Scene):  # type: ignore[no-untyped-def]
    return plan_of(700, 640, scene)


@pytest.mark.parametrize(("start", "motion"), CASES)
def test_a_motion_ends_in_the_image_of_its_scene(
    board: CardsBoard, qtbot: QtBot, start: Scene, motion: Motion
) -> None:
    end = replace(after(start, motion), picks=frozenset({"reveal"}))
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
    reel = clip(plan(start), start, motion)
    whole = "".join(camels for _space, camels in start.stacks) + start.start + start.crossed
    for step in range(41):
        shown = "".join(sprite.camels for sprite in reel.frame(step / 40).sprites)
        assert sorted(shown) == sorted(whole), step


@pytest.mark.parametrize(("start", "motion"), CASES)
def test_a_motion_begins_where_camels_stood_and_does_not_jump(start: Scene, motion: Motion) -> None:
    reel = clip(plan(start), start, motion)
    at_rest = {sprite.camels[-1]: sprite.foot for sprite in sprites(plan(start), start)}
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
def test_no_motion_takes_longer_than_promised(start: Scene, motion: Motion) -> None:
    assert clip(plan(start), start, motion).length_ms <= 1200


@pytest.mark.parametrize("dark", [False, True])
def test_a_card_lies_face_down_until_it_is_turned_and_flies_to_those_seen(dark: bool) -> None:
    scene = replace(MIDDLE, dark=dark)
    reel = clip(plan(scene), scene, CardUp("o1", "deck"))
    cards = [reel.frame(step / 100).card for step in range(100)]
    ups = [card.up for card in cards if card is not None]
    assert len(ups) == 100
    assert ups == sorted(ups), "a card once turned stays face up"
    assert not ups[0]
    assert ups[-1]
    last = cards[-1]
    assert last is not None
    goal = plan(scene).seen_box("o1", 1)  # one orange 1 has been seen before
    gap = last.box.center() - goal.center()
    assert abs(gap.x()) + abs(gap.y()) < 4
    assert reel.frame(1.0).card is None


def test_a_card_that_moves_nobody_is_soon_gone() -> None:
    slow = clip(plan(MIDDLE), MIDDLE, CardUp("o1", "deck"))
    brisk = clip(plan(MIDDLE), MIDDLE, CardUp("o1", "deck", brisk=True))
    assert brisk.length_ms < slow.length_ms / 2


def test_my_own_card_is_never_face_down_for_me() -> None:
    reel = clip(plan(MIDDLE), MIDDLE, CardUp("y1", "hand", mine=True))
    frames = [reel.frame(step / 50) for step in range(50)]
    assert all(frame.card is not None and frame.card.up for frame in frames)
    assert reel.rest.hand_state == "played"
    guest = clip(plan(MIDDLE), MIDDLE, CardUp("y1", "hand"))
    assert guest.frame(0.0).card.up is False
    assert guest.rest.hand_state == "held"


def test_queued_motions_play_in_order_and_finish_once(board: CardsBoard, qtbot: QtBot) -> None:
    board.set_speed("fast")
    scene = replace(OPENING, start=CAMELS, stacks=(), seen=())
    board.show_scene(scene)
    spy = QSignalSpy(board.finished)
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        for index, camel in enumerate(CAMELS):
            walk = Walk(camel, 0, 1 + index % 2)
            scene = after(scene, walk)
            board.animate((walk,), scene)
        assert board.busy
    assert board.shown == scene
    assert spy.count() == 1


def test_skip_jumps_to_the_last_scene(board: CardsBoard) -> None:
    board.show_scene(MIDDLE)
    one = after(MIDDLE, MOTIONS[0])
    two = after(one, MOTIONS[2])
    board.animate((MOTIONS[0],), one)
    board.animate((MOTIONS[2],), two)
    board.skip()
    assert board.shown == two
    assert not board.busy


def test_a_resize_during_a_motion_shows_its_end(board: CardsBoard, qtbot: QtBot) -> None:
    board.show_scene(MIDDLE)
    end = after(MIDDLE, MOTIONS[6])
    with qtbot.waitSignal(board.finished, timeout=LONG_MS):
        board.animate((MOTIONS[6],), end)
        board.resize(900, 700)
    moved = board.grab().toImage()
    board.show_scene(end)
    assert board.grab().toImage() == moved


def test_the_pack_moves_while_it_is_shuffled_unless_nothing_may_move(
    board: CardsBoard, qtbot: QtBot
) -> None:
    board.show_scene(SAMPLES["shuffling"])
    before = board.grab().toImage()
    qtbot.waitUntil(lambda: board.grab().toImage() != before, timeout=LONG_MS)
    board.set_speed("off")
    still = board.grab().toImage()
    qtbot.wait(120)
    assert board.grab().toImage() == still
    board.show_scene(OPENING)
    assert board.grab().toImage() != still
