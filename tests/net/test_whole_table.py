"""A whole table of real processes that nothing disturbs, and what its record is good for."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from camelnet.session.verify import BadRecord, verify
from tests.net.netns import Room, require_namespaces
from tests.net.tables import (
    PATIENCE_S,
    SEATS,
    Laptop,
    assert_all_agree,
    camelnet_verify,
    entries,
    sit_down,
)

SEED = 20140601

pytestmark = pytest.mark.timeout(3 * PATIENCE_S)


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[list[Laptop]]:
    """Four greedy bots on their way to one table, each on a laptop of its own."""
    require_namespaces()
    with Room(SEATS) as room:
        yield sit_down(room, tmp_path)


def test_an_undisturbed_game_leaves_four_identical_records_that_verify(
    laptops: list[Laptop], tmp_path: Path
) -> None:
    assert_all_agree(laptops)
    (record,) = {laptop.record.read_bytes() for laptop in laptops}
    accepted = camelnet_verify(laptops[3].record)
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr

    # Any byte changed is found. The protocol's tests change every one; here it is the first, the
    # last and some between, each by one bit, with the index it belongs to.
    chance = random.Random(SEED)
    places = [0, len(record) - 1, *chance.sample(range(1, len(record) - 1), 40)]
    changed = tmp_path / "changed"
    for place in places:
        damaged = bytearray(record)
        damaged[place] ^= 1 << chance.randrange(8)
        changed.write_bytes(damaged)
        with pytest.raises(BadRecord) as refusal:
            verify(changed)
        assert 0 <= refusal.value.index <= len(entries(laptops[0].record)), (SEED, place)
        if place in (0, len(record) - 1):
            refused = camelnet_verify(changed)
            assert refused.returncode == 1
            assert f"index {refusal.value.index}" in refused.stderr
            assert "Traceback" not in refused.stderr
