"""The replay's model: a game stands wherever one goes as it stood, and hides what it hid."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from camelnet_gui.replay.model import EVERYBODY, SPECTATOR, ReplayModel

from camelnet.rules.games.camels import camel_names
from tests.gui.replay.films import film, model_of
from tests.gui.review.played_games import GAMES, AnyGame
from tools.screenshots.camelup.scripted_game import FACES, ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.targui.scripted_game import ScriptedTargui


def seen(model: ReplayModel) -> tuple[object, ...]:
    """All that the screen shows of a place."""
    texts = tuple(entry.text for _step, entry in model.entries(model.at))
    return model.position, model.scene(), model.rows(), model.told(), model.progress(), texts


@pytest.mark.slow
@pytest.mark.parametrize("script_of", GAMES)
@pytest.mark.every(2)
def test_seeking_forth_and_back_shows_what_a_straight_play_shows(
    script_of: Callable[..., AnyGame],
) -> None:
    straight = model_of(film(script_of))
    shown = [seen(straight)]
    told = 0
    while (step := straight.advance()) is not None:
        told += len(step.entries)
        shown.append(seen(straight))
        assert len(shown[-1][5]) == told  # type: ignore[arg-type]
    assert len(shown) == straight.last + 1
    places = [*range(straight.last, -1, -1), *range(straight.last + 1)]
    random.Random(3).shuffle(places)
    jumping = model_of(film(script_of))
    for place in places[::6]:
        jumping.seek(place)
        assert seen(jumping) == shown[place], f"at {place}"
        jumping.seek(place - 1)
        jumping.advance()
        assert seen(jumping) == shown[max(place, 1)], f"a step to {place}"


def test_ways_lead_to_legs_and_decisions() -> None:
    model = model_of(film())
    starts = [first for _number, first in model.history.chapters]
    at, reached = 0, []
    while at != model.last:
        at = model.chapter_after(at)
        reached.append(at)
    assert reached == [*starts, model.last]
    back = [at := model.chapter_before(at) for _start in starts]
    assert back == starts[::-1]
    assert model.chapter_before(starts[0]) == 0
    decisions = [n for n, step in enumerate(model.steps) if isinstance(step.before.turn, int)]
    at, reached = 0, []
    while (at := model.decision_after(at)) != model.last:
        reached.append(at)
    assert reached == decisions
    assert [model.decision_before(n) for n in decisions[1:]] == decisions[:-1]


def test_no_way_leads_to_what_the_core_plays_for_an_absent_player() -> None:
    made = film()
    away = tuple(replace(step, ghosts=(2,)) for step in made.history.steps)
    model = model_of(replace(made, history=replace(made.history, steps=away)))
    at, met = 0, set()
    while (at := model.decision_after(at)) != model.last:
        met.add(model.steps[at].seat)
    assert met == {0, 1}
    while (at := model.decision_before(at)) != 0:
        met.add(model.steps[at].seat)
    assert met == {0, 1}


def test_a_seat_sees_its_own_cards_and_nobody_elses() -> None:
    model = model_of(film())
    names = set(camel_names().values())
    bets = [n for n, s in enumerate(model.steps) if s.notation.split()[0] in ("win", "lose")]
    assert bets

    def named(number: int) -> str:
        told = next(entry.text for step, entry in model.entries(number + 1) if step == number)
        return next((name for name in names if told.endswith(f": {name}")), "")

    for view in (*range(3), SPECTATOR, EVERYBODY):
        model.look_as(view)
        for number in bets:
            step = model.steps[number]
            card = camel_names()[FACES[int(step.notation.split()[1])]]
            sees = view in (EVERYBODY, step.seat)
            assert named(number) == (card if sees else "")
            model.seek(number)
            assert model.table.me == {SPECTATOR: None, EVERYBODY: step.seat}.get(view, view)
            assert model.table.faces == ("" if view == SPECTATOR else FACES)


@pytest.mark.slow
def test_a_hand_card_lies_open_for_its_owner_alone_until_it_is_played() -> None:
    model = model_of(film(ScriptedCards))
    for view in (*range(3), SPECTATOR):
        model.look_as(view)
        shown = set()
        for place in range(model.last):
            model.seek(place)
            public = model.position.to_dict()
            held = view >= 0 and public["mover"] is not None and public["hand"][view]
            assert bool(model.scene().hand) <= bool(held)
            shown |= {model.scene().hand} - {""}
        assert bool(shown) == (view >= 0)


def test_another_seats_card_is_not_left_lying_when_the_eyes_change() -> None:
    model = model_of(film(ScriptedCards))
    model.look_as(0)
    held = [n for n in range(model.last) if _sees(model, n)]
    model.seek(held[0])
    assert model.scene().hand
    model.look_as(SPECTATOR)
    assert not model.scene().hand


def _sees(model: ReplayModel, place: int) -> bool:
    model.seek(place)
    return bool(model.scene().hand)


def test_a_game_without_hidden_cards_knows_it() -> None:
    assert not film(ScriptedTargui).history.hides
    assert film(ScriptedCamelUp).history.hides
    assert film(ScriptedCards).history.hides


def test_the_ending_is_told_at_the_end_only() -> None:
    model = model_of(film())
    ends = [place for place in range(model.last + 1) if _told(model, place) == model.ending()]
    assert ends == [model.last]


def _told(model: ReplayModel, place: int) -> str:
    model.seek(place)
    return model.told()
