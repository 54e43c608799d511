"""Presence: the seats that are heard, and one that was never heard."""

from __future__ import annotations

from camelnet.protocol.replica.presence import HERE_MS, SILENT_MS, Presence
from camelnet.protocol.wire.frames import Head
from tests.protocol.toy_table import ToyTable

NOW_MS = 100_000


def presence() -> Presence:
    return Presence(ToyTable("hhhh", 0).log(0), 0)


def test_a_seat_that_was_never_heard_is_neither_here_nor_missed() -> None:
    one = presence()
    assert one.others == (1, 2, 3)
    assert not one.was_heard(1, NOW_MS, within_ms=SILENT_MS)
    assert not one.is_silent(1, NOW_MS)
    assert one.is_at_hand(1, NOW_MS)
    assert not one.known


def test_a_seat_is_at_hand_for_a_while_and_silent_only_later() -> None:
    one = presence()
    one.hear(1, NOW_MS)
    assert one.is_at_hand(1, NOW_MS + HERE_MS - 1)
    assert not one.is_at_hand(1, NOW_MS + HERE_MS)
    assert not one.is_silent(1, NOW_MS + SILENT_MS - 1)
    assert one.is_silent(1, NOW_MS + SILENT_MS)
    one.start_anew(NOW_MS + SILENT_MS)
    assert not one.is_silent(1, NOW_MS + SILENT_MS), "we slept, not the others"


def test_how_far_a_seat_is_counts_once_it_has_said_so() -> None:
    table = ToyTable("hhhh", 0)
    one, log = Presence(table.log(0), 0), table.log(0)
    assert not one.is_abreast(1)
    assert not one.is_ahead(1)
    one.note_head(1, Head(log.game, log.index, 0, 0), NOW_MS)
    assert one.is_abreast(1)
    assert not one.is_ahead(1)
    one.note_head(1, Head(log.game, log.index + 1, 0, 0), NOW_MS)
    assert one.is_ahead(1)
