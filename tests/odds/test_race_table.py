"""The tables of legs and races: against the race worked out in Python, the rules played in Python,
and themselves. DEEP=1 looks at many times as much.

What is tested in C, under sanitizers, is in native/tests/test_camelup_race.c: there races are also
played to their end by the rules.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations
from random import Random
from threading import Thread
from typing import Any

import pytest

from camelnet import rules
from camelnet.odds import RaceOdds, race, races
from camelnet.odds.tables import forget_tables, race_tables
from camelnet.rules.core import ffi, lib
from camelnet.rules.games.camels import CAMELS
from tests.rules import oracle
from tests.sampling import only_full

DEEP = os.environ.get("DEEP") == "1"
MANY = 20 if DEEP else 1

Chances = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]  # first and last, by rank
START = rules.new("camelup", seats=4).to_dict()


def standing(track: dict[str, str], dice: str, *tiles: str) -> dict[str, Any]:
    """The dictionary of a position in a leg."""
    laid = [*tiles, *[None] * (4 - len(tiles))]
    held = deepcopy(START["held"])
    held[0]["pyramid"] = 5 - len(dice)
    within = {"turn": 0, "starter": 0, "leg": 2, "track": track, "dice": dice}
    return {**START, **within, "tiles": laid, "held": held}


def any_standing(random: Random, *, dice: range, tiles: int) -> dict[str, Any]:
    """Camels anywhere in any order, some of the dice, up to so many tiles where one may lie."""
    base = random.randint(1, 14)
    track: dict[str, str] = {}
    for camel in random.sample(CAMELS, 5):
        stands = str(min(16, base + random.randint(0, 4)))
        track[stands] = track.get(stands, "") + camel
    laid: list[str] = []
    for space in random.sample(range(2, 17), 15):
        beside = any(abs(space - int(tile[:-1])) <= 1 for tile in laid)
        if len(laid) < tiles and base < space < base + 8 and str(space) not in track and not beside:
            laid.append(f"{space}{random.choice('+-')}")
    left = random.sample(CAMELS, random.choice(dice))
    return standing(track, "".join(sorted(left)), *laid)


# --- without tiles --------------------------------------------------------------------------------


@cache
def by_rank(spaces: tuple[int, ...], dice: frozenset[int]) -> Chances:
    """How a race without tiles can end, camels and dice by rank from last to first."""
    if spaces[4] > 16:
        return tuple(map(Fraction, (0, 0, 0, 0, 1))), tuple(map(Fraction, (1, 0, 0, 0, 0)))
    dice = dice or frozenset(range(5))
    first, last = [Fraction(0)] * 5, [Fraction(0)] * 5
    for rank in dice:
        for pips in (1, 2, 3):
            above = [r for r in range(rank, 5) if spaces[r] == spaces[rank]]
            end = min(17, spaces[rank] + pips)
            stay = [r for r in range(5) if r not in above]
            row = (
                [(spaces[r], r) for r in stay if spaces[r] <= end]
                + [(end, r) for r in above]
                + [(spaces[r], r) for r in stay if spaces[r] > end]
            )
            left = frozenset(new for new, (_, old) in enumerate(row) if old in dice - {rank})
            later = by_rank(tuple(space for space, _ in row), left)
            for new, (_, old) in enumerate(row):
                first[old] += later[0][new]
                last[old] += later[1][new]
    ways = 3 * len(dice)
    return tuple(part / ways for part in first), tuple(part / ways for part in last)


def rows(lowest: int) -> Iterator[tuple[int, ...]]:
    yield from combinations_with_replacement(range(lowest, 17), 5)


@pytest.mark.slow
def test_the_last_spaces_are_as_worked_out_in_fractions() -> None:
    states = [
        (spaces, frozenset(r for r in range(5) if bits >> r & 1))
        for spaces in rows(10 if DEEP else 14)
        for bits in range(1, 32)
    ]
    names = Random(1)
    tracks, orders = [], []
    for spaces, dice in states:
        order = names.sample(CAMELS, 5)
        track: dict[str, str] = {}
        for space, camel in zip(spaces, order, strict=True):
            track[str(space)] = track.get(str(space), "") + camel
        tracks.append(standing(track, "".join(sorted(order[rank] for rank in dice))))
        orders.append(order)
    found = races([rules.from_dict(track) for track in tracks])
    for (spaces, dice), order, odds in zip(states, orders, found, strict=True):
        first, last = by_rank(spaces, dice)
        for rank, camel in enumerate(order):
            assert odds.first[camel] == pytest.approx(float(first[rank]), abs=1e-13), (spaces, dice)
            assert odds.last[camel] == pytest.approx(float(last[rank]), abs=1e-13), (spaces, dice)


def test_the_table_of_legs_counts_what_the_walk_counts() -> None:
    random = Random(2)
    for _ in range(1000 * MANY):
        state = rules.from_dict(any_standing(random, dice=range(1, 6), tiles=0)).state
        walked, found = ffi.new("cn_camelup_odds *"), ffi.new("cn_camelup_odds *")
        ways = lib.cn_camelup_leg_lookup(race_tables(), state, found)
        assert ways == lib.cn_camelup_leg_odds(state, walked)
        assert bytes(ffi.buffer(found.rank)) == bytes(ffi.buffer(walked.rank))
        assert found.ended == walked.ended
        assert not any(found.landing)


def test_a_tile_on_the_track_is_not_for_the_table_of_legs() -> None:
    state = rules.from_dict(standing({"3": "bgowy"}, "bgowy", "5+")).state
    found = ffi.new("cn_camelup_odds *", {"ended": 7})
    assert lib.cn_camelup_leg_lookup(race_tables(), state, found) == 0
    assert found.ended == 7


def test_two_tables_are_equal_to_the_bit() -> None:
    size = lib.cn_camelup_tables_bytes()
    again = ffi.new_allocator(should_clear_after_alloc=False)("uint64_t[]", size // 8)
    lib.cn_camelup_tables_build(again)
    assert ffi.buffer(again, size) == ffi.buffer(race_tables(), size)


# --- with tiles, from any position ----------------------------------------------------------------


def gone_through(state: dict[str, Any]) -> RaceOdds:
    """The leg by the rules in Python, die by die, and the table at its end only."""
    first, last = dict.fromkeys(CAMELS, 0.0), dict.fromkeys(CAMELS, 0.0)
    for camel in state["dice"]:
        for pips in (1, 2, 3):
            later = deepcopy(state)
            later["dice"] = later["dice"].replace(camel, "")
            oracle.move(later, camel, pips)
            if later["crossed"]:
                order = oracle.ranking(later)
                first[order[0]] += 1
                last[order[-1]] += 1
                continue
            if later["dice"]:
                odds = gone_through(later)
            else:
                odds = race(rules.from_dict(standing(later["track"], CAMELS)))
            for each in CAMELS:
                first[each] += odds.first[each]
                last[each] += odds.last[each]
    ways = 3 * len(state["dice"])
    return RaceOdds({c: n / ways for c, n in first.items()}, {c: n / ways for c, n in last.items()})


def assert_alike(odds: RaceOdds, other: RaceOdds) -> None:
    assert odds.first == pytest.approx(other.first, abs=1e-12)
    assert odds.last == pytest.approx(other.last, abs=1e-12)


@pytest.mark.slow
def test_tiles_count_in_this_leg_and_not_after_it() -> None:
    random = Random(3)
    for _ in range(30 * MANY):
        state = any_standing(random, dice=range(1, 5 if DEEP else 4), tiles=4)
        assert_alike(race(rules.from_dict(state)), gone_through(state))


@pytest.mark.parametrize(
    ("track", "dice", "tiles"),
    [
        ({"1": "bgowy"}, "bgo", ["2-"]),  # back on space 1, from the lowest tile there can be
        ({"4": "bgo", "7": "wy"}, "gow", ["5-", "8+"]),  # back below those it left behind
        ({"13": "bg", "14": "owy"}, "bgw", ["16+"]),  # the oasis that takes over the line
        ({"14": "ywogb"}, "bwy", ["16-"]),  # 16 does not end the race, 17 does
        ({"2": "b", "6": "gowy"}, "bgy", ["3+", "5-", "7-", "9+"]),
    ],
)
def test_the_known_traps_are_no_traps(track: dict[str, str], dice: str, tiles: list[str]) -> None:
    state = standing(track, dice, *tiles)
    assert_alike(race(rules.from_dict(state)), gone_through(state))


def test_every_race_has_one_first_and_one_last() -> None:
    random = Random(4)
    positions = [
        rules.from_dict(any_standing(random, dice=range(1, 6), tiles=4)) for _ in range(300 * MANY)
    ]
    for odds in races(positions):
        assert sum(odds.first.values()) == pytest.approx(1, abs=1e-12)
        assert sum(odds.last.values()) == pytest.approx(1, abs=1e-12)
        assert min(*odds.first.values(), *odds.last.values()) >= 0
        assert list(odds.first) == list(odds.last) == list(CAMELS)


def test_camels_with_other_names_have_the_same_chances() -> None:
    random = Random(5)
    for _ in range(10 * MANY):
        state = any_standing(random, dice=range(1, 6), tiles=3)
        odds = race(rules.from_dict(state))
        for names in random.sample(list(permutations(CAMELS)), 12):
            renamed = str.maketrans(CAMELS, "".join(names))
            track = {space: stack.translate(renamed) for space, stack in state["track"].items()}
            dice = "".join(sorted(state["dice"].translate(renamed)))
            other = race(rules.from_dict({**state, "track": track, "dice": dice}))
            for camel in CAMELS:
                # By rank nothing has changed, so they are equal to the last bit.
                assert other.first[camel.translate(renamed)] == odds.first[camel]
                assert other.last[camel.translate(renamed)] == odds.last[camel]


@pytest.mark.slow
@only_full
def test_tables_that_are_forgotten_while_somebody_asks_are_built_again_alike() -> None:
    random = Random(16)
    positions = [rules.from_dict(any_standing(random, dice=range(1, 6), tiles=1)) for _ in range(8)]
    wanted = [race(position) for position in positions]
    found: list[list[RaceOdds]] = []
    asking = Thread(
        target=lambda: found.extend([race(each) for each in positions] for _ in range(40))
    )
    asking.start()
    while asking.is_alive():
        forget_tables()
        asking.join(0.02)
    assert found == [wanted] * 40
