"""The simple player of Camel Up Cards: it knows what it holds, and plays better than chance."""

from __future__ import annotations

from typing import Any

import pytest

from camelnet.bots.search import analyse
from camelnet.rules import Position
from tests.rules.cards_positions import HOME, begun, held, last_card
from tests.rules.play import place

FAR = {"0": "", "1": "bgoy", "9": "w"}
# All race cards of value 1 but those of y have been seen, and none of value 2.
SEEN = [f"{camel}1" for camel in "bg" for _ in range(5)] + ["o1"]


def test_greedy_takes_the_leader_card_of_a_camel_that_cannot_be_caught() -> None:
    late = place(begun(2), track=FAR, deck=1, seen=SEEN)
    assert late.apply("palm 12").greedy("") == "lead w"


def test_greedy_bets_before_the_last_card_where_the_bet_is_sure() -> None:
    sure = place(begun(2), track=FAR, deck=1, seen=SEEN, mids="", held=held({"mid": "bgowy"}, {}))
    assert sure.greedy("") == "lead w"


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


def test_greedy_ends_the_leg_without_a_bet_where_all_bets_are_lost() -> None:
    assert lost_bets().greedy("") == "reveal"


def test_greedy_passes_a_bet_that_would_cost_where_it_may() -> None:
    optional = {"trophies": True, "bet_optional": True, "min_money": 1}
    assert lost_bets(options=optional).apply("palm 15").greedy("") == "pass"
    assert lost_bets().apply("palm 15").greedy("") != "pass"


def test_greedy_plays_the_hand_card_that_wins_the_race_for_it() -> None:
    near = place(
        begun(2),
        track={"0": "", "3": "bgo", "14": "w", "15": "y"},
        held=held({"win": "w"}, {"win": "y", "lead": ["w5"]}),
        finals={"win": "bgo", "lose": "bgowy"},
        leaders={**HOME, "w": [3, 2, 2]},
        did="bet",
    )
    assert near.greedy("y1") == "hand"
    assert near.greedy("w1") != "hand"  # white would climb onto yellow


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
