"""Nobody silent, asleep or unwilling holds up a table."""

from __future__ import annotations

import pytest

from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import Guest


def hint(guest: Guest) -> str:
    return str(guest.lobby.hint)


@pytest.mark.slow
def test_a_ready_peer_that_falls_silent_holds_up_nobody(room: MakeRoom) -> None:
    three = room("", "", "")
    three.open(2)
    host, sleeper, late = three.guests
    three.sit(sleeper)
    sleeper.peer.ready(True)
    three.run(500)
    three.sleep(1)
    three.run(4000)
    assert hint(host) == "The game starts as soon as you are ready."
    three.run(3000)
    assert hint(host).startswith("Free seats: 1")
    three.sit(late, ms=0)
    three.ready(host, late)
    three.run(2000)
    assert host.seat.id == late.seat.id
    three.wake(1)
    three.run(4000)
    assert sleeper.peer.table is None
    assert sleeper.lobby.table is None
    assert sleeper.notices()[-1] == "While you were away, somebody took your seat."


def test_a_silent_peer_is_ready_no_more_though_its_connection_stands(room: MakeRoom) -> None:
    two = room("", "")
    body = two.open(2)
    mallory = Mallory.met(two)
    mallory.send_all(mallory.record(mallory.chair(body, 1)))
    two.run(1000)
    assert two.guests[0].lobby.tables[0].free == 0
    two.run(7000)
    assert mallory.key in two.guests[0].peer.parts.mesh.peers()
    assert two.guests[0].lobby.tables[0].free == 1
    mallory.send_all(mallory.record(mallory.chair(body, 1)))
    two.run(500)
    assert two.guests[0].lobby.tables[0].free == 0, "heard again, it has its chair again"


def test_a_person_whose_lid_was_closed_says_anew_that_it_is_ready(room: MakeRoom) -> None:
    two = room("", "greedy")
    two.open(3)
    two.sit(two.guests[1], ms=0)
    two.ready()
    two.run(1000)
    for number in range(2):
        two.sleep(number)
    two.run(20_000)
    for number in range(2):
        two.wake(number)
    two.run(4000)
    person, bot = two.guests
    assert "You were away: please say again that you're ready." in person.notices()
    ready = {seat.key: seat.ready for seat in person.lobby.tables[0].seats if seat.key}
    assert ready == {person.key: False, bot.key: True}


def test_a_chair_whose_peer_does_not_sign_is_free_and_another_begins_from_it(
    room: MakeRoom,
) -> None:
    two = room("", "")
    body = two.open(2)
    host, late = two.guests
    mallory = Mallory.met(two)
    mallory.send_all(mallory.record(mallory.chair(body, 1)))
    host.peer.ready(True)
    mallory.linger(two, 9000)
    assert hint(host) == "Waiting for Mallory to sign the table."
    assert str(late.lobby.tables[0].trouble) == "All seats are taken."
    mallory.linger(two, 6000)
    assert "Mallory hasn't signed the table, so others may take the seat." in host.notices()
    assert hint(host).startswith("Free seats: 1")
    mallory.send_all(mallory.record(mallory.chair(body, 1)))
    mallory.linger(two, 1000)
    assert hint(host).startswith("Free seats: 1"), "the same peer has had its time"
    mallory.send_all(mallory.record(None))
    two.run(500)
    two.sit(late, ms=0)
    two.begin()
    assert host.seat.id == late.seat.id
