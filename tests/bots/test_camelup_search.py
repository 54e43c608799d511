"""The search in Camel Up: what is plain to a player is plain to it.

Worlds, candidates, notes and playouts are held from inside by native/tests/test_camelup_playouts.c.
"""

from __future__ import annotations

import pytest

from camelnet.bots.search import analyse
from camelnet.rules import Position
from tests.bots.games import whole_game
from tests.rules.camelup_positions import HOME, NOTHING, begun
from tests.rules.play import place

NODES = 600
WHITE_TAKEN = [{"leg": ["w5", "w3", "w2"], "pyramid": 0}, NOTHING, NOTHING]
WHITE_SHARED = [{"leg": [tile], "pyramid": 0} for tile in ("w5", "w3", "w2")]
WHITE_FAR = {"1": "bgo", "2": "y", "16": "w"}
BLUE_LAST = {"1": "b", "13": "go", "14": "y", "16": "w"}


def best(position: Position, faces: str = "bgowy", nodes: int = NODES) -> str:
    assert isinstance(position.turn, int)
    return analyse(position, position.turn, faces, nodes=nodes, seed=1).best.notation


def test_the_tile_of_a_camel_that_cannot_lose_the_leg_is_taken() -> None:
    far = place(
        begun(),
        track={"1": "bgoy", "9": "w"},
        dice="b",
        held=[{"leg": [], "pyramid": 4}, NOTHING, NOTHING],
    )
    assert best(far) == "leg w"


@pytest.mark.parametrize("faces", ["bgowy", "wbgoy", "ygbow"])
def test_the_sure_winner_of_the_race_is_bet_on_by_the_own_card(faces: str) -> None:
    certain = place(begun(), track=WHITE_FAR, leg_tiles={**HOME, "w": []}, held=WHITE_TAKEN)
    assert best(certain, faces) == f"win {faces.index('w')}"


def test_the_sure_loser_of_the_race_is_bet_on_when_the_winner_is_laid_already() -> None:
    hopeless = place(
        begun(),
        track=BLUE_LAST,
        leg_tiles={**HOME, "w": []},
        held=WHITE_TAKEN,
        win=[[1, 3]],
    )
    assert best(hopeless) == "lose 0"


def test_a_roll_is_left_to_others_when_it_would_cost_the_own_tile() -> None:
    """Blue is the last die, and yellow stands on it: a roll ends the leg for a pound, while a tile
    that is sure of five lies there."""
    last = place(
        begun(),
        track={"2": "gow", "5": "by"},
        dice="b",
        held=[{"leg": [], "pyramid": 4}, NOTHING, NOTHING],
    )
    assert best(last) == "leg y"


def test_cards_of_others_are_worlds_and_do_not_change_what_is_known() -> None:
    """Two seats have bet; whatever their cards are, the own sure bet is the best move."""
    bets = place(
        begun(),
        track=WHITE_FAR,
        leg_tiles={**HOME, "w": []},
        held=WHITE_SHARED,
        win=[[0, 2], [2, 4]],
        lose=[[0, 0], [2, 1]],
    )
    found = analyse(bets, 1, "bgowy", nodes=NODES, seed=3)
    assert found.best.notation == "win 3"
    assert sum(found.shares) == pytest.approx(1, abs=0.02)


def test_a_strong_player_wins_more_than_its_share_against_greedy_ones() -> None:
    """Games of three seats with a tiny budget, each luck from every seat."""
    seeds = range(6)
    won = 0.0
    for seed in seeds:
        for seat in range(3):
            levels = ["hard" if seat == other else "greedy" for other in range(3)]
            won += whole_game("camelup", levels, seed, nodes=10).shares()[seat]
    assert won > len(seeds)
