"""`from_dict`, whatever the game: nothing that it takes is half a position."""

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
from tests.rules import test_camelup_dictionary, test_cards_dictionary, test_targui_dictionary
from tests.rules.play import could_hold, nodes, refused
from tests.sampling import FULL


@pytest.mark.slow
@given(nodes(), st.randoms(use_true_random=False))
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


REFUSED = [
    *(
        (position, changes, field)
        for position, cases in (*test_camelup_dictionary.REFUSED, *test_cards_dictionary.REFUSED)
        for field, changes in cases
    ),
    *test_targui_dictionary.REFUSED,
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[2]}: {str(case[1])[:50]}")
def test_what_cannot_be_is_named(case: tuple[Position, dict[str, Any], str]) -> None:
    refused(*case)


SCRAPS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "b", "bgowy", "ygbow", "?????", "-----", "7+", "16-", "chance", "over"])
    | st.sampled_from(["reveal", "race", "bet", "g2", "w1", "b5", "reg", "chott", "camp", "nw"])
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


@pytest.mark.slow
@settings(max_examples=400 if FULL else 150)
@given(nodes(), st.data())
def test_a_dictionary_changed_anywhere_is_refused_or_is_a_whole_position(
    position: Position, data: st.DataObject
) -> None:
    other = data.draw(nodes(position.game))
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
        assert taken.greedy(could_hold(taken, Random(1))) in taken.legal()
