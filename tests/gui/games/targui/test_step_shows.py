"""What moves in a step: battles die by die, lands that pay, pieces that fly."""

from __future__ import annotations

from typing import cast

import pytest
from camelnet_gui.games.targui.animation import clip
from camelnet_gui.games.targui.geometry import layout
from camelnet_gui.games.targui.scene import Harvest, Scene, Volley
from camelnet_gui.games.targui.scene_builder import flights, motions, strategic
from camelnet_gui.games.targui.view_model import TarguiViewModel
from camelnet_gui.games.targui.words import volley_words
from camelnet_gui.games.view_model import Purse

from camelnet.rules.games.targui import events as targui
from camelnet.rules.games.targui.names import land_name
from tools.screenshots.targui.scripted_game import ScriptedTargui

SEEDS = range(3)


@pytest.mark.slow
def test_a_roll_names_what_the_land_of_its_thrower_adds() -> None:
    checked = 0
    for seed in SEEDS:
        script = ScriptedTargui(seats=4, seed=seed)
        for step in script.play(lambda _position: False):
            rolled = [event for event in step.events if isinstance(event, targui.BattleRolled)]
            thrown = [each for each in motions(step) if isinstance(each, Volley)]
            assert len(rolled) == len(thrown)
            for event, volley in zip(rolled, thrown, strict=True):
                land, effect = cast(targui.Land, volley.land), step.before.to_dict()["effect"]
                assert volley.bonus == event.bonus == strategic(land, effect)
                assert volley.kills <= (event.die + event.bonus) // 2
                words = volley_words(volley)
                assert str(event.die) in words[0]
                assert (land_name(volley.land) in words[0]) == bool(volley.bonus)
                checked += 1
    assert checked


@pytest.mark.parametrize("seed", SEEDS)
def test_coins_pop_up_on_the_lands_that_pay_and_fly_to_their_owner(seed: int) -> None:
    script, paid = ScriptedTargui(seats=3, seed=seed), 0
    for step in script.play(lambda _position: False):
        tribute = [event for event in step.events if isinstance(event, targui.TributePaid)]
        harvests = {
            each.seat: sum(silver for _cell, silver in each.cells)
            for each in motions(step)
            if isinstance(each, Harvest)
        }
        gains = {
            flight.goal.seat: flight.gain
            for flight in flights(step)
            if isinstance(flight.goal, Purse)
        }
        if tribute:
            expected = {line.seat: line.silver for line in tribute[0].lines if line.silver}
            assert harvests == expected
            for seat, silver in expected.items():
                assert gains[seat] == f"+{silver}"
            paid += 1
        else:
            assert not harvests
    assert paid


def test_land_flies_to_who_takes_it_and_bought_camels_come_from_the_supply() -> None:
    script, kinds = ScriptedTargui(seats=3, seed=1), set()
    for step in script.play(lambda _position: False):
        for flight in flights(step):
            kind = flight.piece.split(" ")[0]
            kinds.add((kind, step.notation.split(" ")[0]))
            if kind == "land":
                assert flight.goal == step.seat
            if kind == "camel":
                assert (flight.origin, flight.goal) == ("box", f"cell {step.notation.split()[1]}")
    assert {("land", "move"), ("land", "occupy"), ("camel", "buy"), ("coin", "buy")} <= kinds


def test_laying_the_desert_takes_no_more_than_three_seconds() -> None:
    script, laid = ScriptedTargui(seats=3, seed=1), 0
    view_model = TarguiViewModel()
    plan, scene = layout(700, 600), Scene()
    for step in script.play(lambda position: position.to_dict()["round"] > 0):
        report = view_model.take(step, ["a", "b", "c"])
        if step.notation.startswith("land"):
            laid += sum(clip(plan, scene, motion).length_ms for motion in report.motions)
            assert report.swift == (step.after.to_dict()["land"][-1] is None)
    assert 0 < laid <= 3000
