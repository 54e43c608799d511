"""Claims to play: a table plays when a genesis of its own seats shows it, and not before.

Whoever connects can say in its lobby record that it plays at any table, and with keys enough can
sign a genesis of any table. Neither keeps people from sitting down, starting or playing again.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.start.genesis import rematch
from camelnet.protocol.wire.bodies import (
    TableBody,
    body_bytes,
    read_body,
    table_id,
)
from camelnet.protocol.wire.frames import (
    Genesis,
    Lobby,
    Watch,
    read_frame,
)
from tests.protocol.toy import signer
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory, whole_genesis
from tests.session.room import Guest, Room, watching

NONCE = bytes(32)
STARTED = "The game has already started."


class Player(Mallory):
    """Says that it plays at a table; shows a genesis of its own to whoever asks for one."""

    def __init__(self, room: Room, number: int = 77, name: str = "Mallory", host: str = "") -> None:
        super().__init__(room, number, name, host)
        self.shows: Genesis | None = None
        self.asked = 0

    def received(self, key: bytes, payload: bytes) -> None:
        frame = read_frame(payload)
        if isinstance(frame, Watch) and frame.watching:
            self.asked += 1
            if self.shows is not None:
                self.send(key, self.shows)
        super().received(key, payload)

    def plays(self, table: bytes, seat: int) -> Lobby:
        """Claims a chair, and to play there."""
        record = self.record(self.chair(table, seat, NONCE), playing=True)
        self.send_all(record)
        return record


def gang_at(house: Room, table: bytes) -> list[Player]:
    """Three keys that say for a while that they play at a table, and show a genesis of it by
    themselves."""
    gang = [Player(house, number) for number in (77, 78, 79)]
    house.run(1500)
    genesis = whole_genesis(table, [each.signer for each in gang])
    for seat, each in enumerate(gang):
        each.shows = genesis
        each.plays(table, seat)
    for _ in range(4):
        for each in gang:
            each.linger(house, 1000)
    assert any(each.asked for each in gang), "whoever says that it plays has to show it"
    return gang


def claim(guest: Guest, *, playing: bool) -> None:
    """A guest says of itself that it plays, or that it does not, as a modified program would."""
    state = guest.peer.parts.lobby
    state._set(replace(state.mine, playing=playing))
    guest.peer._update()


def seated(guest: Guest) -> tuple[bytes | None, ...]:
    (offer,) = guest.lobby.tables
    return tuple(seat.key for seat in offer.seats)


def test_whoever_only_says_that_it_plays_can_be_sent_away_and_starts_nothing(
    room: MakeRoom,
) -> None:
    house = room("", "")
    opener, friend = house.guests
    mallory = Player(house)
    for _ in range(6):  # the key follows them to each new table
        table = house.open(2)
        mallory.plays(table, 1)
        mallory.linger(house, 1000)
        for guest in (opener, friend):
            (offer,) = guest.lobby.tables
            assert not offer.playing
            assert not offer.watchable
            assert str(offer.trouble) != STARTED
        opener.peer.free_chair(mallory.key)
        mallory.plays(table, 1)
        house.run(500)
        assert seated(opener) == seated(friend) == (opener.key, None)
        house.sit(friend)
        assert seated(opener) == seated(friend) == (opener.key, friend.key)
        friend.peer.stand()
        opener.peer.stand()
        mallory.linger(house, 1000)
    table = house.open(2)
    mallory.plays(table, 1)
    house.run(500)
    opener.peer.free_chair(mallory.key)
    house.run(500)
    friend.peer.sit(table_id(table))
    house.begin()


@pytest.mark.slow
def test_a_player_of_the_last_game_does_not_block_the_next_by_saying_that_it_plays(
    room: MakeRoom,
) -> None:
    house = room("greedy", "greedy", "greedy", "").seat_first(3)
    house.run_until(lambda: all(guest.peer.finished for guest in house.guests[:3]))
    *others, liar = house.guests[:3]
    late = house.guests[3]
    liar.peer.again()
    claim(liar, playing=True)
    for _ in range(4):
        house.run(500)
        claim(liar, playing=True)
    for guest in others:
        guest.peer.again()
        assert STARTED not in guest.notices()
    house.run(1000)
    again = table_id(body_bytes(rematch(others[0].seat.game_start)))
    for guest in (*others, late):
        (offer,) = [item for item in guest.lobby.tables if item.id == again]
        assert not offer.playing
        assert {guest.key for guest in others} <= {seat.key for seat in offer.seats}


def test_keys_that_sign_a_genesis_of_your_table_do_not_play_there(room: MakeRoom) -> None:
    house = room("", "", "")
    opener, friend, late = house.guests
    table = house.open(3)
    house.sit(friend)
    gang = gang_at(house, table)
    for guest in house.guests:
        assert seated(guest)[:2] == (opener.key, friend.key)
        assert not guest.lobby.tables[0].playing
    for each in gang:
        opener.peer.free_chair(each.key)
    house.run(500)
    late.peer.sit(table_id(table))
    house.begin()


@pytest.mark.slow
def test_keys_that_sign_a_genesis_do_not_drive_out_a_guest_whose_opener_has_left(
    room: MakeRoom,
) -> None:
    house = room("", "", "")
    opener, friend, other = house.guests
    table = house.open(3)
    house.sit(friend, other)
    opener.peer.stand()
    house.run(4000)  # else their claims would count as made together
    gang_at(house, table)
    for guest in house.guests:
        assert seated(guest)[1:] == (friend.key, other.key)
        assert not guest.lobby.tables[0].playing


def test_a_game_that_has_begun_is_shown_to_who_was_there_and_to_who_comes_later(
    room: MakeRoom,
) -> None:
    house = room("", "", "").seat_first(2)
    looker = house.guests[2]
    house.run_until(lambda: looker.lobby.tables[0].playing, 5000)
    mallory = Mallory(house)
    house.kill(2)
    house.restart(2, resume=False)
    looker = house.guests[2]
    house.run_until(lambda: bool(looker.lobby.tables) and looker.lobby.tables[0].playing, 5000)
    house.kill(1)  # its chair is free in the lobby: nobody can take it
    mallory.linger(house, 8000)
    mallory.send_all(mallory.record(mallory.chair(house.table_of(0), 1)))
    mallory.linger(house, 2000)
    assert seated(looker) == (house.guests[0].key, None)
    assert str(looker.lobby.tables[0].trouble) == STARTED
    watching(house, looker)


def test_a_whole_table_that_restarts_is_a_game_again_once_they_are_back(room: MakeRoom) -> None:
    house = room("", "", "").seat_first(2)
    looker = house.guests[2]
    house.run_until(lambda: looker.lobby.tables[0].playing, 5000)
    for number in (0, 1):
        house.kill(number)
    house.run(10_000)
    assert looker.lobby.tables == ()
    for number in (0, 1):
        house.restart(number)
    house.run_until(lambda: bool(looker.lobby.tables) and looker.lobby.tables[0].playing, 10_000)


def test_a_genesis_with_a_bad_signature_is_refused_and_nobody_asks_its_sender_again(
    room: MakeRoom,
) -> None:
    house = room("", "")
    table = house.open(2)
    mallory, other = Player.met(house), signer(78)
    genesis = whole_genesis(table, [signer(79), mallory.signer])
    bad = replace(genesis.signatures[0], signature=other.sign(genesis.body))
    mallory.shows = replace(genesis, signatures=(bad, genesis.signatures[1]))
    mallory.plays(table, 1)
    mallory.linger(house, 3000)
    friend = house.guests[1]
    told = [text for text in friend.notices() if text.startswith("Mallory sent")]
    assert told == ["Mallory sent a signature that does not fit (genesis, seat 0); it was refused."]
    asked = mallory.asked
    assert asked == 1
    for _ in range(10):  # who greets anew is still the same
        mallory.greet(friend.key)
        mallory.plays(table, 1)
        mallory.linger(house, 3000)
    assert mallory.asked == asked


def test_a_genesis_that_nobody_asked_for_is_not_even_checked(room: MakeRoom) -> None:
    house = room("", "")
    table = house.open(2)
    mallory = Mallory.met(house)
    genesis = whole_genesis(table, [signer(79), mallory.signer])
    bad = replace(genesis.signatures[0], signature=bytes(64))
    mallory.send_all(replace(genesis, signatures=(bad, *genesis.signatures[1:])))
    house.run(1000)
    for guest in house.guests:
        assert not any(text.startswith("Mallory sent") for text in guest.notices())


@pytest.mark.slow
def test_who_claims_and_shows_nothing_is_asked_ever_more_seldom(room: MakeRoom) -> None:
    house = room("", "")
    table = house.open(2)
    mallory = Player.met(house)
    mallory.plays(table, 1)
    mallory.linger(house, 120_000)
    assert 2 <= mallory.asked <= 12
    table_two = read_body(TableBody, table)
    before = mallory.asked
    for number in range(30):  # another table each time is no reason to ask at once
        body = body_bytes(replace(table_two, salt=bytes([number]) * 16))
        mallory.plays(body, 1)
        house.run(100)
    assert mallory.asked - before <= 3


def test_a_genesis_of_another_table_proves_nothing(room: MakeRoom) -> None:
    house = room("", "")
    table = house.open(2)
    mallory = Player.met(house)
    other = body_bytes(replace(read_body(TableBody, table), salt=b"1" * 16))
    mallory.shows = whole_genesis(other, [signer(79), mallory.signer])  # of another table
    mallory.plays(table, 1)
    mallory.linger(house, 3000)
    assert not house.guests[1].lobby.tables[0].playing
