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
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.view_model import SceneContext

from camelnet.rules import Position
from camelnet.rules.games.cards.events import LegBegan, LegScored, Sandstorm, TokenLaid
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


@pytest.mark.parametrize("seats", [2, 3])
def test_a_line_of_the_log_lights_its_spaces_also_after_a_sandstorm(seats: int) -> None:
    storms = 0
    for seed in range(4):
        told: list[tuple[FeedEntry, Scene, int]] = []  # with the space of the token that was laid
        view_model = CardsViewModel()
        for step in steps(seed, seats):
            then = bare(step.before)
            storms += any(isinstance(event, Sandstorm) for event in step.events)
            entries = view_model.take(step, ("Ana", "Bo", "Cleo")[:seats]).entries
            laid = next((event for event in step.events if isinstance(event, TokenLaid)), None)
            if laid is not None:
                told += [(entry, then, laid.space) for entry in entries]
            for entry, then, space in told:
                look = SceneContext((), False, entry.spaces)
                now = base_scene(step.after, look, me=None, hand="")
                (lit,) = now.highlight
                assert card_of(now, lit) == card_of(then, space)
                assert lit == space or now.cards != then.cards
    assert storms > 1


def card_of(scene: Scene, space: int) -> int:
    """The track card on which a space lies."""
    return [card for card, width in enumerate(scene.cards) for _at in range(width)][space - 1]
