"""The search in Camel Up: what is plain to a player is plain to it.

Worlds, candidates, notes and playouts are held from inside by native/tests/test_camelup_playouts.c.
"""

from __future__ import annotations

from random import Random

import pytest

from camelnet import bots, rules
from camelnet.bots.search import analyse
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS
from camelnet.session.game.referee import Referee
from tests.rules.camelup_positions import begun
from tests.rules.play import place

NODES = 600
HOME = {camel: [5, 3, 2] for camel in CAMELS}
NOTHING = {"leg": [], "pyramid": 0}
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


def test_somebody_who_sees_no_card_gets_an_analysis_too() -> None:
    found = analyse(begun(), None, nodes=NODES, seed=2)
    assert found.iterations == NODES
    assert {line.notation for line in found.lines} <= set(begun().legal())


@pytest.mark.parametrize("option", ["leg_ends_without_tiles", "flip_in_place"])
def test_each_move_that_is_looked_at_is_legal_throughout_a_game(option: str) -> None:
    random = Random(4)
    position = rules.new("camelup", seats=3, options={option: True})
    faces = ["".join(random.sample(CAMELS, 5)) for _ in range(3)]
    while position.turn != "over":
        if position.turn == "chance":
            position = position.apply(random.choice(position.outcomes())[0])
        elif position.opener is not None:
            position = position.apply(f"open {position.opener} {faces[position.opener]}")
        else:
            assert isinstance(position.turn, int)
            found = analyse(position, position.turn, faces[position.turn], nodes=30, seed=5)
            legal = set(position.legal())
            assert all(line.notation in legal for line in found.lines)
            position = position.apply(found.best.notation)


def test_equal_seeds_and_nodes_look_ahead_equally() -> None:
    first, again = (analyse(begun(), 1, "ygbow", nodes=2000, seed=7) for _ in range(2))
    assert first == again
    assert first != analyse(begun(), 1, "ygbow", nodes=2000, seed=8)


def test_a_strong_player_wins_more_than_its_share_against_greedy_ones() -> None:
    """Games of three seats with a tiny budget, each luck from every seat."""
    seeds = range(6)
    won = sum(share_of_strong(seat, seed) for seed in seeds for seat in range(3))
    assert won > len(seeds)


def share_of_strong(seat: int, seed: int) -> float:
    """The share of a victory of the one strong player."""
    referee = Referee(rules.new("camelup", 3), bytes([seed] * 32), plies_max=1000)
    strong, greedy = bots.create("hard", seed, nodes=10), bots.create("greedy", seed)
    while not referee.over:
        turn = referee.position.decider
        assert turn is not None
        player = strong if turn == seat else greedy
        faces = referee.faces(turn)
        referee.decide(player.choose(referee.position, turn, faces, referee.history))
    return referee.shares()[seat]
