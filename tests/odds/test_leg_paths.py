"""The exact odds of a leg against every way on in Python, by each path of code there is.

What the paths owe each other, and positions that random play never comes to, are tested in C
(native/tests/test_camelup_leg.c). `DEEP=1` takes thousands of positions instead of some dozens.
"""

from __future__ import annotations

import os

import pytest

from camelnet import odds
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from camelnet.rules.games.camels import CAMELS
from tests.odds.positions import in_legs, ways_on
from tests.rules import oracle

# By dice left: five have 29,160 ways, which are seconds in Python.
DEEP = "DEEP" in os.environ
POSITIONS = {1: 2000, 2: 2000, 3: 1500, 4: 300, 5: 20} if DEEP else {1: 60, 2: 60, 3: 30, 4: 4}
PATHS: dict[str, int] = {
    "plain": lib.CN_CAMELUP_PATH_PLAIN,
    "avx2": lib.CN_CAMELUP_PATH_AVX2,
    "neon": lib.CN_CAMELUP_PATH_NEON,
}
CORNERS = {
    "units slide under their own stack": "5:gyobw 6- 8- /byo",
    "a mirage on space 2 and camels before it": "1:gyo 3:bw 2- 5+ 7- /gyo",
    "tiles wherever they may lie": "1:bg 3:owy 2+ 5- 7+ 9- 11+ 13- 15+ /bgw",
    "all cross in one unit": "14:gyobw 16- /gbw",
    "space 16 is before the line": "13:gy 14:b 15:o 16:w /gbo",
    "an oasis on space 16": "12:g 13:yb 14:ow 16+ /gyo",
}


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest) -> int:
    number = PATHS[request.param]
    if not lib.cn_camelup_paths() & number:
        pytest.skip("this processor cannot take the path")
    return number


Odds = tuple[int, list[list[int]], list[int], int]


def odds_by(path: int, position: Position) -> Odds:
    """Ways in all, ways by camel and rank, landings by space, ways that end the race."""
    found = ffi.new("cn_camelup_odds *")
    ways = lib.cn_camelup_leg_odds_by(path, position.state, found)
    return ways, [list(found.rank[c]) for c in range(5)], list(found.landing), found.ended


def odds_in_python(position: Position) -> Odds:
    ways, ended, landing = 0, 0, [0] * 17
    ranks = [[0] * 5 for _ in CAMELS]
    for later, landed in ways_on(position.to_dict()):
        ways += 1
        ended += later["crossed"] != ""
        for rank, camel in enumerate(oracle.ranking(later)):
            ranks[CAMELS.index(camel)][rank] += 1
        for space in landed:
            if space <= 16:
                landing[space] += 1
    return ways, ranks, landing, ended


def odds_as_told(position: Position) -> Odds:
    leg = odds.leg(position)
    return leg.total, [list(leg.rank[c]) for c in CAMELS], [0, *leg.landings.values()], leg.ended


@pytest.mark.slow
@pytest.mark.parametrize("dice", POSITIONS)
def test_each_path_counts_what_python_counts(dice: int) -> None:
    for position in in_legs(POSITIONS[dice], dice=range(dice, dice + 1), seats=8):
        expected = odds_in_python(position)
        assert odds_as_told(position) == expected, position.to_dict()
        for path in PATHS.values():
            if lib.cn_camelup_paths() & path:
                assert odds_by(path, position) == expected, position.to_dict()


@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_of_the_rules_is_counted_right(corner: str, path: int) -> None:
    position = odds.sketch(CORNERS[corner])
    assert odds_by(path, position) == odds_in_python(position)
