"""`from_dict` for camelup: it takes what could lie on a table and names what could not."""

from __future__ import annotations

from typing import Any

from camelnet import rules
from camelnet.rules import Position
from tests.rules.camelup_positions import HOME, NOTHING, begun, ended, held
from tests.rules.play import after, place, refused

# What to change in a position in the first leg (three seats, seat 1 on turn) -> the field named.
IN_A_LEG: list[tuple[str, dict[str, Any]]] = [
    ("game", {"game": "chess"}),
    ("game", {"game": None}),
    ("options", {"options": []}),
    ("options", {"options": {"flip_in_place": False}}),
    ("options", {"options": {"flip_in_place": False, "leg_ends_without_tiles": 0}}),
    ("options", {"options": {"flip_in_place": False, "leg_ends_without_tiles": False, "x": 1}}),
    ("seats", {"seats": 1}),
    ("seats", {"seats": True}),
    ("seats", {"seats": 3.0}),
    ("tiles|money|held|slots", {"seats": 4}),
    ("turn", {"turn": 3}),
    ("turn", {"turn": -1}),
    ("turn", {"turn": True}),
    ("turn", {"turn": None}),
    ("turn", {"turn": "decide"}),
    ("turn", {"turn": "over"}),
    ("turn", {"turn": "reveal"}),
    ("turn", {"turn": "reveal", "win": [[0, 0]]}),
    ("rolling", {"turn": "chance"}),
    ("rolling", {"rolling": 1}),
    ("rolling", {"rolling": 3, "turn": "chance"}),
    ("rolling", {"rolling": "1", "turn": "chance"}),
    (
        "rolling",  # who rolls has taken a pyramid tile for it
        {
            "rolling": 1,
            "turn": "chance",
            "held": held({"pyramid": 1}, {}, {}),
        },
    ),
    ("starter", {"starter": None}),
    ("starter", {"starter": 3}),
    ("leg", {"leg": -1}),
    ("leg", {"leg": 1.0}),
    ("leg", {"leg": True}),
    ("leg|track|turn", {"leg": 0}),
    ("track", {"track": []}),
    ("track", {"track": {"1": "bgo", "2": "y"}}),
    ("track", {"track": {"1": "bgo", "2": "yy", "3": "w"}}),
    ("track", {"track": {"1": "bgo", "2": "yw", "3": "w"}}),
    ("track", {"track": {"1": "bgo", "2": "y", "3": "x"}}),
    ("track", {"track": {"1": "bgoyw", "2": ""}}),
    ("track", {"track": {"0": "bgoyw"}}),
    ("track", {"track": {"17": "bgoyw"}}),
    ("track", {"track": {"01": "bgoyw"}}),
    ("track", {"track": {1: "bgoyw"}}),
    ("track", {"track": {"1": ["b", "g", "o", "y", "w"]}}),
    ("track", {"track": {}}),
    ("crossed", {"crossed": None}),
    ("track|crossed", {"crossed": "w"}),
    ("turn", {"track": {"1": "bgo", "2": "y"}, "crossed": "w"}),
    ("dice", {"dice": "bgow"[::-1] + "y"}),
    ("dice", {"dice": "bgoww"}),
    ("dice", {"dice": ""}),
    ("dice", {"dice": "bgowx"}),
    ("dice", {"dice": 5}),
    ("dice", {"dice": "", "held": held({"pyramid": 5}, {}, {})}),
    ("held", {"dice": "bgow"}),
    ("tiles", {"tiles": [None, None]}),
    ("tiles", {"tiles": ["1+", None, None]}),
    ("tiles", {"tiles": ["17+", None, None]}),
    ("tiles", {"tiles": ["2+", None, None]}),
    ("tiles", {"tiles": ["07+", None, None]}),
    ("tiles", {"tiles": ["7", None, None]}),
    ("tiles", {"tiles": ["7*", None, None]}),
    ("tiles", {"tiles": [7, None, None]}),
    ("tiles", {"tiles": ["", None, None]}),
    ("tiles", {"tiles": ["7+", "7-", None]}),
    ("tiles", {"tiles": ["7+", None, "8-"]}),
    ("money", {"money": [3, 3]}),
    ("money", {"money": [3, 3, -1]}),
    ("money", {"money": [3, 3, 2.5]}),
    ("money", {"money": [3, 3, False]}),
    ("money", {"money": [3, 3, 2**31]}),
    ("money", {"money": {"0": 3}}),
    ("leg_tiles", {"leg_tiles": {**HOME, "b": [3, 2]}}),
    ("leg_tiles", {"leg_tiles": {**HOME, "b": [5, 2, 3]}}),
    ("leg_tiles", {"leg_tiles": {**HOME, "b": [5, 5, 3, 2]}}),
    ("leg_tiles", {"leg_tiles": {**HOME, "b": [True, 3, 2]}}),
    ("leg_tiles", {"leg_tiles": {**HOME, "x": [5, 3, 2]}}),
    ("leg_tiles", {"leg_tiles": {camel: [5, 3, 2] for camel in "bgow"}}),
    ("leg_tiles", {"held": held({"leg": ["b5"]}, {}, {})}),
    ("held", {"held": held({}, {})}),
    ("held", {"held": [NOTHING, NOTHING, {"leg": []}]}),
    ("held", {"held": [NOTHING, NOTHING, {"leg": [], "pyramid": 0, "camels": 1}]}),
    ("held", {"held": held({}, {}, {"pyramid": 1})}),
    ("held", {"held": held({}, {}, {"leg": ["b4"]})}),
    ("held", {"held": [NOTHING, NOTHING, {"leg": [["b", 5]], "pyramid": 0}]}),
    (
        "held",
        {
            "leg_tiles": {**HOME, "b": [3, 2]},
            "held": held({}, {"leg": ["b5"]}, {"leg": ["b5"]}),
        },
    ),
    ("leg_tiles", {"leg_tiles": {**HOME, "b": [5, 2]}, "held": held({}, {}, {"leg": ["b3"]})}),
    ("held", {"leg_tiles": {**HOME, "b": [2]}, "held": held({}, {}, {"leg": ["b3", "b5"]})}),
    ("slots", {"slots": ["?????", "?????"]}),
    ("slots", {"slots": ["?????", "?????", "????"]}),
    ("slots", {"slots": ["?????", "?????", "bgoww"]}),
    ("slots", {"slots": ["?????", "?????", "-????"]}),
    ("slots", {"slots": ["?????", "?????", None]}),
    ("slots", {"slots": ["?????", "?????", "bgowy"], "win": [[2, 0]]}),
    ("win", {"win": [[0, 5]]}),
    ("win", {"win": [[3, 0]]}),
    ("win", {"win": [[0, -1]]}),
    ("win", {"win": [[0, False]]}),
    ("win", {"win": [[0]]}),
    ("win", {"win": [[0, 1, 2]]}),
    ("win", {"win": [0]}),
    ("win", {"win": [(0, 1)]}),
    ("win", {"win": [[0, 1], [0, 1]]}),
    ("lose", {"win": [[0, 1]], "lose": [[0, 1]]}),
    ("lose", {"lose": None}),
]

# In a game that is over but for the openings: seat 0 has opened, seat 2 is next, seat 1 has none.
AT_THE_END: list[tuple[str, dict[str, Any]]] = [
    ("turn", {"turn": 2}),
    ("turn", {"turn": "chance"}),
    ("slots", {"turn": "over"}),
    ("slots", {"slots": ["?????", "?????", "bgowy"]}),
    ("turn", {"slots": ["wbgoy", "?????", "bgowy"]}),
    ("slots", {"slots": ["wbgoy", "-----", "?????"]}),
    ("rolling", {"rolling": 0}),
    ("held", {"held": held({"pyramid": 1}, {}, {})}),
    ("dice", {"dice": "bgow", "held": held({"pyramid": 1}, {}, {})}),
    ("tiles", {"tiles": ["5+", None, None]}),
    ("leg_tiles", {"leg_tiles": {**HOME, "b": [3, 2]}, "held": held({}, {}, {"leg": ["b5"]})}),
    ("turn|crossed|slots", {"track": {"1": "bgo", "2": "y", "16": "w"}, "crossed": ""}),
    ("leg|crossed", {"leg": 0}),
]

# During setup: seat 1 starts, blue and green stand on 1.
IN_SETUP: list[tuple[str, dict[str, Any]]] = [
    ("turn", {"turn": 0}),
    ("turn", {"turn": "over"}),
    ("leg|track", {"leg": 1}),
    ("track", {"track": {"4": "bg"}}),
    ("crossed", {"track": {"1": "b"}, "crossed": "g"}),
    ("track", {"starter": None}),
    ("leg|track", {"track": {"1": "bgowy"}}),
    ("rolling", {"rolling": 0}),
    ("tiles", {"tiles": ["5+", None]}),
    ("dice", {"dice": "bgow", "held": held({"pyramid": 1}, {})}),
    ("held", {"held": held({"pyramid": 1}, {})}),
    ("leg_tiles", {"leg_tiles": {**HOME, "b": [3, 2]}, "held": held({"leg": ["b5"]}, {})}),
    ("slots", {"slots": ["bgowy", "?????"]}),
    ("win", {"win": [[0, 0]]}),
    ("lose", {"lose": [[0, 0]]}),
]


def in_setup() -> Position:
    return after(rules.new("camelup", seats=2), "first 1", "start b1", "start g1")


REFUSED = [(begun(), IN_A_LEG), (ended(), AT_THE_END), (in_setup(), IN_SETUP)]


def test_whether_play_could_have_led_there_is_not_asked() -> None:
    position = place(
        begun(2),
        starter=0,
        turn=1,
        leg=7,
        track={"1": "y", "16": "bgow"},
        money=[0, 1_000_000],
        tiles=["3-", "5-"],
        dice="y",
        held=held({"leg": ["o5", "b5", "o3"]}, {"pyramid": 4}),
        leg_tiles={**HOME, "o": [2], "b": [3, 2]},
    )
    assert position.apply("roll").turn == "chance"


def test_all_leg_tiles_may_be_taken_unless_that_ends_the_leg() -> None:
    everything = {
        "leg_tiles": {camel: [] for camel in "bgowy"},
        "held": held({"leg": [f"{c}{v}" for c in "bgowy" for v in (5, 3, 2)]}, {}),
    }
    assert "leg b" not in place(begun(2), **everything).legal()
    options = {"leg_ends_without_tiles": True, "flip_in_place": False}
    refused(place(begun(2), options=options), everything, "leg_tiles")
