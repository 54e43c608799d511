"""The simple player and the search in Camel Up Cards: what is plain to a player is plain to them.

Worlds, candidates and playouts are held from inside by native/tests/test_cards_search.c.
"""

from __future__ import annotations

from typing import Any

import pytest

from camelnet.bots.search import analyse
from camelnet.rules import Position
from tests.bots.games import chosen, simple_and_searching, whole_game
from tests.rules.cards_positions import HOME, begun, held, last_card
from tests.rules.play import place

FINAL = {
    # White is sure to cross with its next card, and nobody holds its winner card.
    "track": {"0": "", "2": "bgo", "6": "y", "15": "w"},
    "held": held({"lead": ["w5", "w3", "w2", "w2"]}, {}),
    "leaders": {**HOME, "w": []},
    "deck": 12,
}
FAR = {"0": "", "1": "bgoy", "9": "w"}
# All race cards of value 1 but those of y have been seen, and none of value 2.
SEEN = [f"{camel}1" for camel in "bg" for _ in range(5)] + ["o1"]
SURE = place(begun(2), track=FAR, deck=1, seen=SEEN, mids="", held=held({"mid": "bgowy"}, {}))


def lost_bets(**changes: Any) -> Position:
    """The last card of a leg, white far ahead, and no card left that is worth taking."""
    return last_card(
        turn=0,
        track={"0": "", "1": "b", "12": "gowy"},
        leaders={**{camel: [] for camel in "gowy"}, "b": [2]},
        mids="b",
        held=held(
            {"lead": [f"{c}{v}" for c in "gowy" for v in (5, 3, 2, 2)], "win": "y", "lose": "b"},
            {"lead": ["b5", "b3", "b2"], "mid": "gowy", "win": "w", "lose": "g"},
        ),
        finals={"win": "bgo", "lose": "owy"},
        **changes,
    )


@simple_and_searching
@pytest.mark.parametrize(
    "position",
    [place(begun(2), track=FAR, deck=1, seen=SEEN).apply("palm 12"), SURE],
    ids=["after the race action", "before the card that ends the leg"],
)
def test_the_leader_card_of_a_camel_that_cannot_be_caught_is_taken(
    level: str, position: Position
) -> None:
    assert chosen(level, position) == "lead w"


def test_greedy_ends_the_leg_without_a_bet_where_all_bets_are_lost() -> None:
    assert lost_bets().greedy("") == "reveal"


@pytest.mark.slow
def test_a_bet_that_is_sure_to_be_lost_is_not_made_where_none_has_to_be() -> None:
    assert chosen("hard", lost_bets(), nodes=2000) not in ("lead b", "mid b")  # blue stays the last


@simple_and_searching
def test_a_bet_that_would_cost_is_passed_where_that_may_be(level: str) -> None:
    """The other seat is ahead by some coins: who is far ahead can afford any bet."""
    optional = {"trophies": True, "bet_optional": True, "min_money": 1}
    may_pass = lost_bets(options=optional, money=[3, 17]).apply("palm 15")
    assert chosen(level, may_pass) == "pass"
    assert lost_bets().apply("palm 15").greedy("") != "pass"


def test_the_winner_card_of_a_camel_about_to_cross_is_taken() -> None:
    assert chosen("hard", place(begun(2), **FINAL).apply("palm 9"), nodes=2000) == "final win w"


@simple_and_searching
def test_the_hand_card_that_wins_the_race_is_played_and_no_other(level: str) -> None:
    near = place(
        begun(2),
        track={"0": "", "3": "bgo", "14": "w", "15": "y"},
        held=held({"win": "w"}, {"win": "y", "lead": ["w5"]}),
        finals={"win": "bgo", "lose": "bgowy"},
        leaders={**HOME, "w": [3, 2, 2]},
        did="bet",
    )
    assert chosen(level, near, "y1") == "hand"
    assert chosen(level, near, "w1") != "hand"  # white would climb onto yellow


def test_nobody_has_no_hand_card() -> None:
    with pytest.raises(ValueError, match="are no faces"):
        analyse(begun(2), None, "g1", nodes=1)


def test_twelve_coins_ahead_are_by_far_the_best_chance() -> None:
    rich = place(begun(3), money=[15, 3, 3])
    shares = analyse(rich, None, nodes=300).shares
    assert sum(shares) == pytest.approx(1, abs=1e-3)
    assert shares[0] > 2 * max(shares[1:])


@pytest.mark.parametrize("faces", ["b", "b3", "g22", "G2", "2g", "b1", "ygbow"])
def test_faces_that_can_be_no_hand_card_are_refused(faces: str) -> None:
    seen = last_card(turn=0)  # all b1 and g1 have been seen
    with pytest.raises(ValueError, match="are no faces"):
        seen.greedy(faces)
    with pytest.raises(ValueError, match="are no faces"):
        analyse(seen, 0, faces, nodes=1)


def test_a_seat_that_has_played_its_hand_has_no_faces() -> None:
    played = place(begun(2), hand=[True, False], seen=["b1"])
    with pytest.raises(ValueError, match="no faces"):
        played.greedy("b1")
    assert played.greedy("") in played.legal()


def test_a_token_that_could_only_cost_stays_at_home() -> None:
    nobody_has_a_bet = place(begun(2), did="bet")
    assert nobody_has_a_bet.greedy("") == "reveal"


@pytest.mark.slow
def test_games_of_the_search_against_chance_are_played_to_their_end_and_mostly_won() -> None:
    levels = ["hard", "random", "random"]
    games = [whole_game("cards", levels, seed, nodes=60) for seed in range(5)]
    assert sum(game.position.winners() == [0] for game in games) >= 4
