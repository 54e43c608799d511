"""Scenes and motions: what moves step by step ends where the rules say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from camelnet_gui.games.camels.scene import Flash, Walk
from camelnet_gui.games.cards.scene import (
    CardUp,
    Scene,
    Storm,
    after,
)
from camelnet_gui.games.cards.scene_builder import base_scene, motions
from camelnet_gui.games.view_model import SceneContext

from camelnet.rules import Position
from camelnet.rules.games.cards.events import LegBegan, LegScored
from camelnet.session.api.facts import Stepped
from tools.screenshots.cards.scripted_game import ScriptedCards

LOOK = SceneContext((), False, frozenset())


def steps(seed: int, seats: int) -> Iterator[Stepped]:
    print(f"seed {seed}")
    yield from ScriptedCards(seats=seats, me=0, seed=seed).play(lambda _position: False)


def bare(position: Position) -> Scene:
    return base_scene(position, LOOK, me=None, hand="")


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_motions_lead_from_each_position_to_the_next(seats: int) -> None:
    storms = tokens = 0
    for step in (step for seed in range(4) for step in steps(seed, seats)):
        scene = bare(step.before)
        for motion in motions(step.before, step.events, me=None):
            scene = after(scene, motion)
            storms += isinstance(motion, Storm)
            tokens += isinstance(motion, Walk) and bool(motion.tokens)
        then = bare(step.after)
        for part in ("start", "stacks", "crossed", "cards", "half"):
            assert getattr(scene, part) == getattr(then, part), (step.notation, part)
        if not any(isinstance(event, LegScored | LegBegan) for event in step.events):
            assert (scene.seen, scene.deck) == (then.seen, then.deck), step.notation
    assert storms > 0
    assert tokens > 0


def test_a_scene_holds_every_bet_card_once_in_the_pool_or_with_a_seat() -> None:
    for step in steps(2, 4):
        public, scene = step.after.to_dict(), bare(step.after)
        assert len(scene.bets) == 15
        for bet in scene.bets:
            pool = public["mids"] if bet.kind == "mid" else public["finals"][bet.kind]
            assert (bet.camel in pool) == (bet.seat is None)
            if bet.seat is not None:
                assert bet.camel in public["held"][bet.seat][bet.kind]


def test_a_walk_under_slips_beneath_whom_it_left() -> None:
    scene = Scene(stacks=((3, "gyo"),))
    moved = after(scene, Walk("yo", 3, 4, (3,), ("fennec",), under=True))
    assert moved.stack(3) == "yog"


def test_a_storm_keeps_camels_on_their_cards() -> None:
    scene = Scene(cards=(2, 2, 2, 2), half=False, stacks=((2, "b"), (7, "gw")))
    moved = after(scene, Storm((1, 2)))
    assert moved.cards == (2, 1, 1, 2)
    assert moved.stacks == ((2, "b"), (5, "gw"))


def test_a_card_out_of_the_deck_leaves_one_less_and_a_hand_card_does_not() -> None:
    scene = Scene(deck=5, seen=("g1",), hand_state="held")
    assert after(scene, CardUp("b2", "deck")).deck == 4
    assert after(scene, CardUp("b2", "hand")).deck == 5
    assert after(scene, CardUp("b2", "hand", mine=True)).hand_state == "played"
    assert after(scene, CardUp("b2", "hand")).hand_state == "held"
    assert after(scene, CardUp("b2", "deck")).seen == ("b2", "g1")


def test_a_flash_changes_nothing() -> None:
    scene = Scene(deck=5)
    assert after(scene, Flash(("reveal",))) == scene
