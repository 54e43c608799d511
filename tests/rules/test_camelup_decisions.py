"""camelup in the corners: every refusal, and decisions that random games come to too seldom."""

from __future__ import annotations

import pytest

from camelnet import rules
from camelnet.rules import Position
from tests.rules.camelup_positions import HOME, begun, ended, held
from tests.rules.play import after, place

FLIP = {"leg_ends_without_tiles": False, "flip_in_place": True}


def tiled(*tiles: str | None, **changes: object) -> Position:
    """bgo on 1, y on 2, w on 3, seat 1 of 3 on turn, with these desert tiles."""
    return place(begun(), tiles=list(tiles), **changes)


def setup_node() -> Position:
    return after(rules.new("camelup", seats=2), "first 0", "start b1")


def rolled() -> Position:
    return place(begun(), dice="gowy", held=held({"pyramid": 1}, {}, {})).apply("roll")


REFUSALS = [
    (rules.new("camelup", seats=2), "first 2", "S1: there is no such seat"),
    (setup_node(), "start b2", "S2: this camel stands on the track already"),
    (rolled(), "die b1", "A1: this die has left the pyramid"),
    (
        place(
            begun(),
            leg_tiles={**HOME, "b": []},
            held=held({"leg": ["b5", "b3", "b2"]}, {}, {}),
        ),
        "leg b",
        "A2: no leg tile of this camel is left",
    ),
    (begun(), "tile 1+", "A3: a desert tile goes on a space from 2 to 16"),
    (begun(), "tile 17-", "A3: a desert tile goes on a space from 2 to 16"),
    (begun(), "tile 3+", "A3: a camel stands on space 3"),
    (tiled("7+", None, None), "tile 7-", "A3: another player's tile lies on space 7"),
    (tiled("7+", None, None), "tile 6-", "A3: space 6 is next to another player's tile"),
    (tiled("7+", None, None), "tile 8+", "A3: space 8 is next to another player's tile"),
    (
        tiled(None, "7+", None),
        "tile 7-",
        "A3: the tile lies on space 7 already; it must go elsewhere",
    ),
    (
        tiled(None, "7+", None, options=FLIP),
        "tile 7+",
        "O2: the tile lies on space 7 with this side up already",
    ),
    (begun(), "win 5", "A4: the race cards are in slots 0 to 4"),
    (place(begun(), win=[[1, 3]]), "lose 3", "A4: this race card is laid already"),
    (ended(), "open 0 bgowy", "E2: another player opens their race cards now"),
    (ended(), "open 2 bgoww", "E2: the race cards are the five camels once each"),
    (ended(), "roll", "cards are opened now"),
    (rolled(), "roll", "luck comes first now"),
    (rolled(), "first 0", "luck cannot bring this now"),
    (begun(), "die b1", "a seat decides now, neither luck nor an opening"),
    (begun(), "open 0 -", "a seat decides now, neither luck nor an opening"),
    (after(ended(), "open 2 -"), "roll", "the game is over"),
    (begun(), "tile 07+", "'tile 07+' is no notation of this game"),
    (begun(), "leg x", "'leg x' is no notation of this game"),
]


def test_an_oasis_on_16_sends_across_and_pays_before_the_leg_is_scored() -> None:
    near = tiled("16+", None, None, track={"1": "bgo", "2": "y", "15": "w"}, money=[0, 0, 0])
    over = after(near, "roll", "die w1")
    assert over.to_dict()["crossed"] == "w"
    assert over.scores() == [1, 1, 0]


def test_a_stack_of_five_may_cross_at_once_and_its_lowest_is_last() -> None:
    stacked = place(begun(), track={"16": "bgowy"}, win=[[0, 0]], lose=[[2, 1]])
    over = after(stacked, "roll", "die b1", "open 0 ybgow", "open 2 gbowy")
    assert over.to_dict()["track"] == {}
    assert over.to_dict()["crossed"] == "bgowy"
    assert over.scores() == [11, 4, 11]
    assert rules.from_dict(over.to_dict()) == over


def test_without_o1_all_leg_tiles_gone_end_nothing() -> None:
    all_but_one = [f"{c}{v}" for c in "bgowy" for v in (5, 3, 2)][:-1]
    position = place(
        begun(),
        leg_tiles={**{camel: [] for camel in "bgow"}, "y": [2]},
        held=held({"leg": all_but_one}, {}, {}),
    )
    assert position.apply("leg y").to_dict()["leg"] == 1


def test_a_wrong_card_costs_nothing_without_money_and_the_right_one_after_it_pays() -> None:
    poor = place(
        begun(), track={"1": "bgo", "2": "y", "16": "w"}, win=[[0, 0], [0, 1]], money=[0, 0, 0]
    )
    rich = place(poor, win=[[0, 1], [0, 0]])
    opening = ("roll", "die w1", "open 0 bwgoy")
    assert after(poor, *opening).scores()[0] == 8
    assert after(rich, *opening).scores()[0] == 7


def test_the_sixth_right_card_still_pays_a_pound() -> None:
    position = place(
        begun(6), track={"1": "bgo", "2": "y", "16": "w"}, lose=[[seat, 0] for seat in range(6)]
    )
    over = after(position, "roll", "die w1", *(f"open {seat} bgowy" for seat in range(6)))
    assert over.scores() == [11, 3 + 1 + 5, 6, 5, 4, 4]


def test_money_and_legs_stop_at_their_limit_instead_of_wrapping() -> None:
    limit = 2_000_000_000
    four_rolled = held({"pyramid": 4}, {}, {})
    last = place(begun(), dice="w", held=four_rolled, money=[limit, limit, 0], leg=limit)
    following = after(last, "roll", "die w1")
    assert following.scores() == [limit, limit, 0]
    assert following.to_dict()["leg"] == limit
    with pytest.raises(ValueError, match=r"^money"):
        place(begun(), money=[limit + 1, 0, 0])
