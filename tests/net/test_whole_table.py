"""A whole table of real processes that nothing disturbs, and what its records are good for."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from camelnet.protocol.wire.bodies import EntryBody, read_body
from camelnet.protocol.wire.frames import Certified
from camelnet.record.record import OtherVersion
from camelnet.session.table.verify import BadRecord, verify
from tests.net.netns import Room
from tests.net.tables import (
    SEATS,
    Laptop,
    assert_all_agree,
    camelnet_verify,
    entries,
    lines,
    notation_of,
    sit_down,
)
from tests.sampling import only_full

SEED = 20140601
DECK = ("seal", "shuffle", "deal")  # what deals cards that nobody has seen, by notation


def play(room: Room, folder: Path, *words: str) -> Path:
    """Four greedy bots play one game, each on a laptop of its own; the record that all have."""
    laptops: list[Laptop] = sit_down(room, folder, *words)
    assert_all_agree(laptops)
    (_record,) = {laptop.record.read_bytes() for laptop in laptops}
    accepted = camelnet_verify(laptops[3].record)
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr
    return laptops[0].record


def assert_refused(record: bytes, place: int, bit: int, folder: Path) -> tuple[Path, int]:
    """A record with one bit changed does not hold; it, and from where on."""
    damaged = bytearray(record)
    damaged[place] ^= 1 << bit
    changed = folder / "changed"
    changed.write_bytes(damaged)
    with pytest.raises((BadRecord, OtherVersion)) as refusal:
        verify(changed)
    assert isinstance(refusal.value, BadRecord | OtherVersion)
    return changed, refusal.value.index


def assert_any_change_is_found(path: Path, folder: Path, *, samples: int) -> None:
    """The protocol's tests change every byte; here it is the first, the last and some between,
    each by one bit, with the index it belongs to."""
    record, chance = path.read_bytes(), random.Random(SEED)
    places = [0, len(record) - 1, *chance.sample(range(1, len(record) - 1), samples)]
    for place in places:
        changed, index = assert_refused(record, place, chance.randrange(8), folder)
        assert 0 <= index <= len(entries(path)), (SEED, place)
        if place in (0, len(record) - 1):
            refused = camelnet_verify(changed)
            assert refused.returncode == 1
            assert f"index {index}" in refused.stderr
            assert "Traceback" not in refused.stderr


@pytest.mark.slow
@only_full
def test_a_race_of_cards_leaves_four_identical_records_that_verify(tmp_path: Path) -> None:
    with Room(SEATS) as room:
        path = play(room, tmp_path, "--game", "cards")
    assert_any_change_is_found(path, tmp_path, samples=8)

    # A changed card, proof or commitment is found where it stands, before anything is dealt of it.
    record, chance = path.read_bytes(), random.Random(SEED)
    first = {notation_of(line): line for line in reversed(lines(path))}
    for notation in DECK:
        line = first[notation]
        assert isinstance(line, Certified)
        entry = read_body(EntryBody, line.body)
        for attachment in entry.attachments:
            place = record.index(attachment) + chance.randrange(len(attachment))
            _changed, index = assert_refused(record, place, chance.randrange(8), tmp_path)
            assert index == entry.index, (SEED, notation)
