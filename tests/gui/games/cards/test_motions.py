"""What is special in the motions of this board."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.cards.animation import clip
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.painting import plan_of
from camelnet_gui.games.cards.scene import CardUp, Scene
from pytestqt.qtbot import QtBot

from tests.patience import LONG_MS
from tools.screenshots.cards.sample_scenes import MIDDLE, OPENING, SAMPLES


def plan(scene: Scene):  # type: ignore[no-untyped-def]
    return plan_of(700, 640, scene)


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
