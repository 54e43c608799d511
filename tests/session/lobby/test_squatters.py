"""Chairs that somebody takes to keep others from playing: at most a minute is lost by it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.wire.bodies import Chair
from tests.protocol.toy import signer
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import Room


class Squatter(Mallory):
    """Its key is lower than those of all guests, or higher; it is never ready."""

    def __init__(self, room: Room, *, lower: bool) -> None:
        guests = {guest.key for guest in room.guests}

        def fits(number: int) -> bool:
            key = signer(number).key
            return key < min(guests) if lower else key > max(guests)

        super().__init__(room, next(n for n in range(1000, 20_000) if fits(n)))
        self.now: Chair | None = None

    def claim(self, table: bytes, seat: int) -> None:
        self.now = replace(self.chair(table, seat), ready=False)
        self.insist()

    def insist(self) -> None:
        self.send_all(self.record(self.now))


@pytest.mark.parametrize("lower", [True, False])
def test_nobody_takes_a_chair_from_whoever_sat_there_first(room: MakeRoom, lower: bool) -> None:
    house = room("", "", "")
    squatter = Squatter(house, lower=lower)
    table = house.open(3)
    for number in (1, 2):
        house.sit(house.guests[number], ms=300)
        squatter.claim(table, number)  # at once, while the claims may still cross each other
        squatter.linger(house, 1000)
    for seat in (0, 1, 2):
        squatter.claim(table, seat)
        squatter.linger(house, 1000)
    house.begin()
    game_start = house.guests[0].seat.game_start
    assert [seat.key for seat in game_start.genesis.seats] == [g.key for g in house.guests]


def test_a_chair_whose_owner_is_never_ready_is_free_after_a_minute(room: MakeRoom) -> None:
    house = room("", "", "")
    squatter = Squatter(house, lower=True)
    table = house.open(3)
    squatter.claim(table, 1)
    squatter.linger(house, 1000)
    where = house.guests[0].lobby.tables[0].id
    house.sit(house.guests[1])
    house.ready(*house.guests[:2])
    late = house.guests[2]
    for _ in range(90):
        squatter.insist()
        squatter.linger(house, 1000)
        if late.lobby.table is None:
            late.peer.sit(where)
            late.peer.ready(True)
    assert all(guest.peer.table is not None for guest in house.guests)
    told = [text for guest in house.guests[:2] for text in guest.notices()]
    assert sum("Mallory hasn't been ready for a minute" in text for text in told) == 2


def test_who_gets_ready_after_all_has_the_chair_back(room: MakeRoom) -> None:
    house = room("", "")
    house.open(2)
    house.sit(house.guests[1])
    house.guests[0].peer.ready(True)
    house.run(62_000)
    assert house.guests[0].lobby.tables[0].free == 1
    house.guests[1].peer.ready(True)
    house.until_playing()


def test_whoever_opened_a_table_can_free_a_chair_and_the_key_gets_none_there_any_more(
    room: MakeRoom,
) -> None:
    house = room("", "", "")
    house.open(2)
    opener, friend, other = house.guests
    house.sit(other)
    assert opener.lobby.table
    assert opener.lobby.table.opened
    assert other.lobby.table
    assert not other.lobby.table.opened
    opener.peer.free_chair(other.key)
    house.run(1000)
    assert other.lobby.table is None
    assert "The player who opened that table has freed your seat for others." in other.notices()
    house.sit(other)
    assert other.lobby.table is None
    house.sit(friend)
    house.begin(opener, friend)


def test_nobody_but_its_opener_frees_chairs_at_a_table(room: MakeRoom) -> None:
    house = room("", "", "")
    house.open(3)
    _opener, friend, other = house.guests
    house.sit(friend, other)
    friend.peer.free_chair(other.key)
    house.run(1000)
    assert other.lobby.table is not None
    assert "Only the player who opened a table can free a seat there." in friend.notices()


def test_a_record_that_names_admitted_peers_counts_from_the_opener_only(room: MakeRoom) -> None:
    house = room("", "", "")
    squatter = Squatter(house, lower=True)
    table = house.open(3)
    house.sit(house.guests[1], ms=5000)
    mine = squatter.chair(table, 1)
    admitted = (house.guests[0].key, squatter.key, None)
    squatter.now = replace(mine, admitted=admitted, refused=(house.guests[1].key,))
    squatter.insist()
    squatter.linger(house, 3000)
    for guest in house.guests:
        (offer,) = guest.lobby.tables
        assert offer.seats[1].key == house.guests[1].key
