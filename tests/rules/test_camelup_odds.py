"""The exact odds of a leg, through the core's C interface."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from typing import Any

import pytest
from hypothesis import assume, given, settings

from camelnet import rules
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from camelnet.rules.shape import CAMELS
from tests.rules import oracle
from tests.rules.play import nodes, read_lines


def leg_odds(position: Position) -> tuple[int, list[list[int]], list[int]]:
    """Ways in all, ways by camel and rank, landings by space."""
    odds = ffi.new("cn_camelup_odds *")
    state = position.encode().partition(b"\0")[2]
    ways = lib.cn_camelup_leg_odds(state, odds)
    return ways, [list(odds.rank[camel]) for camel in range(5)], list(odds.landing)


@pytest.mark.parametrize("example", read_lines("camelup/odds.jsonl"), ids=lambda e: e["source"])
def test_the_odds_of_an_example_are_exact(example: dict[str, Any]) -> None:
    ways, ranks, _ = leg_odds(rules.from_dict(example["state"]))
    for rank, key in enumerate(("rank1", "rank2")):
        for camel, letter in enumerate(CAMELS):
            expected = Fraction(example[key].get(letter, 0))
            assert Fraction(ranks[camel][rank], ways) == expected, (key, letter)


@settings(max_examples=25)
@given(nodes("camelup"))
def test_the_odds_count_every_order_of_the_dice_once(position: Position) -> None:
    told = position.to_dict()
    assume(told["leg"] > 0 and not told["crossed"] and len(told["dice"]) <= 3)
    ways, ranks, landings = leg_odds(position)
    assert ways == factorial(len(told["dice"])) * 3 ** len(told["dice"])
    expected = [[0] * 5 for _ in range(5)]
    landed = [0] * 17
    for order in permutations(told["dice"]):
        for pips in product((1, 2, 3), repeat=len(order)):
            state = deepcopy(told)
            for camel, steps in zip(order, pips, strict=True):
                at = next(int(space) for space, stack in state["track"].items() if camel in stack)
                if at + steps <= 16:
                    landed[at + steps] += 1
                oracle.move(state, camel, steps)
                if state["crossed"]:
                    break
            for rank, camel in enumerate(oracle.ranking(state)):
                expected[CAMELS.index(camel)][rank] += 1
    assert ranks == expected
    assert landings == landed
