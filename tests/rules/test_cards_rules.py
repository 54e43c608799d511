"""cards against the rules written a second time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet import rules
from camelnet.rules import Position
from tests.rules import oracle_cards
from tests.rules.play import plies, starts


@settings(max_examples=60)
@given(starts("cards"), st.integers(0, 10_000))
def test_the_core_plays_as_the_rules_read(start: Position, seed: int) -> None:
    told = start.to_dict()
    for ply in plies(start, seed):
        if isinstance(told["turn"], int):
            assert sorted(ply.before.legal()) == sorted(oracle_cards.legal(told))
        elif told["turn"] == "chance":
            assert sorted(ply.before.outcomes()) == sorted(oracle_cards.outcomes(told))
        else:
            assert ply.before.openings() == oracle_cards.openings(told)
        told = oracle_cards.apply(told, ply.notation)
        assert ply.after.to_dict() == told


@settings(max_examples=20)
@given(starts("cards"), st.integers(0, 2**32))
def test_where_the_core_plays_to_by_itself_is_a_possible_position(
    start: Position, seed: int
) -> None:
    _plies, last = rules.playouts(start, seed=seed, count=20)
    assert last.turn == "over"
    assert rules.from_dict(last.to_dict()) == last
