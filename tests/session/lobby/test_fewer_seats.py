"""The opener goes on with those who sit at its table: they follow, and nobody else comes in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.wire.bodies import table_id
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory


@pytest.mark.slow
def test_a_table_planned_for_five_begins_with_three(room: MakeRoom) -> None:
    house = room("", "", "greedy")
    opener, friend, _bot = house.guests
    old = house.open(5)
    house.sit(friend, house.guests[2])
    friend.peer.ready(True)
    house.run(500)
    assert opener.peer.table is None
    opener.peer.close_seats()
    house.until_playing()
    assert house.table_of(0) != old
    names = [[seat.name for seat in guest.table.seats] for guest in house.guests]
    assert names[0] == names[1] == names[2]
    assert len(names[0]) == 3
    house.play_to_the_end()
    house.agreed()


def test_who_is_not_ready_has_to_say_so_after_the_seats_are_closed(room: MakeRoom) -> None:
    house = room("", "", "")
    opener, friend, late = house.guests
    house.open(4)
    house.sit(friend, late)
    friend.peer.ready(True)
    house.run(500)
    opener.peer.close_seats()
    house.run(5000)
    assert all(guest.peer.table is None for guest in house.guests)
    assert [len(guest.lobby.table.seats) for guest in house.guests] == [3, 3, 3]
    assert str(opener.lobby.hint) == "Not ready yet: Peer 2."
    late.peer.ready(True)
    house.until_playing()


def test_a_stranger_takes_no_seat_between_the_two_tables(room: MakeRoom) -> None:
    house = room("", "")
    opener, friend = house.guests
    house.open(3)
    house.sit(friend)
    thief = Mallory(house, 150, "M", "192.0.2.66")
    house.run(1000)
    opener.peer.close_seats()
    for seat in (1, 1, 1, 0, 1):
        thief.send_all(thief.record(replace(thief.chair(house.table_of(0), seat), ready=False)))
        house.run(200)
    house.run(2000)
    (offer,) = [item for item in opener.lobby.tables if item.id == table_id(house.table_of(0))]
    assert {seat.key for seat in offer.seats} == {opener.key, friend.key}
    house.begin()


def test_nobody_follows_to_a_table_that_differs_in_more_than_seats(room: MakeRoom) -> None:
    house = room("", "")
    opener, friend = house.guests
    old = house.open(4)
    house.sit(friend)
    opener.peer.open_table(name="Oasis", game=house.game, seats=3, options={}, aids=True)
    house.run(3000)
    assert house.table_of(1) == old
    assert house.table_of(0) != old


def test_only_the_opener_closes_seats_and_the_game_must_have_its_players(room: MakeRoom) -> None:
    house = room("", "")
    opener, friend = house.guests
    old = house.open(4)
    opener.peer.close_seats()
    assert any("2 to" in told for told in opener.notices())
    house.sit(friend)
    friend.peer.close_seats()
    house.run(1000)
    assert any("Only the player who opened" in told for told in friend.notices())
    assert house.table_of(0) == house.table_of(1) == old
