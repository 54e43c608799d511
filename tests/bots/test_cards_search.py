"""The search in Camel Up Cards: what is plain to a player is plain to it.

Worlds, candidates and playouts are held from inside by native/tests/test_cards_look.c.
"""

from __future__ import annotations

import pytest

from camelnet.bots.search import analyse
from camelnet.rules import Position
from tests.bots.games import whole_game
from tests.bots.test_cards_player import FAR, SEEN, lost_bets
from tests.rules.cards_positions import HOME, begun, held
from tests.rules.play import place

NODES = 400
FINAL = {
    # White is sure to cross with its next card, and nobody holds its winner card.
    "track": {"0": "", "2": "bgo", "6": "y", "15": "w"},
    "held": held({"lead": ["w5", "w3", "w2", "w2"]}, {}),
    "leaders": {**HOME, "w": []},
    "deck": 12,
}


def best(position: Position, faces: str = "", nodes: int = NODES) -> str:
    assert isinstance(position.turn, int)
    return analyse(position, position.turn, faces, nodes=nodes, seed=1).best.notation


def test_the_leader_card_of_a_camel_that_cannot_be_caught_is_taken() -> None:
    late = place(begun(2), track=FAR, deck=1, seen=SEEN)
    assert best(late.apply("palm 12")) == "lead w"


def test_a_sure_bet_is_made_before_the_card_that_ends_the_leg() -> None:
    sure = place(begun(2), track=FAR, deck=1, seen=SEEN, mids="", held=held({"mid": "bgowy"}, {}))
    assert best(sure) == "lead w"


def test_a_bet_that_is_sure_to_be_lost_is_not_made_where_none_has_to_be() -> None:
    assert best(lost_bets(), nodes=2000) not in ("lead b", "mid b")  # blue stays the last


def test_a_bet_that_would_cost_is_passed_where_that_may_be() -> None:
    """The other seat is ahead by some coins: who is far ahead can afford any bet."""
    optional = {"trophies": True, "bet_optional": True, "min_money": 1}
    assert best(lost_bets(options=optional, money=[3, 17]).apply("palm 15")) == "pass"


def test_the_winner_card_of_a_camel_about_to_cross_is_taken() -> None:
    assert best(place(begun(2), **FINAL).apply("palm 9"), nodes=2000) == "final win w"


def test_the_own_hand_card_is_known_to_its_seat_alone() -> None:
    near = place(
        begun(2),
        track={"0": "", "3": "bgo", "14": "w", "15": "y"},
        held=held({"win": "w"}, {"win": "y", "lead": ["w5"]}),
        finals={"win": "bgo", "lose": "bgowy"},
        leaders={**HOME, "w": [3, 2, 2]},
        did="bet",
    )
    assert best(near, "y1") != best(near, "w1")
    assert best(near, "w1") != "hand"  # white would climb onto yellow


def test_nobody_has_no_hand_card() -> None:
    with pytest.raises(ValueError, match="are no faces"):
        analyse(begun(2), None, "g1", nodes=1)


def test_twelve_coins_ahead_are_by_far_the_best_chance() -> None:
    rich = place(begun(3), money=[15, 3, 3])
    shares = analyse(rich, None, nodes=300).shares
    assert sum(shares) == pytest.approx(1, abs=1e-3)
    assert shares[0] > 2 * max(shares[1:])


def test_games_of_the_search_against_chance_are_played_to_their_end_and_mostly_won() -> None:
    levels = ["hard", "random", "random"]
    games = [whole_game("cards", levels, seed, nodes=60) for seed in range(5)]
    assert sum(game.position.winners() == [0] for game in games) >= 4
