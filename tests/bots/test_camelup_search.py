"""The simple player and the search in Camel Up: what is plain to a player is plain to them.

Worlds, candidates, notes and playouts are held from inside by native/tests/test_camelup_playouts.c.
"""

from __future__ import annotations

import pytest

from camelnet.bots.search import analyse
from camelnet.rules.games.camels import CAMELS
from tests.bots.games import chosen, simple_and_searching, whole_game
from tests.rules.camelup_positions import HOME, begun, held
from tests.rules.play import place

NODES = 600
FACES = "bgowy"
WHITE_TAKEN = held({"leg": ["w5", "w3", "w2"]}, {}, {})
WHITE_SHARED = held(*({"leg": [tile]} for tile in ("w5", "w3", "w2")))
WHITE_FAR = {"1": "bgo", "2": "y", "16": "w"}
BLUE_LAST = {"1": "b", "13": "go", "14": "y", "16": "w"}


@simple_and_searching
def test_the_tile_of_a_camel_that_cannot_lose_the_leg_is_taken(level: str) -> None:
    far = place(
        begun(),
        track={"1": "bgoy", "9": "w"},
        dice="b",
        held=held({"pyramid": 4}, {}, {}),
    )
    assert chosen(level, far, FACES) == "leg w"


@simple_and_searching
@pytest.mark.parametrize("faces", ["bgowy", "wbgoy", "ygbow"])
def test_the_sure_winner_of_the_race_is_bet_on_by_the_own_card(level: str, faces: str) -> None:
    certain = place(begun(), track=WHITE_FAR, leg_tiles={**HOME, "w": []}, held=WHITE_TAKEN)
    assert chosen(level, certain, faces) == f"win {faces.index('w')}"
    assert level != "greedy" or chosen(level, certain).split(" ")[0] in ("roll", "tile", "leg")


def test_the_sure_loser_of_the_race_is_bet_on_when_the_winner_is_laid_already() -> None:
    hopeless = place(
        begun(),
        track=BLUE_LAST,
        leg_tiles={**HOME, "w": []},
        held=WHITE_TAKEN,
        win=[[1, 3]],
    )
    assert chosen("hard", hopeless, FACES) == "lose 0"


def test_greedy_rolls_for_a_pound_when_nothing_is_worth_more() -> None:
    last = place(
        begun(),
        track={"1": "bgoy", "9": "w"},
        dice="b",
        leg_tiles={**HOME, "w": []},
        held=held({"leg": ["w5", "w3", "w2"]}, {"pyramid": 4}, {}),
        tiles=["4+", None, "6+"],
    )
    assert chosen("greedy", last) == "roll"


def test_greedy_lays_its_tile_where_the_camels_will_land() -> None:
    together = place(
        begun(),
        track={"4": "bgoyw"},
        leg_tiles={camel: [] for camel in CAMELS},
        held=held({"leg": [f"{c}{v}" for c in CAMELS for v in (5, 3, 2)]}, {}, {}),
    )
    verb, where = chosen("greedy", together).split(" ")
    assert verb == "tile"
    assert 5 <= int(where[:-1]) <= 7


def test_a_roll_is_left_to_others_when_it_would_cost_the_own_tile() -> None:
    """Blue is the last die, and yellow stands on it: a roll ends the leg for a pound, while a tile
    that is sure of five lies there."""
    last = place(
        begun(),
        track={"2": "gow", "5": "by"},
        dice="b",
        held=held({"pyramid": 4}, {}, {}),
    )
    assert chosen("hard", last, FACES) == "leg y"


def test_cards_of_others_are_worlds_and_do_not_change_what_is_known() -> None:
    """Two seats have bet. Whatever their cards are, the own sure bet is good, and the
    likely one better now, since the sure one is still there later."""
    bets = place(
        begun(),
        track=WHITE_FAR,
        leg_tiles={**HOME, "w": []},
        held=WHITE_SHARED,
        win=[[0, 2], [2, 4]],
        lose=[[0, 0], [2, 1]],
    )
    for seed in range(3):
        found = analyse(bets, 1, "bgowy", nodes=NODES, seed=seed)
        assert [line.notation for line in found.lines[:2]] == ["lose 0", "win 3"]
        assert sum(found.shares) == pytest.approx(1, abs=0.02)


@pytest.mark.slow
def test_a_strong_player_wins_more_than_its_share_against_greedy_ones() -> None:
    """Games of three seats with a tiny budget, each luck from every seat."""
    seeds = range(6)
    won = 0.0
    for seed in seeds:
        for seat in range(3):
            levels = ["hard" if seat == other else "greedy" for other in range(3)]
            won += whole_game("camelup", levels, seed, nodes=10).shares()[seat]
    assert won > len(seeds)
