"""The entries whose luck is not settled, as docs/protocol.md defines them, in published records.

Whoever computes this list otherwise offers another change than the others, in every round.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from camelnet.protocol.crypto.suite import Ed25519Suite
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.log import Log
from camelnet.protocol.start.genesis import read_game_start
from camelnet.protocol.wire.bodies import KEY, ChangeBody, EntryBody, PartingBody, read_body
from camelnet.protocol.wire.frames import Certified, Changed, Genesis, LogLine, Parted
from camelnet.record.record import read_record
from camelnet.session.table.read_only_replica import ReadOnlyReplica

RECORDS = Path(__file__).parents[3] / "docs/vectors/records"


def unsettled(lines: Sequence[LogLine], log: Log) -> tuple[int, ...]:
    """By the page: the last entry of the rules and each key behind it; behind a change what it did
    not carry, of keys those that enough voters still hold."""
    found: list[int] = []
    for index, line in enumerate(lines, start=1):
        match line:
            case Certified():
                notation = read_body(EntryBody, line.body).notation
                found = [*found, index] if notation == KEY else [index]
            case Changed():
                change = read_body(ChangeBody, line.offer.change)
                left = [one for one in found if one not in change.carried]
                closing = index - 1 if change.closing else 0
                found = [one for one in left if stays(one, closing, change.voters, lines, log)]
            case Parted():
                carried = read_body(PartingBody, line.body).carried
                left = [one for one in found if one not in carried]
                found = [one for one in left if key_of(lines[one - 1], log) is None]
    return tuple(found)


def key_of(line: LogLine, log: Log) -> int | None:
    """The epoch whose key an entry made; None if it made none."""
    assert isinstance(line, Certified)
    entry = read_body(EntryBody, line.body)
    return entry.epoch if entry.notation == KEY else None


def stays(
    one: int, closing: int, voters: Sequence[int], lines: Sequence[LogLine], log: Log
) -> bool:
    epoch = key_of(lines[one - 1], log)
    if epoch is None:
        return True
    key = log.epoch.coin_key(epoch)
    return one != closing and key is not None and key.held_by(voters)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.camelnet")), ids=lambda path: path.stem)
def test_the_entries_whose_luck_is_not_settled_follow_from_the_lines(path: Path) -> None:
    first, *lines = read_record(path)
    assert isinstance(first, Genesis)
    suite = Ed25519Suite()
    replica = ReadOnlyReplica(read_game_start(suite, first), suite=suite, tell=lambda step: None)
    log, longest = replica.log, 0
    for line in lines:
        assert not isinstance(line, Genesis)
        admit(log, line)
        if log.chain.closing is not None:
            continue  # final with the change behind it
        base = log.index - 1
        listed = unsettled(lines[:base], log)  # type: ignore[arg-type]
        assert log.chain.pending_at(base) == listed, base
        longest = max(longest, len(listed))
    assert longest == (2 if path.stem == "camelup-stayed-away" else 1)  # not carried, and a key
