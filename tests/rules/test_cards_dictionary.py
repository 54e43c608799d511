"""`from_dict` for cards: it takes what could lie on a table and names what could not."""

from __future__ import annotations

from typing import Any

from camelnet import rules
from camelnet.rules import Position
from tests.rules.cards_positions import AT_HOME, ELEVEN, HOME, NONE, begun, ended, held, last_card
from tests.rules.play import after, place, refused

Case = tuple[str, dict[str, Any]]


def tokens(palm: dict[str, Any], fennec: dict[str, Any]) -> dict[str, Any]:
    return {"tokens": {"palm": palm, "fennec": fennec}}


def trophies(**changes: Any) -> dict[str, Any]:
    return {"trophies": {"win": NONE, "lose": NONE, "left": 6, **changes}}


OPTIONS = {"trophies": True, "bet_optional": False, "min_money": 1}

# What to change in a position in the first leg (three seats, seat 1 on turn) -> the field named.
IN_A_LEG: list[Case] = [
    ("game", {"game": "chess"}),
    ("options", {"options": {**OPTIONS, "min_money": 2}}),
    ("options", {"options": {**OPTIONS, "min_money": True}}),
    ("options", {"options": {**OPTIONS, "trophies": 1}}),
    ("options", {"options": {"trophies": True, "bet_optional": False}}),
    ("options", {"options": {**OPTIONS, "shuffle": True}}),
    ("seats", {"seats": 1}),
    ("seats", {"seats": 7}),
    ("cards|held|money|hand", {"seats": 4}),
    ("turn", {"turn": 3}),
    ("turn", {"turn": "decide"}),
    ("turn", {"turn": True}),
    ("turn|crossed", {"turn": "over"}),
    ("mover", {"turn": 0}),
    ("mover", {"mover": None}),
    ("mover", {"mover": 3}),
    ("mover", {"mover": "1"}),
    ("mover", {"turn": "reveal", "mover": None}),
    ("hand|seen", {"turn": "reveal", "hand": [True, False, True]}),
    ("did", {"turn": "reveal", "did": "race"}),
    ("did", {"turn": "chance", "did": "race"}),
    ("did", {"did": "both"}),
    ("did", {"did": 1}),
    ("did", {"did": ""}),
    ("starter", {"starter": None}),
    ("starter", {"starter": 3}),
    ("leg", {"leg": -1}),
    ("leg", {"leg": 1.0}),
    ("leg", {"leg": True}),
    ("turn", {"leg": 0}),
    ("track", {"track": []}),
    ("track", {"track": {"1": "gow", "2": "yb"}}),
    ("track", {"track": {"0": "", "1": "gow", "2": "y"}}),
    ("track", {"track": {"0": "b", "1": "gow", "2": "y"}}),
    ("track", {"track": {"0": "", "1": "gow", "2": "ybb"}}),
    ("track", {"track": {"0": "", "1": "gow", "2": "yb", "3": "o"}}),
    ("track", {"track": {"0": "", "1": "gow", "2": "yx"}}),
    ("track", {"track": {"0": "", "1": "gow", "2": "yb", "3": ""}}),
    ("track", {"track": {"0": "", "1": "gow", "17": "yb"}}),
    ("track", {"track": {"0": "", "1": "gow", "02": "yb"}}),
    ("track", {"track": {"0": "", "1": ["g", "o", "w"], "2": "yb"}}),
    ("track", {"track": {"0": None, "1": "gow", "2": "yb"}}),
    ("crossed", {"crossed": None}),
    ("track", {"crossed": "b"}),
    ("crossed", {"track": {"0": "", "1": "gow", "2": "y"}, "crossed": "b"}),
    ("cards", {"cards": [2] * 7}),
    ("cards", {"cards": [2] * 9}),
    ("cards", {"cards": [2] * 7 + [3]}),
    ("cards", {"cards": [2] * 7 + [0]}),
    ("cards", {"cards": [2] * 7 + [True]}),
    ("cards", {"cards": "22222222"}),
    ("tokens", {"tokens": {"palm": AT_HOME}}),
    ("tokens", {"tokens": {"palm": AT_HOME, "fennec": AT_HOME, "oasis": AT_HOME}}),
    ("tokens", tokens({"space": 5, "holder": None}, AT_HOME)),
    ("tokens", tokens({"space": None, "holder": 1}, AT_HOME)),
    ("tokens", tokens({"space": 0, "holder": 1}, AT_HOME)),
    ("tokens", tokens({"space": 17, "holder": 1}, AT_HOME)),
    ("tokens", tokens({"space": 2, "holder": 1}, AT_HOME)),
    ("tokens", tokens({"space": 5, "holder": 3}, AT_HOME)),
    ("tokens", tokens({"space": 5, "holder": 1}, {"space": 5, "holder": 2})),
    ("tokens", tokens({"space": "5", "holder": 1}, AT_HOME)),
    ("tokens", tokens({"space": 5}, AT_HOME)),
    ("tokens", tokens({"space": 5, "holder": 1, "card": 1}, AT_HOME)),
    ("money", {"money": [3, 3]}),
    ("money", {"money": [3, 3, 0]}),
    ("money", {"money": [3, 3, -1]}),
    ("money", {"money": [3, 3, 2**31]}),
    ("money", {"money": [3, 3, 2.0]}),
    ("leaders", {"leaders": {**HOME, "b": [3, 2, 2]}}),
    ("leaders", {"leaders": {**HOME, "b": [5, 3, 2]}}),
    ("leaders", {"leaders": {**HOME, "b": [2, 2, 3, 5]}}),
    ("leaders", {"leaders": {**HOME, "x": [5, 3, 2, 2]}}),
    ("leaders", {"held": held({"lead": ["b5"]}, {}, {})}),
    ("leaders", {"held": held({"lead": ["b3"]}, {}, {}), "leaders": {**HOME, "b": [5, 2, 2]}}),
    (
        "held",  # the larger value was on top
        {"held": held({"lead": ["b3", "b5"]}, {}, {}), "leaders": {**HOME, "b": [2, 2]}},
    ),
    (
        "held",
        {"held": held({"lead": ["b5"]}, {"lead": ["b5"]}, {}), "leaders": {**HOME, "b": [2, 2]}},
    ),
    ("held", {"held": held({"lead": ["b4"]}, {}, {})}),
    ("held", {"held": held({"lead": ["b2"] * 3}, {}, {}), "leaders": {**HOME, "b": [3]}}),
    ("held", {"held": held({"lead": "b5"}, {}, {})}),
    ("held", {"held": held({"lead": [5]}, {}, {})}),
    ("held", {"held": held({}, {})}),
    ("held", {"held": [{"lead": [], "mid": "", "win": None}, *held({}, {})]}),
    ("held", {"held": held({"pyramid": 0}, {}, {})}),
    ("mids", {"mids": "bgow"}),
    ("mids", {"mids": "bgoyw"}),
    ("mids", {"mids": "bgowyy"}),
    ("mids", {"mids": None}),
    ("mids", {"held": held({"mid": "b"}, {}, {})}),
    ("held", {"held": held({"mid": "gb"}, {}, {}), "mids": "owy"}),
    ("held", {"held": held({"mid": "b"}, {"mid": "b"}, {}), "mids": "gowy"}),
    ("finals", {"finals": {"win": "bgow", "lose": "bgowy"}}),
    ("finals", {"finals": {"win": "bgowy"}}),
    ("finals", {"held": held({"lose": "b"}, {}, {})}),
    ("held", {"held": held({"win": "bg"}, {}, {}), "finals": {"win": "owy", "lose": "bgowy"}}),
    ("held", {"held": held({"win": ""}, {}, {})}),
    (
        "held",
        {
            "held": held({"win": "b"}, {"win": "b"}, {}),
            "finals": {"win": "gowy", "lose": "bgowy"},
        },
    ),
    ("trophies", trophies(left=5)),
    ("trophies", trophies(left=7)),
    ("trophies", trophies(left=None)),
    ("trophies", trophies(win={**NONE, "b": 1})),
    ("trophies", trophies(win={**NONE, "b": 7}, left=-1)),
    ("trophies", trophies(win={**NONE, "b": -1}, lose={**NONE, "b": 1})),
    ("trophies", trophies(win={**NONE, "x": 0})),
    ("trophies", {"options": {**OPTIONS, "trophies": False}}),
    ("deck", {"deck": 0}),
    ("deck", {"deck": 13}),
    ("seen", {"deck": 11}),
    ("deck", {"deck": 12.0}),
    ("seen", {"hand": [True, True, False]}),
    ("hand", {"hand": [True, True]}),
    ("hand", {"hand": [True, True, 1]}),
    ("seen", {"seen": ["b1"]}),
    ("seen", {"seen": ["b3"], "deck": 11}),
    ("seen", {"seen": ["b2", "b2"], "deck": 10}),
    ("seen", {"seen": ["b1"] * 6, "deck": 6}),
    ("seen", {"seen": ["g1", "b1"], "deck": 10}),
    ("seen", {"seen": "b1", "deck": 11}),
    ("seen", {"seen": [1], "deck": 11}),
]

# Three seats: w has crossed, seat 0 holds a winner card, seat 2 a loser card.
AT_THE_END: list[Case] = [
    ("crossed|turn", {"turn": 0}),
    ("crossed|turn", {"turn": "chance"}),
    ("turn|leg|mover|crossed", {"leg": 0}),
    ("starter", {"starter": None}),
    ("mover", {"mover": 0}),
    ("did", {"did": "race"}),
    ("deck", {"deck": 1}),
    ("hand", {"hand": [True, False, False]}),
    ("seen", {"seen": ["b1"]}),
    ("tokens", tokens({"space": 5, "holder": 1}, AT_HOME)),
    ("crossed", {"crossed": "", "track": {"0": "", "12": "bgo", "2": "yw"}}),
    ("track", {"crossed": ""}),
    ("track", {"track": {"0": "y", "12": "bgo"}}),
    (
        "held",
        {
            "held": held({"win": "w", "lead": ["b5"]}, {}, {"lose": "y"}),
            "leaders": {**HOME, "b": [3, 2, 2]},
        },
    ),
    ("held", {"held": held({"win": "w", "mid": "b"}, {}, {"lose": "y"}), "mids": "gowy"}),
]

# Two seats: `first 1`, `card b1`, `card g2`.
IN_SETUP: list[Case] = [
    ("turn", {"turn": 0}),
    ("turn", {"turn": "reveal"}),
    ("crossed|turn", {"turn": "over"}),
    ("starter|seen", {"starter": None}),
    ("leg|mover|track", {"leg": 1}),
    ("mover", {"mover": 1}),
    ("did", {"did": "bet"}),
    ("deck", {"deck": 12}),
    ("hand", {"hand": [True, True]}),
    ("cards", {"cards": [2] * 6 + [1, 1]}),
    ("track", {"track": {"0": "woy", "1": "b", "2": "g"}}),
    ("track", {"track": {"0": "owy", "1": "b", "3": "g"}}),
    ("track", {"track": {"0": "ow", "1": "b", "2": "g"}}),
    ("crossed", {"track": {"0": "ow", "1": "b", "2": "g"}, "crossed": "y"}),
    ("seen", {"track": {"0": "owy", "1": "bg"}}),
    ("seen", {"seen": ["b1"]}),
    ("seen", {"seen": ["b1", "g2", "o1"]}),
    ("leg|seen", {"track": {"0": "", "1": "bowy", "2": "g"}}),
    ("tokens", tokens({"space": 5, "holder": 1}, AT_HOME)),
    ("held", {"held": held({"mid": "b"}, {}), "mids": "gowy"}),
    ("held", {"held": held({"win": "b"}, {}), "finals": {"win": "gowy", "lose": "bgowy"}}),
    ("held", {"held": held({"lead": ["b5"]}, {}), "leaders": {**HOME, "b": [3, 2, 2]}}),
    ("trophies", trophies(win={**NONE, "b": 1}, left=5)),
]


def in_setup() -> Position:
    return after(rules.new("cards", seats=2), "first 1", "card b1", "card g2")


REFUSED = [(begun(), IN_A_LEG), (ended(), AT_THE_END), (in_setup(), IN_SETUP)]


def test_a_turn_without_a_bet_to_make_is_over() -> None:
    taken = {
        "leaders": {camel: [] for camel in "bgowy"},
        "mids": "",
        "finals": {"win": "", "lose": ""},
        "held": held(
            *(
                {"lead": [f"{c}{v}" for v in (5, 3, 2, 2)], "mid": c, "win": c, "lose": c}
                for c in "bgowy"
            ),
            {},
        ),
    }
    none_left = place(begun(6), **taken)
    assert "reveal" in none_left.legal()
    refused(none_left, {"did": "race"}, "did")


def test_cards_of_value_2_are_alike_whoever_took_the_first() -> None:
    start = place(begun(2), leaders={**HOME, "b": [2, 2]}, held=held({"lead": ["b5", "b3"]}, {}))
    one = after(start, "lead b", "reveal", "card g1", "lead b", "reveal", "card g1")
    other = after(start, "lead w", "reveal", "card g1", "lead b", "reveal", "card g1")
    other = after(other, "lead b", "reveal", "card g1", "mid g", "reveal", "card g1")
    assert rules.from_dict(one.to_dict()) == one
    assert rules.from_dict(other.to_dict()) == other


def test_whether_play_could_have_led_there_is_not_asked() -> None:
    position = last_card(
        leg=7,
        money=[1, 1_000_000],
        cards=[1, 1, 2, 2, 2, 2, 1, 1],
        trophies={"win": {**NONE, "b": 3}, "lose": {**NONE, "b": 1}, "left": 2},
    )
    assert position.to_dict()["seen"] == ELEVEN
    assert position.apply("card y1").to_dict()["leg"] == 8


def test_money_may_be_nothing_where_the_least_is_0() -> None:
    poor = place(begun(min_money=0), money=[0, 3, 0])
    assert poor.scores() == [0, 3, 0]
