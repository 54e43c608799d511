"""Odds of legs and races from Python, positions in a line, and what docs/odds.md shows."""

from __future__ import annotations

import doctest
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from camelnet import odds, rules
from camelnet.odds import BadSketch
from camelnet.odds.leg import tile_leg
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.games.camelup.events import LegScored
from tests.odds.positions import LAST_TILE, in_legs
from tests.rules.play import place, plies, read_lines

PAGE = Path(__file__).parents[2] / "docs/odds.md"


# --- a leg ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", read_lines("camelup/odds.jsonl"), ids=lambda e: e["source"])
def test_the_odds_of_a_worked_example_are_exact(example: dict[str, Any]) -> None:
    leg = odds.leg(rules.from_dict(example["state"]))
    for key, index in (("rank1", 0), ("rank2", 1)):
        for camel in CAMELS:
            found = Fraction(leg.rank[camel][index], leg.total)
            assert found == Fraction(example[key].get(camel, 0)), (key, camel)


def test_a_leg_has_five_ranks_for_each_camel_and_sixteen_spaces() -> None:
    leg = odds.leg(odds.sketch("1:gyo 3:bw 5+ 9- /bgoy"))
    assert leg.total == 24 * 81
    assert list(leg.rank) == list(CAMELS)
    assert all(sum(counts) == leg.total and len(counts) == 5 for counts in leg.rank.values())
    assert list(leg.landings) == list(range(1, 17))
    assert leg.chance("w", 1) == leg.rank["w"][0] / leg.total


def test_sixteen_does_not_end_the_race_and_seventeen_does() -> None:
    leg = odds.leg(odds.sketch("1:bgoy 14:w /w"))
    assert (leg.total, leg.ended, leg.landings[16]) == (3, 1, 1)
    oasis = odds.leg(odds.sketch("1:bgoy 14:w 16+ /w"))
    assert (oasis.ended, oasis.landings[16]) == (2, 1)


def test_a_leg_tile_pays_by_the_odds_of_its_camel() -> None:
    leg = odds.leg(odds.sketch("1:bgoy 14:w /w"))
    assert leg.tile_pounds("w", 5) == 5
    assert leg.tile_pounds("y", 5) == 1
    assert leg.tile_pounds("b", 2) == -1


def test_a_roll_that_awaits_its_die_counts_as_any_other() -> None:
    for position in in_legs(20):
        assert odds.leg(position.apply("roll")) == odds.leg(position)


def test_a_leg_tile_that_ends_the_leg_pays_as_the_camels_stand() -> None:
    """The core tells how they stand, by what it scores."""
    (scored,) = [e for e in LAST_TILE.step("leg w")[1] if isinstance(e, LegScored)]
    paid = tile_leg(LAST_TILE)
    assert [paid.chance(camel, place) for place, camel in enumerate(scored.ranking, 1)] == [1] * 5
    assert paid.tile_pounds("w", 2) == 2 > odds.leg(LAST_TILE).tile_pounds("w", 2)
    free = place(LAST_TILE, options={"leg_ends_without_tiles": False, "flip_in_place": False})
    assert tile_leg(free) == odds.leg(free), "without O1"


def test_other_leg_tiles_pay_by_the_odds_of_the_leg() -> None:
    for position in in_legs(20, leg_ends_without_tiles=True):
        assert tile_leg(position) == odds.leg(position)


# --- the race -------------------------------------------------------------------------------------


def test_the_last_die_of_a_race_decides_by_its_three_numbers() -> None:
    """White crosses for certain on 16; then who is last is known as well."""
    race = odds.race(odds.sketch("2:b 3:g 4:o 6:y 16:w /w"))
    assert race.first == {"b": 0, "g": 0, "o": 0, "w": 1, "y": 0}
    assert race.last == {"b": 1, "g": 0, "o": 0, "w": 0, "y": 0}


# --- what may be asked ----------------------------------------------------------------------------


def test_batches_come_to_what_each_comes_to_by_itself() -> None:
    positions = in_legs(40)
    assert odds.legs(positions) == [odds.leg(position) for position in positions]
    assert odds.races(positions) == [odds.race(position) for position in positions]
    assert odds.legs([]) == odds.races([]) == []


def test_odds_can_be_sent_to_another_process() -> None:
    (position,) = in_legs(1)
    for found in (odds.leg(position), odds.race(position), odds.values(position, 0)):
        assert pickle.loads(pickle.dumps(found)) == found


def outside_legs() -> list[tuple[Position, str]]:
    game = [ply.before for ply in plies(rules.new("camelup", seats=2), 3)]
    over = [ply.after for ply in plies(rules.new("camelup", seats=2), 3)][-1]
    reveal = next(position for position in game if position.turn == "reveal")
    return [
        (game[0], "not begun"),
        (game[3], "not begun"),
        (reveal, "is over"),
        (over, "is over"),
        (rules.new("cards", seats=2), "of cards"),
    ]


@pytest.mark.parametrize(("position", "words"), outside_legs(), ids=lambda value: str(value)[:24])
def test_a_position_outside_a_leg_is_refused_in_words(position: Position, words: str) -> None:
    questions = (odds.leg, odds.race, lambda one: odds.values(one, 0))
    for question in questions:
        with pytest.raises(ValueError, match=words):
            question(position)
    (leg,) = in_legs(1)
    batches = (odds.legs, odds.races, lambda many: odds.values_of(many, [0, 0]))
    for batch in batches:
        with pytest.raises(ValueError, match=rf"positions\.1: .*{words}"):
            batch([leg, position])


# --- positions in a line --------------------------------------------------------------------------


def test_a_sketch_is_the_position_that_it_describes() -> None:
    told = odds.sketch("3:bw 1:gyo /ygob 9- 5+").to_dict()
    assert told["track"] == {"1": "gyo", "3": "bw"}
    assert told["tiles"] == ["5+", "9-"]
    assert told["dice"] == "bgoy"
    assert told["turn"] == 0


def test_a_sketch_without_dice_has_all_of_them() -> None:
    assert odds.sketch("1:gyo 3:bw") == odds.sketch("1:gyo 3:bw /bgowy")


def test_a_sketch_has_the_odds_of_the_position_it_describes() -> None:
    example = read_lines("camelup/odds.jsonl")[2]["state"]
    assert odds.leg(odds.sketch("1:gyo 3:bw")) == odds.leg(rules.from_dict(example))
    tiles = place(rules.from_dict(example), tiles=["5+", "9-"])
    assert odds.leg(odds.sketch("1:gyo 3:bw 5+ 9-")) == odds.leg(tiles)


BAD_SKETCHES = [
    ("", "camel b stands nowhere"),
    ("1:gyo 3:b", "camel w stands nowhere"),
    ("1:gyo 3:bw 4:b", "camel b stands twice"),
    ("1:gyoo 3:bw", "camel o stands twice"),
    ("1:gyx 3:bwo", "“x” is no camel"),
    ("1:gyo 1:bw", "Space 1 has two stacks"),
    ("0:gyo 3:bw", "no space 0"),
    ("17:gyo 3:bw", "no space 17"),
    ("1:gyo 3:bw 1+", "not on 1"),
    ("1:gyo 3:bw 17-", "not on 17"),
    ("1:gyo 3:bw 5+ 5-", "Two desert tiles lie on space 5"),
    ("1:gyo 3:bw 5+ 6-", "side by side, as on 5 and 6"),
    ("1:gyo 3:bw 3+", "On space 3 camels stand"),
    ("1:gyo 3:bw /", "No die is left"),
    ("1:gyo 3:bw /bxg", "“x” is no camel"),
    ("1:gyo 3:bw /bb", "die b is named twice"),
    ("1:gyo 3:bw /b /g", "dice are named twice"),
    ("1:gyo 3:bw 5", "“5” is neither"),
    ("1:GYO 3:bw", "“1:GYO” is neither"),
    ("1:gyo 3:bw hello", "“hello” is neither"),
    ("1:gyo 3:bw ²+", "“²+” is neither"),
    ("1:gyo 3:bw " * 30, "200 characters"),
]


@pytest.mark.parametrize(
    ("text", "words"), BAD_SKETCHES, ids=[text[:24] for text, _ in BAD_SKETCHES]
)
def test_a_sketch_of_no_position_is_refused_with_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(BadSketch) as refused:
        odds.sketch(text)
    assert words in str(refused.value)
    assert str(refused.value) == str(refused.value.message)


def test_every_sketch_of_single_tiles_is_a_position() -> None:
    free = [space for space in range(2, 17) if space not in (4, 7)]
    for space in free:
        assert odds.sketch(f"4:gyo 7:bw {space}-").to_dict()["tiles"][0] == f"{space}-"
    most = odds.sketch("1:bgowy 2+ 4- 6+ 8- 10+ 12- 14+ 16-")
    assert most.seats == 8


# --- the page -------------------------------------------------------------------------------------


def test_the_samples_of_the_page_run_as_printed() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 5
    assert results.failed == 0
