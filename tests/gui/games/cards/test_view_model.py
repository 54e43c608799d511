"""Camel Up Cards at a table: positions become scenes, picks become moves, and nothing needs Qt."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.camels.scene import Walk
from camelnet_gui.games.cards import choice as choosing
from camelnet_gui.games.cards.choice import BETS, NOTHING, RACE, Act, Choice
from camelnet_gui.games.cards.scene import TOKENS, CardUp
from camelnet_gui.games.cards.scene_builder import holdings
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.games.view_model import refusal
from camelnet_gui.table.model import TableModel

from camelnet.rules.games.camels import CAMELS
from camelnet.session.api.facts import Shuffling
from tests.gui.games.mid_game import cards_at_my_turn as at_my_turn

SEEDS = range(6)


@pytest.mark.parametrize("did", [None, "race", "bet"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_may_be_clicked_is_exactly_what_is_legal(seed: int, did: str | None) -> None:
    model, script = at_my_turn(seed, skip=seed, did=did)
    legal = set(script.position.legal())
    reached = set()
    for act in (None, Act.PALM, Act.FENNEC):
        choice = Choice(act)
        for place in choosing.picks(model.table, choice):
            move = choosing.notation_at(choice, place)
            if move is None:
                assert any(each.startswith(place) for each in legal)
            else:
                reached.add(move)
    assert reached == legal - {"pass"}


@pytest.mark.parametrize("did", [None, "race", "bet"])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_act_is_possible_or_says_why_not(seed: int, did: str | None) -> None:
    model, script = at_my_turn(seed, skip=3, did=did)
    legal = script.position.legal()
    for act in Act:
        possible = any(
            move == choosing.prefix(act) or move.startswith(f"{choosing.prefix(act)} ")
            for move in legal
        )
        assert choosing.can(model.table, act) == possible, act
        assert (choosing.why_not(model.table, act) is None) == possible, act


def test_what_is_done_of_a_turn_is_why_the_same_half_is_over() -> None:
    model, _script = at_my_turn(1, did="race")
    assert {str(choosing.why_not(model.table, act)) for act in RACE} == {
        "You have already taken your race action."
    }
    assert "bet" in model.banner().text
    model, _script = at_my_turn(1, did="bet")
    assert {str(choosing.why_not(model.table, act)) for act in BETS} == {
        "You have already placed your bet."
    }
    assert "race action" in model.banner().text


def test_every_space_that_is_not_free_says_why() -> None:
    model, script = at_my_turn(2, seats=3)
    token = next(t for t in TOKENS if choosing.can(model.table, Act(t)))
    model.pick(f"act {token}")
    scene = model.scene()
    taken = [space for space in range(1, scene.last + 1) if scene.stack(space)]
    assert taken
    for space in range(1, scene.last + 1):
        place = f"space {space}"
        reason = script.position.why_not(f"{token} {space}")
        assert (place in scene.picks) == (reason is None)
        if reason:
            assert scene.hint(place) == refusal(model.table, reason)


def test_nothing_can_be_clicked_out_of_turn() -> None:
    model, script = at_my_turn(1)
    model.take(script.step("reveal"))
    model.update(script.view())
    assert not model.scene().picks
    assert "turned up" in str(model.blocked)
    assert model.pick("act reveal") is None
    assert model.view_model.choice == NOTHING


def test_a_token_shows_as_a_ghost_where_it_would_lie_and_while_it_is_on_its_way() -> None:
    model, script = at_my_turn(2, seats=3)
    token = next(t for t in TOKENS if choosing.can(model.table, Act(t)))
    move = next(move for move in sorted(script.position.legal()) if move.startswith(token))
    place = f"space {move.split()[1]}"
    model.pick(token)
    assert model.scene().chosen is None
    assert model.pick(place) is None
    ghost = model.scene().token("palm" if token == "palm" else "fennec")
    assert (ghost.ghost, ghost.seat, f"space {ghost.space}") == (True, script.me, place)
    model.view_model.forget()
    model.update(script.view(pending=move))
    scene = model.scene()
    assert not scene.picks
    assert scene.chosen == place
    assert "sent" in model.banner().text


def test_a_bet_on_the_race_is_clicked_where_its_card_lies() -> None:
    model, script = at_my_turn(3)
    move = next(move for move in sorted(script.position.legal()) if move.startswith("final win"))
    place = move.removeprefix("final ")
    assert model.pick(place) is None
    assert model.scene().chosen == place
    assert model.pick(place) == move
    assert model.view_model.choice == NOTHING


def test_an_act_chosen_by_its_button_asks_for_the_camel_and_back_goes_step_by_step() -> None:
    model, script = at_my_turn(3)
    move = next(move for move in sorted(script.position.legal()) if move.startswith("lead"))
    model.pick("act lead")
    assert model.view_model.choice == Choice(Act.LEAD)
    assert "camel" in model.banner().text
    model.pick(move)
    assert model.view_model.choice.armed == move
    assert model.back()
    assert model.view_model.choice == Choice(Act.LEAD)
    assert model.back()
    assert model.view_model.choice == NOTHING
    assert not model.back()


def test_the_bet_can_be_skipped_only_where_the_table_says_so() -> None:
    model, _script = at_my_turn(2, did="race", bet_optional=True)
    assert choosing.can(model.table, Act.PASS)
    assert "skip" in model.banner().text
    model.pick("act pass")
    assert model.confirm() == "pass"
    model, _script = at_my_turn(2, did="race")
    assert not choosing.can(model.table, Act.PASS)
    model.pick("act pass")
    assert model.confirm() is None


def test_my_hand_card_is_seen_by_me_alone() -> None:
    model, script = at_my_turn(4)
    public = script.position.to_dict()
    assert public["hand"][script.me], "the first turn of a race comes with a hand card"
    assert model.scene().hand == script.hand(script.me)
    other = TableModel(script.watched(), CardsViewModel())
    assert other.scene().hand == ""
    assert other.scene().hand_state == ""
    for each in model.view_model.holdings(script.position):
        assert script.hand(script.me) not in repr(each)


def test_my_hand_card_stays_in_sight_while_steps_are_shown_and_goes_when_it_is_played() -> None:
    model, script = at_my_turn(4)
    face = script.hand(script.me)
    script.play(lambda _p: False)
    model.take(replace(script.step("reveal"), replayed=False))
    show = model.advance()
    assert show.scene.hand == face
    model.finish()
    model, script = at_my_turn(4)
    face = script.hand(script.me)
    model.take(replace(script.step("hand"), replayed=False))
    assert model.advance() is not None
    model.finish()
    model.take(replace(script.step(f"card {face}"), replayed=False))
    show = model.advance()
    assert show.motions[0] == CardUp(face, "hand", mine=True)
    assert isinstance(show.motions[1], Walk)
    assert show.scene.hand_state == "played"
    assert show.scene.hand == ""


def test_my_hand_card_shows_its_way_before_it_is_played() -> None:
    model, script = at_my_turn(4)
    camel = script.hand(script.me)[0]
    scene = model.scene()
    at = next(space for space, camels in scene.stacks if camel in camels)
    assert not scene.highlight
    model.pick("hand")
    assert model.scene().highlight == {at, min(at + 1, scene.last)}


def test_the_card_of_a_leg_is_forgotten_with_the_leg() -> None:
    model, script = at_my_turn(4)
    leg = script.position.to_dict()["leg"]
    assert model.scene().hand
    for step in script.play(lambda p: p.to_dict()["leg"] > leg):
        model.take(replace(step, replayed=False))
        while (show := model.advance()) is not None:
            model.finish()
            later = step.after.to_dict()["leg"] > leg
            assert not (later and show.scene.hand), "an old card would be shown as the new one"


def test_while_cards_are_shuffled_nothing_can_be_chosen_and_everybody_is_told() -> None:
    model, script = at_my_turn(2)
    model.update(script.view(faces="", shuffling=Shuffling(3, 12, False)))
    scene = model.scene()
    assert not scene.picks
    assert (scene.shuffle.done, scene.shuffle.total) == (3, 12)
    assert model.banner().text == "Everyone is shuffling the cards"
    assert "shuffled" in str(model.blocked)
    assert not model.my_turn
    model.update(script.view(faces="", shuffling=Shuffling(3, 12, True)))
    assert "changed" in model.banner().text
    model.update(script.view())
    assert model.my_turn
    assert model.scene().shuffle is None
    assert model.scene().picks


def test_holdings_tell_what_lies_before_each_seat() -> None:
    _model, script = at_my_turn(5, skip=4)
    public = script.position.to_dict()
    for seat, held in enumerate(holdings(script.position)):
        mine = public["held"][seat]
        assert [f"{camel}{value}" for camel, value in held.lead] == mine["lead"]
        assert held.mid == mine["mid"]
        assert (held.win[0] if held.win else None) == mine["win"]
        assert (held.lose[0] if held.lose else None) == mine["lose"]
        assert held.hand == ("held" if public["hand"][seat] else "played")
        assert held.on_turn == (public["mover"] == seat)


def test_what_has_been_seen_is_what_the_position_says() -> None:
    model, script = at_my_turn(5, skip=2)
    scene = model.scene()
    for camel in CAMELS:
        for value in (1, 2):
            face = f"{camel}{value}"
            assert scene.seen_of(camel, value) == script.position.to_dict()["seen"].count(face)


def test_explanations_are_sentences() -> None:
    model, script = at_my_turn(3)
    for move in script.position.legal():
        text = model.view_model.explain(model.table, move)
        assert text[0].isupper()
        assert text.rstrip().endswith((".", "!", "?"))
