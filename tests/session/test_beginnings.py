"""From a full table to a begun game when somebody dies, lies or keeps silent in between."""

from __future__ import annotations

import random
from dataclasses import replace

from camelnet.protocol.messages import Chair, Genesis, GenesisBody, body_bytes, read_body
from camelnet.session.facts import Phase
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory
from tests.session.room import Room


def awaited(table: Room, mallory: Mallory, chair: Chair, *, signatures: int) -> bytes:
    """A genesis with that chair, once Mallory has heard it with so many signatures."""
    table.run_until(lambda: bool(mallory.geneses_of(chair, signatures=signatures)), 20_000)
    return min(mallory.geneses_of(chair, signatures=signatures))


def test_a_nonce_kept_back_does_not_split_the_honest(room: MakeRoom) -> None:
    table = room("", "")
    one, two = table.guests
    body = table.open(3)
    two.peer.sit(one.lobby.tables[0].id)
    mallory = Mallory(table)
    table.run(1500)
    one.peer.ready(True)
    two.peer.ready(True)
    chairs = [mallory.chair(body, 2, nonce) for nonce in (b"1" * 32, b"2" * 32)]
    mallory.send_all(mallory.record(chairs[0]))
    first = awaited(table, mallory, chairs[0], signatures=2)
    seats = read_body(GenesisBody, first).seats
    seats = (*seats[:2], replace(seats[2], commitment=chairs[1].commitment))
    second = body_bytes(replace(read_body(GenesisBody, first), seats=seats))
    for chair, genesis in zip(chairs, (first, second), strict=True):
        mallory.send_all(mallory.record(chair))
        mallory.send_all(Genesis(genesis, (mallory.signature(genesis),), ()))
        table.run(400)
    table.network.part([one.key], [two.key])
    for guest, genesis, nonce in ((one, first, b"1" * 32), (two, second, b"2" * 32)):
        signed = (mallory.signature(genesis),)
        mallory.send(guest.key, Genesis(genesis, signed, (mallory.opening(genesis, nonce),)))
    table.run(500)
    table.network.heal()
    table.run(10_000)
    assert len({guest.seat.id for guest in table.guests if guest.peer.table}) <= 1
    table.network.crash(mallory.key)
    for guest in table.guests:
        guest.peer.stand()
    table.run(8000)
    table.open(2)
    two.peer.sit(one.lobby.tables[0].id)
    one.peer.ready(True)
    two.peer.ready(True)
    table.run_until(lambda: all(guest.peer.table is not None for guest in table.guests), 20_000)
    assert one.seat.id == two.seat.id
    table.run_until(lambda: one.table.phase is two.table.phase is Phase.PLAY, 20_000)


def test_a_neighbour_that_keeps_its_nonces_is_not_answered_without_end(room: MakeRoom) -> None:
    table = room("greedy", "greedy")
    body = table.open(2)
    mallory = Mallory(table)
    table.run(2000)
    bot = table.guests[0]
    for turn in range(10):
        chair = mallory.chair(body, 1, bytes([turn]) * 32)
        mallory.send(bot.key, mallory.record(chair))
        genesis = awaited(table, mallory, chair, signatures=1)
        mallory.send(bot.key, Genesis(genesis, (mallory.signature(genesis),), ()))
        table.run(200)
    mallory.heard.clear()
    for _ in range(50):
        mallory.mesh.send(bot.key, b"\xc1")
    table.run(300)
    assert sum(isinstance(frame, Genesis) for frame in mallory.heard) <= 10


def test_who_has_not_signed_is_named(room: MakeRoom) -> None:
    table = room("", "")
    body = table.open(2)
    mallory = Mallory(table)
    table.run(1500)
    mallory.send_all(mallory.record(mallory.chair(body, 1)))
    table.guests[0].peer.ready(True)
    mallory.linger(table, 9000)
    assert str(table.guests[0].lobby.hint) == "Waiting for Mallory to sign the table."


def broken_off(room: MakeRoom) -> Room:
    """Two have opened their nonces; the third was killed before it did, and sits there again."""
    table = room("", "", "greedy", seed=4)
    table.open(3)
    for guest in table.guests[1:]:
        guest.peer.sit(table.guests[0].lobby.tables[0].id)
    table.run(500)
    for guest in table.guests:
        guest.peer.ready(True)
    table.network.run_until(table.network.now + random.Random(4).uniform(0.0, 0.2))
    table.kill(1)
    table.run(3800)  # not a whole second: from now on they push at different moments
    table.restart(1, resume=False)
    table.run(2000)
    assert all(guest.peer.table is None for guest in table.guests)
    table.guests[1].peer.sit(table.guests[1].lobby.tables[0].id)
    for guest in table.guests:
        guest.peer.ready(True)
    return table


def test_a_genesis_that_cannot_begin_is_not_sent_to_and_fro_without_end(room: MakeRoom) -> None:
    table = room("greedy", "greedy")
    body = table.open(3)
    table.guests[1].peer.sit(table.guests[0].lobby.tables[0].id)
    mallory = Mallory(table)
    table.run(1500)
    chair = mallory.chair(body, 2)
    mallory.send_all(mallory.record(chair))
    genesis = awaited(table, mallory, chair, signatures=2)
    before = table.network.delivered
    mallory.send_all(Genesis(genesis, (mallory.signature(genesis),), ()))
    table.run(3000)
    assert table.network.delivered - before < 100


def test_a_beginning_that_was_broken_off_is_made_good(room: MakeRoom) -> None:
    table = broken_off(room)
    table.run_until(lambda: all(guest.peer.table is not None for guest in table.guests), 30_000)
    assert len({guest.seat.id for guest in table.guests}) == 1
