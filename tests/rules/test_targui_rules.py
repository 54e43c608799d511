"""targui against the rules written a second time, in whole games and battle by battle."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet import rules
from camelnet.rules import Position
from tests.rules import oracle_targui as oracle
from tests.rules.play import plies, starts


def compare(start: Position, seed: int) -> None:
    told = start.to_dict()
    for ply in plies(start, seed):
        if isinstance(told["turn"], int):
            assert sorted(ply.before.legal()) == sorted(oracle.legal(told))
        else:
            assert sorted(ply.before.outcomes()) == sorted(oracle.outcomes(told))
        told = oracle.apply(told, ply.notation)
        assert ply.after.to_dict() == told
    assert ply.after.winners() == oracle.winners(told)


@settings(max_examples=40)
@given(starts("targui"), st.integers(0, 10_000))
def test_the_core_plays_as_the_rules_read(start: Position, seed: int) -> None:
    compare(start, seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_sixteen_rounds_goes_as_the_rules_read(seats: int) -> None:
    compare(rules.new("targui", seats=seats), seed=seats)
