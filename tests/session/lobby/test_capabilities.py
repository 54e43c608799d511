"""This version and a later one at one table: what it needs, and what only the later one knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.start.lobby import table_body
from camelnet.protocol.wire.bodies import Extra, TableBody, body_bytes, table_id
from camelnet.session.api.facts import TableOffer
from camelnet.session.game import table_options
from camelnet.session.lobby.builds import Build
from camelnet.session.table.recorded_game import NoGame, read_game
from camelnet.session.table.verify import UnsupportedRecord, verify
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import Room

TEAMS = "teams"
OURS = Build.own()
LATER = replace(OURS, version="999.1.0", capabilities=(TEAMS,))
CLOCK = (Extra("clock", b"\x00\x3c"),)


def changed_table(room: Room, *, seats: int = 2, **changes: object) -> TableBody:
    """The first peer opens a table with these fields, which everybody sees."""
    body = replace(table_body(room.open(seats)), salt=bytes(16), **changes)  # type: ignore[arg-type]
    room.guests[0].peer.parts.lobby.sit(body_bytes(body), 0, ready=False)
    room.run(1000)
    return body


def offer(room: Room, number: int) -> TableOffer:
    (table,) = room.guests[number].lobby.tables
    return table


@pytest.mark.slow
def test_a_table_that_needs_more_says_so_and_seats_those_who_can(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    three = room("", "", "", builds=(LATER, OURS, LATER))
    changed_table(three, needs=(TEAMS,))
    why = str(offer(three, 1).trouble)
    assert why == "This table needs a newer version of camelnet."
    assert not offer(three, 1).watchable
    assert offer(three, 2).trouble is None
    _, ours, later = three.guests
    three.sit(ours)
    assert ours.notices()[-1] == why
    assert [seat.key for seat in offer(three, 0).seats] == [three.guests[0].key, None]
    monkeypatch.setattr(table_options, "CAPABILITIES", (TEAMS,))  # as theirs is
    three.sit(later)
    three.begin(three.guests[0], later)
    three.play_to_the_end(three.guests[0], later)
    record = later.record_path()
    assert verify(record).complete
    monkeypatch.undo()
    with pytest.raises(UnsupportedRecord, match="a newer camelnet made it; update yours"):
        verify(record)
    with pytest.raises(NoGame, match="cannot be read: a newer camelnet made it"):
        read_game(record)


def test_a_game_that_is_not_known_is_one_of_a_newer_version(room: MakeRoom) -> None:
    two = room("", "", builds=(LATER, OURS))
    changed_table(two, game="pig")
    assert str(offer(two, 1).trouble) == "This table needs a newer version of camelnet."


def test_a_claim_without_what_the_table_needs_counts_for_nobody(room: MakeRoom) -> None:
    two = room("", "", builds=(LATER, LATER))
    thief = Mallory.met(two)
    table = body_bytes(changed_table(two, needs=(TEAMS,)))
    thief.send_all(thief.record(thief.chair(table, 1)))
    two.run(1000)
    assert [seat.key for seat in offer(two, 1).seats] == [two.guests[0].key, None]
    two.sit(two.guests[1])
    assert [seat.key for seat in offer(two, 0).seats] == [guest.key for guest in two.guests]


@pytest.mark.slow
def test_what_only_a_later_version_knows_is_carried_and_signed(room: MakeRoom) -> None:
    three = room("", "", "", builds=(LATER, OURS, OURS))
    old = changed_table(three, seats=4, extras=CLOCK)
    three.sit(*three.guests[1:])
    three.ready(*three.guests[1:])
    three.run(500)
    three.guests[0].peer.close_seats()
    three.until_playing()
    for number, guest in enumerate(three.guests):
        assert three.table_of(number) != body_bytes(old)
        assert guest.seat.game_start.table.extras == CLOCK
    three.end_well()
    again = {guest.seat.game_start.id for guest in three.guests}
    for guest in three.guests:
        guest.peer.again()
    three.run(1000)
    (table,) = {three.table_of(number) for number in range(3)}
    assert table_body(table).extras == CLOCK
    assert table_body(table).previous in again
    assert table_id(table) == offer(three, 1).id
