"""What a table of Targui shows: scenes, holdings, motions and the log follow the position."""

from __future__ import annotations

import pytest
from camelnet_gui.games.targui.scene import March, Turn, Volley
from camelnet_gui.games.targui.scene_builder import holdings
from camelnet_gui.games.targui.view_model import TarguiViewModel
from camelnet_gui.table.model import TableModel

from camelnet.rules.games.targui import events as targui
from tools.screenshots.targui.scripted_game import ScriptedTargui

SEEDS = range(4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_the_scene_shows_the_position_at_every_step(seed: int) -> None:
    script = ScriptedTargui(seats=2 + seed % 3, seed=seed)
    model = TableModel(script.view(), TarguiViewModel())
    for step in script.play(lambda _position: False):
        model.take(step)
        public, scene = script.position.to_dict(), model.scene()
        assert [cell.land for cell in scene.cells] == public["land"]
        assert [cell.owner for cell in scene.cells] == public["owner"]
        assert [cell.camels for cell in scene.cells] == public["camels"]
        assert (scene.box, scene.die, scene.round) == (
            public["box"],
            public["die"],
            public["round"],
        )
        assert list(scene.left) == public["destiny"]
        assert scene.choosing_sectors == (public["step"] == "sector")
        assert (scene.up is None) == (public["turns_left"] == 0)
        attack = scene.battle
        assert (attack is not None) == (public["attack"] is not None)


@pytest.mark.slow
def test_values_follow_the_destiny_that_rules_the_round() -> None:
    seen = set()
    for seed in range(12):
        script = ScriptedTargui(seats=3, seed=seed)
        model = TableModel(script.view(), TarguiViewModel())
        for step in script.play(lambda _position: False):
            model.take(step)
            effect = script.position.to_dict()["effect"]
            for cell in model.scene().cells:
                if cell.land == "erg":
                    assert cell.strategic == (3 if effect == 13 else 0)
                if cell.land == "mount":
                    assert cell.economic == (3 if effect == 16 else 0)
            seen.add(effect)
        if {13, 16} <= seen:
            return
    raise AssertionError("no game was ruled by both cards")


def test_what_a_tribute_would_pay_is_what_it_then_pays() -> None:
    checked = 0
    for seed in range(3):
        script = ScriptedTargui(seats=3, seed=seed)
        for step in script.play(lambda _position: False):
            paid = [event for event in step.events if isinstance(event, targui.TributePaid)]
            fell = any(isinstance(event, targui.DestinyTurned) for event in step.events)
            if not paid or fell or step.notation != "pass":
                continue
            held = holdings(step.before)
            for line in paid[0].lines:
                assert held[line.seat].income == line.silver
                assert held[line.seat].camp == line.camp
                checked += 1
    assert checked


@pytest.mark.parametrize("seed", SEEDS)
def test_holdings_add_up_to_the_material(seed: int) -> None:
    script = ScriptedTargui(seats=4, seed=seed)
    for _step in script.play(lambda _position: script.random.random() < 0.005):
        pass
    public, held = script.position.to_dict(), holdings(script.position)
    assert sum(one.camels for one in held) + public["box"] == public["options"]["camels"]
    assert sum(one.lands for one in held) == sum(owner is not None for owner in public["owner"])
    assert [one.money for one in held] == public["money"]
    assert [one.out for one in held] == public["out"]


@pytest.mark.slow
def test_motions_and_words_come_with_what_happened() -> None:
    script = ScriptedTargui(seats=4, seed=6)
    model = TableModel(script.view(), TarguiViewModel())
    kinds = set()
    for step in script.play(lambda _position: False, replayed=False):
        model.take(step)
        show = model.advance()
        model.finish()
        kinds |= {type(motion) for motion in show.motions}
        if step.notation.startswith(("move", "occupy")):
            assert [type(motion) for motion in show.motions] == [March]
        if step.notation.startswith("hit"):
            assert isinstance(show.motions[0], Volley)
        if step.notation.startswith("draw"):
            assert isinstance(show.motions[0], Turn)
        said = [entry.text for entry in show.entries]
        assert said or step.notation in ("pass", "again"), step.notation
    assert {March, Volley, Turn} <= kinds


@pytest.mark.slow
def test_an_entry_of_the_log_points_at_its_cells() -> None:
    script = ScriptedTargui(seats=3, seed=2)
    model = TableModel(script.view(), TarguiViewModel())
    for step in script.play(lambda _position: False):
        told = model.take(step)
        if step.notation.startswith(("move", "attack")):
            _verb, start, end, *_count = step.notation.split()
            assert {int(start), int(end)} <= set(told[0].spaces)
