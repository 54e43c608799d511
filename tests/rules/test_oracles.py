"""Every game against its rules written a second time, in games at random."""

from __future__ import annotations

from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet import rules
from camelnet.rules import Position
from tests.rules import oracle as camelup
from tests.rules import oracle_cards as cards
from tests.rules import oracle_targui as targui
from tests.rules.play import plies, starts

ORACLES = {"camelup": camelup, "cards": cards, "targui": targui}


def compare(oracle: ModuleType, start: Position, seed: int) -> None:
    told = start.to_dict()
    for ply in plies(start, seed):
        if isinstance(told["turn"], int):
            assert sorted(ply.before.legal()) == sorted(oracle.legal(told))
        elif told["turn"] == "chance":
            assert sorted(ply.before.outcomes()) == sorted(oracle.outcomes(told))
        elif start.game == "cards":
            assert ply.before.openings() == oracle.openings(told)
        told = oracle.apply(told, ply.notation)
        assert ply.after.to_dict() == told
    assert ply.after.winners() == oracle.winners(told)


@pytest.mark.parametrize("game", ORACLES)
@settings(max_examples=50)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_the_core_plays_as_the_rules_read(game: str, data: st.DataObject, seed: int) -> None:
    compare(ORACLES[game], data.draw(starts(game)), seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_sixteen_rounds_goes_as_the_rules_read(seats: int) -> None:
    compare(targui, rules.new("targui", seats=seats), seed=seats)


@settings(max_examples=40)
@given(starts(), st.integers(0, 2**32))
def test_where_the_core_plays_to_by_itself_is_a_possible_position(
    start: Position, seed: int
) -> None:
    _plies, last = rules.playouts(start, seed=seed, count=20)
    assert last.turn == "over"
    assert rules.from_dict(last.to_dict()) == last
