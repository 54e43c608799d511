"""camelup against the rules written a second time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet.rules import Position
from tests.rules import oracle
from tests.rules.play import plies, starts


@settings(max_examples=40)
@given(starts("camelup"), st.integers(0, 10_000))
def test_the_core_plays_as_the_rules_read(start: Position, seed: int) -> None:
    told = start.to_dict()
    for ply in plies(start, seed):
        if isinstance(told["turn"], int):
            assert sorted(ply.before.legal()) == sorted(oracle.legal(told))
        elif told["turn"] == "chance":
            assert ply.before.outcomes() == [(n, 1) for n in oracle.outcomes(told)]
        told = oracle.apply(told, ply.notation)
        assert ply.after.to_dict() == told
