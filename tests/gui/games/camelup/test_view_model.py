"""Camel Up at a table: positions become scenes, picks become moves, and nothing needs Qt."""

from __future__ import annotations

import random

import pytest
from camelnet_gui.games.camels.scene import Walk
from camelnet_gui.games.camelup import choice as choosing
from camelnet_gui.games.camelup.choice import NOTHING, Act, Choice
from camelnet_gui.games.camelup.scene import DieRoll, Drop
from camelnet_gui.games.camelup.scene_builder import holdings
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.view_model import refusal
from camelnet_gui.table.model import TableModel

from tests.gui.games.mid_game import camelup_at_my_turn as at_my_turn
from tools.screenshots.camelup.scripted_game import FACES, ScriptedCamelUp

SEEDS = range(8)


def tile_spaces(model: TableModel, side: str) -> list[int]:
    """Where my desert tile may go with this side up, ascending."""
    moves = [move for move in model.table.legal if move.startswith("tile") and move[-1] == side]
    return sorted(int(move[5:-1]) for move in moves)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_may_be_clicked_is_exactly_what_is_legal(seed: int) -> None:
    model, script = at_my_turn(seed, skip=seed)
    if script.position.turn == "over":
        pytest.skip("this race was too short")
    legal = set(script.position.legal())
    for side in ("+", "-"):
        choice = Choice(Act.TILE, "+" if side == "+" else "-")
        picks = choosing.picks(model.table, choice)
        tiles = {f"tile {place[6:]}{side}" for place in picks if place.startswith("space")}
        assert tiles == {move for move in legal if move.startswith("tile") and move[-1] == side}
    picks = model.scene().picks
    assert {pick for pick in picks if pick.startswith("leg")} == {
        move for move in legal if move.startswith("leg")
    }
    assert ("roll" in picks) == ("roll" in legal)
    for deck in ("win", "lose"):
        assert (f"deck {deck}" in picks) == any(move.startswith(deck) for move in legal)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_act_is_possible_or_says_why_not(seed: int) -> None:
    model, script = at_my_turn(seed, skip=3)
    if script.position.turn == "over":
        pytest.skip("this race was too short")
    for act in Act:
        possible = any(move.split()[0] in choosing.verbs(act) for move in script.position.legal())
        assert choosing.can(model.table, act) == possible
        assert (choosing.why_not(model.table, act) is None) == possible


def test_every_space_that_is_not_free_says_why() -> None:
    model, script = at_my_turn(2)
    model.pick("act tile")
    scene = model.scene()
    for space in range(1, 17):
        place = f"space {space}"
        reason = script.position.why_not(f"tile {space}+")
        assert (place in scene.picks) == (reason is None)
        if reason:
            assert scene.hint(place) == refusal(model.table, reason)


def test_nothing_can_be_clicked_out_of_turn() -> None:
    model, script = at_my_turn(1)
    model.take(script.step("roll"))
    while script.position.turn in ("chance", script.me):
        model.take(script.step(script.choose()))
    model.update(script.view())
    assert not model.scene().picks
    assert "turn" in str(model.blocked)
    assert model.pick("act roll") is None
    assert model.view_model.choice == NOTHING


def test_nothing_can_be_clicked_while_my_move_is_on_its_way() -> None:
    model, script = at_my_turn(1)
    model.update(script.view(pending="tile 16+"))
    scene = model.scene()
    assert not scene.picks
    assert scene.chosen == "space 16"
    assert [tile.ghost for tile in scene.tiles if tile.space == 16] == [True]
    assert "sent" in model.banner().text


def test_a_second_click_on_the_same_place_plays_it() -> None:
    model, _script = at_my_turn(3)
    assert model.pick("leg g") is None
    assert model.view_model.choice.armed == "leg g"
    assert model.scene().chosen == "leg g"
    assert model.pick("leg g") == "leg g"
    assert model.view_model.choice == NOTHING


def test_a_click_elsewhere_chooses_that_instead() -> None:
    model, _script = at_my_turn(3)
    model.pick("leg g")
    assert model.pick("leg b") is None
    assert model.view_model.choice.armed == "leg b"


def test_enter_confirms_and_only_what_was_chosen() -> None:
    model, _script = at_my_turn(3)
    assert model.confirm() is None
    model.pick("roll")
    assert model.confirm() == "roll"


def test_back_goes_one_step_at_a_time() -> None:
    model, _script = at_my_turn(3)
    model.pick("act tile")
    space = tile_spaces(model, "+")[0]
    model.pick(f"space {space}")
    assert model.view_model.choice.armed == f"tile {space}+"
    assert model.back()
    assert model.view_model.choice == Choice(Act.TILE)
    assert model.back()
    assert model.view_model.choice == NOTHING
    assert not model.back()


def test_the_other_side_of_the_tile_keeps_the_space() -> None:
    model, _script = at_my_turn(3)
    model.pick("act tile")
    space = tile_spaces(model, "-")[0]
    model.pick(f"space {space}")
    model.pick("side -")
    assert model.view_model.choice.armed == f"tile {space}-"
    assert model.confirm() == f"tile {space}-"


def test_a_bet_names_the_slot_where_the_face_lies() -> None:
    for slot, camel in enumerate("wygob"):
        assert choosing.bet_notation("wygob", "lose", camel) == f"lose {slot}"


def test_my_cards_know_where_they_lie() -> None:
    model, script = at_my_turn(3)
    slot = FACES.index("w")
    model.take(script.step(f"win {slot}"))
    model.update(script.view())
    assert dict(choosing.card_states(model.table)) == {
        "b": "hand",
        "g": "hand",
        "o": "hand",
        "w": "win",
        "y": "hand",
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_the_scene_shows_the_position(seed: int) -> None:
    model, script = at_my_turn(seed, skip=4)
    public, scene = script.position.to_dict(), model.scene()
    assert {str(space): camels for space, camels in scene.stacks} == public["track"]
    assert {camel for camel, _pips in scene.dice_out} == set("bgowy") - set(scene.dice_in)
    assert scene.dice_in == public["dice"]
    assert {camel: list(left) for camel, left in scene.leg_tiles} == public["leg_tiles"]
    assert [seat for seat, _slot in public["win"]] == list(scene.win_marks)
    assert sorted((tile.seat, f"{tile.space}{tile.side}") for tile in scene.tiles) == [
        (seat, tile) for seat, tile in enumerate(public["tiles"]) if tile
    ]


def test_dice_lie_as_they_were_rolled() -> None:
    script = ScriptedCamelUp(seed=5)
    model = TableModel(script.view(), CamelUpViewModel())
    rolls: dict[str, int] = {}
    for step in script.play(lambda position: len(position.to_dict()["dice"]) == 1):
        if step.notation.startswith("die"):
            rolls[step.notation[4]] = int(step.notation[5])
        model.take(step)
    model.update(script.view())
    assert dict(model.scene().dice_out) == rolls


def test_the_leg_and_its_dice_are_told_once_it_has_begun() -> None:
    model, script = at_my_turn(3, skip=2)
    public = script.position.to_dict()
    rolled = 5 - len(public["dice"])
    assert model.view_model.progress(script.position) == [
        f"leg {public['leg']}",
        f"{rolled} of 5 dice rolled",
    ]
    assert model.view_model.progress(ScriptedCamelUp().position) == []


def test_motions_lead_from_each_scene_to_the_next() -> None:
    script = ScriptedCamelUp(seed=9)
    model = TableModel(script.view(), CamelUpViewModel())
    kinds = set()
    for step in script.play(lambda _position: False, replayed=False):
        model.take(step)
        show = model.advance()
        assert not model.settled, "it is being shown"
        model.finish()
        assert model.settled
        kinds |= {type(motion) for motion in show.motions}
        if step.notation.startswith("die"):
            assert [type(motion) for motion in show.motions][:2] == [DieRoll, Walk]
        assert show.scene.crossed == step.after.to_dict()["crossed"]
    assert {DieRoll, Walk, Drop} <= kinds


def test_holdings_add_up_to_the_material() -> None:
    script = ScriptedCamelUp(seats=3, seed=12)
    for _step in script.play(lambda _position: script.random.random() < 0.02):
        pass
    public = script.position.to_dict()
    held = holdings(script.position)
    on_track = sum(tile is not None for tile in public["tiles"])
    assert sum(one.desert is not None for one in held) == on_track
    assert sum(5 - one.cards_left for one in held) == len(public["win"]) + len(public["lose"])
    assert [one.money for one in held] == public["money"]


def test_random_clicking_never_plays_what_is_not_legal() -> None:
    seed = 20140603
    print(f"seed {seed}")
    chance = random.Random(seed)
    model, script = at_my_turn(6)
    places = sorted(choosing.PLACES)
    for _click in range(2000):
        move = (
            model.pick(chance.choice(places))
            if chance.random() < 0.7
            else model.pick(f"act {chance.choice(list(Act)).value}")
        )
        if model.view_model.choice.act is Act.TILE and chance.random() < 0.3:
            model.pick("side")
        assert move is None or move in script.position.legal()
