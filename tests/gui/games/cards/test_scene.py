"""Scenes and motions: what moves step by step ends where the rules say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from camelnet_gui.games.camels.scene import Walk
from camelnet_gui.games.cards.scene import (
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
        for motion in motions(step, me=None):
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
