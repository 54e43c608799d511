"""`from_dict` for camelup: it takes what could lie on a table and names what could not."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet import rules
from camelnet.rules import Position
from tests.rules.play import nodes, place
from tests.rules.test_camelup_events import begun

HOME = {camel: [5, 3, 2] for camel in "bgowy"}
NOTHING = {"leg": [], "pyramid": 0}


def ended() -> Position:
    """Three seats; the race is over, seats 0 and 2 laid cards, seat 0 has opened."""
    position = place(begun(), track={"1": "bgo", "2": "y", "16": "w"})
    position = place(position, win=[[2, 1], [0, 0]], lose=[[2, 4]])
    for notation in ("roll", "die w2", "open 0 wbgoy"):
        position = position.apply(notation)
    return position


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
            "held": [{"leg": [], "pyramid": 1}, NOTHING, NOTHING],
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
    ("dice", {"dice": "", "held": [{"leg": [], "pyramid": 5}, NOTHING, NOTHING]}),
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
    ("leg_tiles", {"held": [{"leg": ["b5"], "pyramid": 0}, NOTHING, NOTHING]}),
    ("held", {"held": [NOTHING, NOTHING]}),
    ("held", {"held": [NOTHING, NOTHING, {"leg": []}]}),
    ("held", {"held": [NOTHING, NOTHING, {"leg": [], "pyramid": 0, "camels": 1}]}),
    ("held", {"held": [NOTHING, NOTHING, {"leg": [], "pyramid": 1}]}),
    ("held", {"held": [NOTHING, NOTHING, {"leg": ["b4"], "pyramid": 0}]}),
    ("held", {"held": [NOTHING, NOTHING, {"leg": [["b", 5]], "pyramid": 0}]}),
    (
        "held",
        {
            "leg_tiles": {**HOME, "b": [3, 2]},
            "held": [NOTHING, {"leg": ["b5"], "pyramid": 0}, {"leg": ["b5"], "pyramid": 0}],
        },
    ),
    (
        "leg_tiles",
        {
            "leg_tiles": {**HOME, "b": [5, 2]},
            "held": [NOTHING, NOTHING, {"leg": ["b3"], "pyramid": 0}],
        },
    ),
    (
        "held",
        {
            "leg_tiles": {**HOME, "b": [2]},
            "held": [NOTHING, NOTHING, {"leg": ["b3", "b5"], "pyramid": 0}],
        },
    ),
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
    ("held", {"held": [{"leg": [], "pyramid": 1}, NOTHING, NOTHING]}),
    ("dice", {"dice": "bgow", "held": [{"leg": [], "pyramid": 1}, NOTHING, NOTHING]}),
    ("tiles", {"tiles": ["5+", None, None]}),
    (
        "leg_tiles",
        {
            "leg_tiles": {**HOME, "b": [3, 2]},
            "held": [NOTHING, NOTHING, {"leg": ["b5"], "pyramid": 0}],
        },
    ),
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
    ("dice", {"dice": "bgow", "held": [{"leg": [], "pyramid": 1}, NOTHING]}),
    ("held", {"held": [{"leg": [], "pyramid": 1}, NOTHING]}),
    (
        "leg_tiles",
        {"leg_tiles": {**HOME, "b": [3, 2]}, "held": [{"leg": ["b5"], "pyramid": 0}, NOTHING]},
    ),
    ("slots", {"slots": ["bgowy", "?????"]}),
    ("win", {"win": [[0, 0]]}),
    ("lose", {"lose": [[0, 0]]}),
]


def refused(position: Position, changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ValueError, match=rf"^({field})\b") as error:
        place(position, **changes)
    assert not isinstance(error.value, rules.IllegalMove)


def named(case: tuple[str, dict[str, Any]]) -> str:
    return json.dumps(case[1], default=str)[:60]


@pytest.mark.parametrize("case", IN_A_LEG, ids=named)
def test_what_cannot_be_in_a_leg_is_named(case: tuple[str, dict[str, Any]]) -> None:
    refused(begun(), case[1], case[0])


@pytest.mark.parametrize("case", AT_THE_END, ids=named)
def test_what_cannot_be_after_the_race_is_named(case: tuple[str, dict[str, Any]]) -> None:
    assert ended().turn == "reveal"
    refused(ended(), case[1], case[0])


@pytest.mark.parametrize("case", IN_SETUP, ids=named)
def test_what_cannot_be_in_setup_is_named(case: tuple[str, dict[str, Any]]) -> None:
    position = rules.new("camelup", seats=2)
    for notation in ("first 1", "start b1", "start g1"):
        position = position.apply(notation)
    refused(position, case[1], case[0])


@given(nodes("camelup"), st.randoms(use_true_random=False))
def test_a_missing_and_an_unknown_key_are_named(position: Position, random: Random) -> None:
    key = random.choice(sorted(position.to_dict()))
    less = position.to_dict()
    del less[key]
    with pytest.raises(ValueError, match=f"^{key}: missing"):
        rules.from_dict(less)
    with pytest.raises(ValueError, match=r"^'else': unknown key"):
        rules.from_dict({**position.to_dict(), "else": 1})


@pytest.mark.parametrize("value", [None, [], "", 3, {}, {"game": "camelup"}, {1: 2}])
def test_what_is_no_position_at_all_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=":"):
        rules.from_dict(value)


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
        held=[{"leg": ["o5", "b5", "o3"], "pyramid": 0}, {"leg": [], "pyramid": 4}],
        leg_tiles={**HOME, "o": [2], "b": [3, 2]},
    )
    assert position.apply("roll").turn == "chance"


def test_all_leg_tiles_may_be_taken_unless_that_ends_the_leg() -> None:
    everything = {
        "leg_tiles": {camel: [] for camel in "bgowy"},
        "held": [{"leg": [f"{c}{v}" for c in "bgowy" for v in (5, 3, 2)], "pyramid": 0}, NOTHING],
    }
    assert "leg b" not in place(begun(2), **everything).legal()
    options = {"leg_ends_without_tiles": True, "flip_in_place": False}
    refused(place(begun(2), options=options), everything, "leg_tiles")


# --- anything at all ---------------------------------------------------------------------------

SCRAPS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "b", "bgowy", "ygbow", "?????", "-----", "7+", "16-", "chance", "over"])
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a nested value."""
    inner: list[tuple[Any, ...]] = [path]
    if isinstance(value, dict):
        inner += [spot for key, item in value.items() for spot in spots(item, (*path, key))]
    elif isinstance(value, list):
        inner += [spot for i, item in enumerate(value) for spot in spots(item, (*path, i))]
    return inner


@settings(max_examples=400)
@given(nodes("camelup"), nodes("camelup"), st.data())
def test_a_dictionary_changed_anywhere_is_refused_or_is_a_whole_position(
    position: Position, other: Position, data: st.DataObject
) -> None:
    written = {"top": copy.deepcopy(position.to_dict())}
    for _ in range(data.draw(st.integers(1, 2))):
        *way, last = data.draw(st.sampled_from(spots(written["top"])[1:]))
        into: Any = written["top"]
        for part in way:
            into = into[part]
        stolen = other.to_dict().get(last) if not way else None
        into[last] = data.draw(st.one_of(SCRAPS, st.just(stolen)))
    try:
        taken = rules.from_dict(written["top"])
    except ValueError:
        return
    assert json.dumps(taken.to_dict(), sort_keys=True) == json.dumps(written["top"], sort_keys=True)
    assert rules.decode(taken.encode()) == taken
    # Whatever was taken can be played to an end; the core's asserts would stop the test.
    rules.playouts(taken, seed=1, count=3)
    if isinstance(taken.turn, int):
        assert taken.greedy("ygbow") in taken.legal()
