"""The chain of final lines."""

from __future__ import annotations

from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.log.chain import Chain
from camelnet.protocol.wire.frames import NO_LUCK, Certified, Luck, SeatShare

ROOT = hash_of("test/root")


def line(number: int) -> Certified:
    return Certified(bytes([number]), bytes(64), bytes(32), (), NO_LUCK)


def chain_of(count: int) -> Chain:
    chain = Chain(ROOT)
    for number in range(1, count + 1):
        chain.append(line(number), hash_of("test/line", bytes([number])), (number,))
    return chain


def test_the_next_line_follows_the_last_one_and_the_first_the_root() -> None:
    empty, chain = chain_of(0), chain_of(3)
    assert (empty.index, empty.prev, empty.origin) == (1, ROOT, 0)
    assert (chain.index, chain.prev) == (4, hash_of("test/line", b"\3"))
    assert [chain.hash_at(index) for index in (-1, 0, 4)] == [None, ROOT, None]
    assert [chain.stored_line(index) for index in (0, 1, 4)] == [None, line(1), None]


def test_where_an_epoch_begins_nothing_is_known_of_the_luck_behind_older_bases() -> None:
    chain = chain_of(2)
    assert [chain.pending_at(base) for base in range(4)] == [(), (1,), (2,), None]
    chain.begin_epoch(line(3), hash_of("test/line", b"\3"), (2,))
    assert chain.origin == 3
    assert [chain.pending_at(base) for base in range(4)] == [None, None, None, (2,)]


def test_a_line_is_complete_once_and_in_order() -> None:
    chain = chain_of(3)
    assert list(chain.complete_up_to(2)) == [line(1), line(2)]
    assert chain.complete == [line(1), line(2)]
    assert list(chain.complete_up_to(2)) == []
    assert list(chain.complete_up_to(3)) == [line(3)]


def test_luck_is_kept_with_its_line_and_changes_no_hash() -> None:
    chain = chain_of(2)
    luck = Luck((), (SeatShare(0, bytes(96)),), ())
    chain.store_luck(1, luck)
    first = chain.lines[0]
    assert isinstance(first, Certified)
    assert first.luck == luck
    assert (chain.index, chain.prev) == (3, hash_of("test/line", b"\2"))
