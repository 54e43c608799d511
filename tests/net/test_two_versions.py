"""This version and the next one in one room: they play together, or the lobby says why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelnet import __version__
from camelnet.protocol.start.genesis import read_genesis
from camelnet.protocol.wire.frames import Genesis
from camelnet.protocol.wire.limits import PROTOCOL_MAX
from camelnet.record.record import read_record
from camelnet.session.table.verify import verify
from tests.net.later import CLOCK, version
from tests.net.netns import Room
from tests.net.tables import TABLE, Laptop

pytestmark = pytest.mark.slow
SITS_DOWN = "laptop 1 (bot) sits down"


def meet(room: Room, folder: Path, change: str) -> tuple[Laptop, Laptop]:
    """The next version, with that change, opens a table, and ours comes to it."""
    later = Laptop(room, 0, folder, "tests.net.later", change)
    ours = Laptop(room, 1, folder)
    later.start("host", "--table", TABLE, "--seats", "2", "--level", "greedy")
    ours.start("join", "--table", TABLE, "--level", "greedy")
    return later, ours


def test_with_an_optional_field_they_play_to_the_end_and_it_stands_in_equal_records(
    tmp_path: Path,
) -> None:
    with Room(2) as room:
        later, ours = meet(room, tmp_path, "optional")
        later.wait_until_the_end()
        ours.wait_until_the_end()
    assert SITS_DOWN in later.said()
    assert ours.record.read_bytes() == later.record.read_bytes()
    assert verify(ours.record).complete
    genesis = next(iter(read_record(ours.record)))
    assert isinstance(genesis, Genesis)
    _seats, table = read_genesis(genesis.body)
    assert table.extras == CLOCK


def test_a_table_that_needs_more_says_so_and_its_chair_stays_free(tmp_path: Path) -> None:
    with Room(2) as room:
        later, ours = meet(room, tmp_path, "needed")
        ours.wait_until_it_says(
            f"There is no seat for us at the table {TABLE}: "
            "This table needs a newer version of camelnet."
        )
        assert SITS_DOWN not in later.said()


def test_another_protocol_is_told_on_both_sides_with_both_versions(tmp_path: Path) -> None:
    old, new = (
        f"{__version__} (protocol {PROTOCOL_MAX})",
        f"{version()} (protocol {PROTOCOL_MAX + 1})",
    )
    with Room(2) as room:
        later, ours = meet(room, tmp_path, "protocol")
        ours.wait_until_it_says(
            f"laptop 0 runs camelnet {new}, this is {old}: they cannot talk together. "
            "laptop 0 has the newer one: install that here."
        )
        later.wait_until_it_says(
            f"laptop 1 runs camelnet {old}, this is {new}: they cannot talk together. "
            "You have the newer one: laptop 1 needs it."
        )
        assert SITS_DOWN not in later.said()
