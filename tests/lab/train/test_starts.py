"""The positions in which games of self-play begin."""

from __future__ import annotations

from random import Random

import pytest

from camelnet import rules
from camelnet.lab.train.starts import scattered, start_of, strayed


@pytest.mark.parametrize("game", ["camelup", "cards", "targui"])
def test_a_game_begins_where_it_can_go_on(game: str) -> None:
    first = rules.new(game, seats=3, options={})
    found = {start_of(first, Random(seed)) for seed in range(20)}
    assert first in found
    assert len(found) > 3
    assert all(position.turn != "over" for position in found)
    assert strayed(first, Random(1), 7) == strayed(first, Random(1), 7)
    assert strayed(first, Random(1), 7) != strayed(first, Random(2), 7)


def test_camels_stand_anywhere_on_the_track() -> None:
    first, gaps = rules.new("camelup", seats=4, options={}), set()
    for seed in range(40):
        spaces = [int(space) for space in scattered(first, Random(seed)).to_dict()["track"]]
        gaps.add(max(spaces) - min(spaces))
    assert min(gaps) <= 6
    assert max(gaps) >= 14
