"""Single rules of a change, where a whole table would show a mistake too seldom."""

from __future__ import annotations

import pytest

from camelnet.protocol.epoch.decision import closing_of
from camelnet.protocol.wire.bodies import PromiseBody, entry_hash
from camelnet.protocol.wire.frames import Proposal

HASH = bytes(32)
ONE, OTHER = Proposal(b"one", bytes(64)), Proposal(b"other", bytes(64))


def promise(seat: int, report: Proposal | None, base: int = 4) -> PromiseBody:
    entry = entry_hash(report.body) if report else b""
    return PromiseBody("camelnet/promise/1", HASH, 1, 0, seat, base, HASH, (), entry, -1, b"")


@pytest.mark.parametrize("first", [0, 1])
def test_a_tie_closes_an_epoch_with_nothing(first: int) -> None:
    """Of a final entry most promises tell, so on a tie none was final."""
    reports = (ONE, OTHER) if first == 0 else (OTHER, ONE)
    promises = [promise(seat, reports[seat % 2]) for seat in range(4)]
    assert closing_of(4, promises) == b""
    most = [*promises, promise(4, OTHER)]
    assert closing_of(4, most) == entry_hash(OTHER.body)


def test_to_report_nothing_is_no_vote() -> None:
    promises = [promise(0, None), promise(1, None), promise(2, ONE)]
    assert closing_of(4, promises) == entry_hash(ONE.body)


def test_what_is_reported_behind_a_lower_base_does_not_count() -> None:
    promises = [promise(0, OTHER, base=3), promise(1, OTHER, base=3), promise(2, ONE)]
    assert closing_of(4, promises) == entry_hash(ONE.body)
