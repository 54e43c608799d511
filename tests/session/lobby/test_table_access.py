"""Access to a table: keys that cost nothing keep nobody out whom its opener wants there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.start.genesis import rematch
from camelnet.protocol.wire.bodies import TableBody, body_bytes, read_body, table_id
from tests.protocol.toy import signer
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import Guest, Room

LAPTOP = "192.0.2.66"


class Crowd:
    """Twenty keys of one liar, each of which wants a chair and, sent away, is back as the next."""

    def __init__(self, room: Room, host: str = LAPTOP) -> None:
        keys = sorted(range(100, 160), key=lambda number: signer(number).key)[:20]
        self.room = room
        self.them = [Mallory(room, number, f"M{number}", host) for number in keys]
        room.run(1500)

    def insist(self, table: bytes, seats: int, round_: int) -> None:
        for number, each in enumerate(self.them):
            seat = 1 + (number + round_) % (seats - 1)  # a new claim each time
            each.send_all(each.record(replace(each.chair(table, seat), ready=False)))


def holders(guest: Guest) -> set[bytes]:
    (offer,) = guest.lobby.tables
    return {seat.key for seat in offer.seats if seat.key is not None}


def begins(house: Room, crowd: Crowd, table: bytes, friend: Guest) -> None:
    """The friend sits down and the game begins, however the crowd insists."""
    opener = house.guests[0]
    for round_ in range(20):
        crowd.insist(table, 2, round_)
        if friend.lobby.table is None:
            friend.peer.sit(table_id(table))
        house.run(200)
    assert holders(opener) == holders(friend) == {opener.key, friend.key}
    house.begin(opener, friend)


def test_twenty_keys_of_one_laptop_do_not_hold_a_table_whose_opener_frees_its_seats(
    room: MakeRoom,
) -> None:
    house = room("", "")
    opener, friend = house.guests
    crowd = Crowd(house)
    table = house.open(2)
    freed = 0
    for round_ in range(40):
        crowd.insist(table, 2, round_)
        house.run(200)
        for key in holders(opener) - {opener.key, friend.key}:
            opener.peer.free_chair(key)
            freed += 1
    assert freed <= 2, "who comes from there comes in no more"
    begins(house, crowd, table, friend)


def test_only_people_who_are_let_in_sit_down_at_a_table_that_says_so(room: MakeRoom) -> None:
    house = room("", "", "")
    opener, friend, other = house.guests
    table = house.open(3)
    opener.peer.invite_only(True)
    house.run(300)
    crowd = Crowd(house, host="")  # each with an address of its own
    for round_ in range(10):
        crowd.insist(table, 3, round_)
        house.sit(friend, ms=300)
        assert holders(opener) == holders(other) == {opener.key}
    house.run(3000)
    assert str(friend.lobby.hint) == "Waiting for Peer 0 to let you in."
    assert friend.key in {peer.key for peer in opener.lobby.outside}
    opener.peer.let_in(friend.key)
    opener.peer.let_in(other.key)
    assert not {friend.key, other.key} & {peer.key for peer in opener.lobby.outside}
    house.sit(other, ms=1000)
    for guest in house.guests:
        assert holders(guest) == {each.key for each in house.guests}
    house.begin()


@pytest.mark.slow
def test_whoever_waits_to_be_let_in_holds_no_table_up(room: MakeRoom) -> None:
    house = room("", "", "")
    opener, friend, waits = house.guests
    table = house.open(3)
    house.sit(friend, ms=300)
    opener.peer.invite_only(True)
    waits.peer.sit(table_id(table))
    house.ready()
    house.run(70_000)
    assert all(guest.peer.table is None for guest in house.guests)
    assert all("hasn't" not in text for guest in house.guests for text in guest.notices())
    opener.peer.invite_only(False)
    house.until_playing()


def test_who_sits_there_already_stays_when_the_door_is_shut(room: MakeRoom) -> None:
    house = room("", "")
    opener, friend = house.guests
    house.open(3)
    house.sit(friend)
    opener.peer.invite_only(True)
    house.run(10_000)
    assert holders(opener) == holders(friend) == {opener.key, friend.key}
    opener.peer.free_chair(friend.key)
    house.run(500)
    house.sit(friend)
    assert friend.lobby.table is None
    opener.peer.let_in(friend.key)  # a slip: it may come back
    house.run(500)
    house.sit(friend)
    assert holders(opener) == holders(friend) == {opener.key, friend.key}


def test_one_who_is_sent_away_takes_no_friend_at_the_same_laptop_along(room: MakeRoom) -> None:
    house = room("")
    opener = house.guests[0]
    table = house.open(4)
    three = [Mallory(house, number, f"M{number}", LAPTOP) for number in (100, 101, 102)]
    house.run(1500)

    def sit(*seats: int) -> None:
        for seat in seats:
            each = three[seat - 1]
            each.send_all(each.record(each.chair(table, seat)))
        house.run(500)

    sit(1, 2)
    opener.peer.free_chair(three[0].key)
    sit(1, 2, 3)
    assert holders(opener) == {opener.key, three[1].key, three[2].key}
    opener.peer.free_chair(three[2].key)  # the second of them: nobody else comes from there
    sit(1, 2, 3)
    assert holders(opener) == {opener.key, three[1].key}


def test_my_own_computer_is_never_sent_away_as_a_whole(room: MakeRoom) -> None:
    house = room("")
    opener = house.guests[0]
    table = house.open(4)
    for host in ("127.0.0.1", opener.peer.parts.mesh.addresses()[0].rpartition(":")[0]):
        them = [Mallory(house, 100 + len(host) * 3 + n, f"M{n}", host) for n in range(3)]
        house.run(1500)
        for each in them[:2]:
            each.send_all(each.record(each.chair(table, 1)))
            house.run(500)
            opener.peer.free_chair(each.key)
            house.run(500)
        opener.peer.invite_only(True)
        them[2].send_all(them[2].record(them[2].chair(table, 1)))
        house.run(500)
        assert them[2].key in holders(opener)
        opener.peer.free_chair(them[2].key)
        opener.peer.invite_only(False)


def test_only_the_opener_chooses_who_sits_at_a_table(room: MakeRoom) -> None:
    house = room("", "", "")
    opener, friend, other = house.guests
    house.open(3)
    house.sit(friend)
    friend.peer.invite_only(True)
    friend.peer.let_in(other.key)
    told = "Only the player who opened a table can choose who may sit there."
    assert friend.notices() == [told]
    house.sit(other)
    assert other.key in holders(opener)
    assert opener.lobby.outside == friend.lobby.outside == ()


def test_the_door_of_one_table_is_not_that_of_the_next(room: MakeRoom) -> None:
    house = room("", "")
    opener, friend = house.guests
    first = house.open(2)
    opener.peer.invite_only(True)
    opener.peer.stand()
    house.run(500)
    second = house.open(2)
    house.sit(friend)
    assert friend.key in holders(opener)
    friend.peer.stand()
    opener.peer._sit(first, 0)
    house.run(500)
    assert opener.lobby.table is not None
    assert opener.lobby.table.let_in == ()
    assert read_body(TableBody, first) != read_body(TableBody, second)


@pytest.mark.slow
def test_chairs_that_are_kept_for_a_rematch_are_still_kept(room: MakeRoom) -> None:
    house = room("greedy", "greedy").seat_all()
    house.run_until(lambda: all(guest.peer.finished for guest in house.guests))
    opener, other = house.guests
    crowd = Crowd(house)
    again = body_bytes(rematch(opener.seat.game_start))
    before = opener.seat.id
    opener.peer.again()
    for round_ in range(10):
        crowd.insist(again, 2, round_)
        house.run(200)
    other.peer.again()
    house.run_until(lambda: opener.seat.id == other.seat.id != before, 20_000)
