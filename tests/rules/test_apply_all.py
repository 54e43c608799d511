"""Many moves in one call of the core: what each would have done by itself."""

from __future__ import annotations

from random import Random

import pytest

from camelnet import rules
from camelnet.rules.registry import ALL
from tests.rules.play import choices, plies

SEED = 5


@pytest.mark.parametrize("game", sorted(ALL))
def test_many_moves_come_to_what_each_comes_to_by_itself(game: str) -> None:
    start = rules.new(game, seats=3)
    walked = [ply for seed in range(4) for ply in plies(start, seed)]
    before = [ply.before for ply in walked]
    notations = [ply.notation for ply in walked]
    after = rules.apply_all(before, notations)
    assert after == [ply.after for ply in walked]
    assert before == [ply.before for ply in walked]


def test_no_moves_come_to_no_positions() -> None:
    assert rules.apply_all([], []) == []


@pytest.mark.parametrize("wrong", ["", "roll\nroll", "rolls", "die b1", "wüst", "x" * 5_000])
def test_one_wrong_notation_among_many_is_named_and_none_is_played(wrong: str) -> None:
    random = Random(SEED)
    position = rules.new("camelup", seats=3)
    while position.turn != 0:
        position = position.apply(random.choice(choices(position)))
    with pytest.raises(rules.IllegalMove) as many:
        rules.apply_all([position] * 3, ["roll", wrong, "roll"])
    with pytest.raises(rules.IllegalMove) as one:
        position.apply(wrong)
    assert many.value.message == one.value.message


def test_positions_of_several_games_and_missing_notations_are_refused() -> None:
    positions = [rules.new("camelup", seats=3), rules.new("cards", seats=3)]
    with pytest.raises(ValueError, match="several games"):
        rules.apply_all(positions, ["first 0", "first 0"])
    with pytest.raises(ValueError, match="1 for 2"):
        rules.apply_all(positions, ["first 0"])
