"""Targui at a table: positions become scenes, picks become moves, and nothing needs Qt."""

from __future__ import annotations

import random

import pytest
from camelnet_gui.games.targui.choice import NOTHING, Choice, half, ways
from camelnet_gui.games.targui.scene import CELLS, PLACES
from camelnet_gui.games.view_model import refusal
from camelnet_gui.table.model import TableModel

from camelnet.rules.games.targui.battle import battle
from tests.gui.games.mid_game import targui_at_my as at_my

SEEDS = range(4)


def cells(picks: frozenset[str]) -> set[int]:
    return {int(pick.split()[1]) for pick in picks if pick.startswith("cell")}


# --- what may be clicked ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ways_are_the_legal_moves_and_no_others(seed: int) -> None:
    model, script = at_my("move", seed, number=3, fight=True)
    legal = script.position.legal()
    can = ways(frozenset(legal))
    again = {
        f"move {a} {b} {n}" for (a, b), most in can.marches.items() for n in range(1, most + 1)
    }
    again |= {f"attack {a} {b}" for a, b in can.attacks} | set(can.words)
    assert again == set(legal)
    assert model.table.legal == set(legal)


@pytest.mark.parametrize("seed", SEEDS)
def test_first_sources_then_targets_light_up(seed: int) -> None:
    model, script = at_my("move", seed, number=3, fight=True)
    moves = [move.split() for move in script.position.legal() if move[:4] in ("move", "atta")]
    assert cells(model.scene().picks) == {int(move[1]) for move in moves}
    for source in cells(model.scene().picks):
        model.pick(f"cell {source}")
        scene = model.scene()
        assert scene.source == source
        goals = {int(move[2]) for move in moves if int(move[1]) == source}
        assert cells(scene.picks) == goals | {source}
        foes = {int(move[2]) for move in moves if move[:2] == ["attack", str(source)]}
        assert scene.foes == foes
        model.pick(f"cell {source}")  # a second click leaves it again
        assert model.view_model.choice == NOTHING


@pytest.mark.parametrize("seats", [2, 4])
def test_free_corners_light_up_for_who_chooses(seats: int) -> None:
    model, script = at_my("sector", 1, seats=seats)
    assert model.scene().picks == set(script.position.legal())
    pick = min(script.position.legal())
    assert model.pick(pick) is None
    assert model.scene().chosen == pick
    assert model.pick(pick) == pick


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_camp_is_founded_by_two_clicks(seats: int) -> None:
    model, script = at_my("camp", 1, seats=seats)
    legal = script.position.legal()
    assert {f"camp {cell}" for cell in cells(model.scene().picks)} == set(legal)
    pick = legal[0].replace("camp", "cell")
    assert model.pick(pick) is None
    assert model.pick(pick) == legal[0]


def test_a_cell_that_cannot_be_chosen_says_why() -> None:
    model, script = at_my("move", 2, number=3)
    source = min(cells(model.scene().picks))
    model.pick(f"cell {source}")
    scene = model.scene()
    for cell in CELLS:
        if f"cell {cell}" not in scene.picks:
            reason = script.position.why_not(f"move {source} {cell} 1")
            assert reason is not None
            assert scene.hint(f"cell {cell}") == refusal(model.table, reason)


def test_nothing_can_be_clicked_out_of_turn() -> None:
    model, script = at_my("move", 1, number=2)
    for step in script.play(lambda position: position.turn in {0, 1, 2, 3} - {script.me}):
        model.take(step)
    model.update(script.view())
    assert not model.scene().picks
    assert not model.scene().hints
    assert model.pick("cell 1") is None
    assert model.pick("pass") is None
    assert model.view_model.choice == NOTHING


# --- how many -----------------------------------------------------------------------------------


def moving(seed: int = 1, most: int = 5) -> tuple[TableModel, int, int, int]:
    """A table where I have chosen a way that at least so many camels can go."""
    for attempt in range(seed, seed + 20):
        model, _script = at_my("move", attempt, number=2)
        can = ways(model.table.legal)
        wide = sorted((way, count) for way, count in can.marches.items() if count >= most)
        if wide:
            (source, target), count = wide[0]
            model.pick(f"cell {source}")
            assert model.pick(f"cell {target}") is None
            return model, source, target, count
    raise AssertionError("nobody had so many camels")


def test_the_number_is_chosen_by_words_digits_and_steps() -> None:
    model, source, target, most = moving()
    for picks, count in (
        (("all",), most),
        (("half",), half(most)),
        (("one",), 1),
        (("less",), 1),
        (("more", "more"), 3),
        (("less",), 2),
        (("number 4",), 4),
        (("digit 3",), 3),
        (("all", "digit 2"), 2),
        (("erase", "digit 5"), 5),
        (("number 9999",), most),
    ):
        for pick in picks:
            assert model.pick(pick) is None
        assert model.view_model.armed == f"move {source} {target} {count}", picks
        arrow = model.scene().arrow
        assert (arrow.source, arrow.target, arrow.count) == (source, target, count)


def test_digits_add_up_to_a_number_until_something_else_is_done() -> None:
    model, source, target, most = moving(most=12)
    model.pick("digit 1")
    model.pick("digit 2")
    assert model.view_model.armed == f"move {source} {target} 12"
    model.pick("erase")
    assert model.view_model.armed == f"move {source} {target} 1"
    model.pick("all")
    model.pick("digit 2")
    assert model.view_model.armed == f"move {source} {target} 2"
    assert most >= 12


def test_a_number_is_never_sent_before_it_is_confirmed() -> None:
    model, *_way = moving()
    assert model.view_model.adjustable
    assert model.pick("half") is None
    assert model.confirm() is not None


def test_whoever_takes_land_leaves_somebody_behind_unless_told_otherwise() -> None:
    model, script = at_my("move", 3, number=2)
    owner = script.position.to_dict()["owner"]
    for (source, target), most in ways(model.table.legal).marches.items():
        model.view_model.forget()
        model.pick(f"cell {source}")
        model.pick(f"cell {target}")
        mine = owner[target - 1] == script.me
        assert model.view_model.choice.count == (most if mine else half(most))


@pytest.mark.parametrize("seed", SEEDS)
def test_buying_begins_with_all_that_money_and_box_allow(seed: int) -> None:
    model, script = at_my("buy", seed, number=3)
    buys = ways(model.table.legal).buys
    money, box = script.position.to_dict()["money"][script.me], script.position.to_dict()["box"]
    assert set(buys.values()) <= {min(money, box)}
    for cell, most in buys.items():
        model.view_model.forget()
        assert model.pick(f"cell {cell}") is None
        assert model.scene().buying == (cell, most)
        assert model.pick(f"cell {cell}") == f"buy {cell} {most}"


def test_an_emptied_cell_is_entered_by_click_or_by_typing_alone() -> None:
    model, script = at_my("occupy", 1, seats=3)
    attack = script.position.to_dict()["attack"]
    assert cells(model.scene().picks) == {attack["to"]}
    model.pick("one")
    assert model.view_model.armed == "occupy 1"
    model.back()
    assert model.pick(f"cell {attack['to']}") is None
    assert model.view_model.armed == f"occupy {ways(model.table.legal).occupy}"


# --- battles and words --------------------------------------------------------------------------


def test_an_attack_is_chosen_on_the_board_and_tells_its_odds() -> None:
    model, script = at_my("move", 2, number=3, fight=True)
    source, foe = min(ways(model.table.legal).attacks)
    model.pick(f"cell {source}")
    model.pick(f"cell {foe}")
    assert model.view_model.armed == f"attack {source} {foe}"
    assert not model.view_model.adjustable
    odds = battle(script.position, source, foe)
    assert odds is not None
    assert "of 100 cases" in model.explained
    assert model.pick(f"cell {foe}") == f"attack {source} {foe}"


def test_after_an_exchange_one_rolls_again_or_stops() -> None:
    model, script = at_my("after", 1, seats=3)
    assert None not in (model.scene().battle.hit, model.scene().battle.parry)
    for word in ("again", "stop"):
        assert model.pick(word) is None
        assert model.view_model.armed == word
    assert model.confirm() == "stop"
    assert model.pick("pass") is None
    assert set(script.position.legal()) == {"again", "stop"}


def test_a_word_that_cannot_be_said_changes_nothing() -> None:
    model, _script = at_my("camp", 1)
    for word in ("pass", "again", "stop", "one", "digit 4", "from 3"):
        assert model.pick(word) is None
        assert model.view_model.choice == NOTHING


def test_back_goes_one_step_at_a_time() -> None:
    model, source, _target, _most = moving()
    assert model.back()
    assert model.view_model.choice == Choice(source=source)
    assert model.back()
    assert model.view_model.choice == NOTHING
    assert not model.back()


@pytest.mark.parametrize("count", [1, 2])
def test_what_was_chosen_stays_as_long_as_it_is_possible(count: int) -> None:
    model, script = at_my("move", 1, number=2)
    way = min(ways(model.table.legal).marches)
    for cell in way[:count]:
        model.pick(f"cell {cell}")
    chosen = model.view_model.choice
    model.update(script.view())
    assert model.view_model.choice == chosen != NOTHING
    model.take(script.step("pass"))
    model.update(script.view())
    assert model.view_model.choice == NOTHING


def test_a_drag_begins_anew_wherever_it_begins() -> None:
    model, source, target, _most = moving()
    sources = ways(model.table.legal).sources
    other = max(sources)
    model.pick(f"from {other}")
    assert model.view_model.choice == Choice(source=other)
    model.pick(f"from {source}")
    model.pick(f"cell {target}")
    assert model.view_model.choice.verb == "move"


def test_my_move_on_its_way_stays_to_be_seen() -> None:
    model, script = at_my("move", 1, number=2)
    move = next(move for move in script.position.legal() if move.startswith("move"))
    model.update(script.view(pending=move))
    scene = model.scene()
    _verb, source, target, count = move.split()
    assert not scene.picks
    assert (scene.arrow.source, scene.arrow.target) == (int(source), int(target))
    assert scene.arrow.count == int(count)


@pytest.mark.parametrize("step", ["sector", "camp", "move", "buy", "after", "occupy"])
def test_every_move_of_mine_can_be_shown_on_its_way(step: str) -> None:
    model, script = at_my(step, 2, seats=4 if step == "sector" else 3)
    for move in script.position.legal()[:60]:
        model.update(script.view(pending=move))
        assert model.scene().picks == frozenset()


@pytest.mark.parametrize("step", ["sector", "camp", "move", "buy", "after", "occupy"])
def test_the_banner_says_what_is_asked(step: str) -> None:
    model, _script = at_my(step, 3, seats=4 if step == "sector" else 3)
    said = model.banner().text
    assert said == model.forced_words if model.forced else said.startswith("Your turn — ")


@pytest.mark.slow
def test_random_clicking_never_plays_what_is_not_legal() -> None:
    seed = 20141188
    print(f"seed {seed}")
    chance = random.Random(seed)
    words = ("pass", "again", "stop", "one", "half", "all", "more", "less", "erase")
    for step in ("move", "buy", "after", "occupy"):
        model, script = at_my(step, 4, seats=3, number=2)
        legal, places = set(script.position.legal()), [*PLACES, *model.scene().picks]
        played = 0
        for _click in range(1500):
            kind = chance.random()
            if kind < 0.6:
                pick = chance.choice(sorted(model.scene().picks) or places)
            elif kind < 0.75:
                pick = chance.choice(places)
            else:
                digit = f"digit {chance.randrange(10)}"
                start = f"from {chance.randrange(1, 50)}"
                pick = chance.choice((*words, digit, start, f"number {chance.randrange(60)}"))
            move = model.pick(pick)
            played += move is not None
            assert move is None or move in legal
            assert model.view_model.armed is None or model.view_model.armed in legal
        assert played
