"""Accidents at awkward moments: while a game begins, at its very end, twice in a row."""

from __future__ import annotations

import errno
import random

import pytest

from camelnet.protocol.wire.bodies import EntryBody, body_bytes
from camelnet.protocol.wire.frames import Proposal, frame_bytes
from camelnet.record.journal import Journal
from camelnet.session.api.facts import Phase
from tests.session.conftest import MakeRoom
from tests.session.room import Room


def sit_down(table: Room) -> None:
    """All at one table and ready; the game may begin at any moment from now."""
    table.open(len(table.guests))
    table.sit(*table.guests[1:], ms=0)
    table.run(500)
    table.ready()


def sit_down_again(table: Room) -> None:
    """What people do after an accident: resume what there is, else take the free chair."""
    for _ in range(10):
        for guest in table.guests:
            for saved in guest.lobby.resumable:
                if guest.peer.table is None:
                    guest.peer.resume(saved.game_id)
            if guest.peer.table is None and guest.lobby.table is None:
                free = [offer for offer in guest.lobby.tables if offer.trouble is None]
                if free:
                    guest.peer.sit(free[0].id)
                elif guest is table.guests[0]:
                    seats = len(table.guests)
                    guest.peer.open_table(name="Oasis", game="camelup", seats=seats, options={})
            guest.peer.ready(True)
            table.run(500)
        if all(guest.peer.table is not None for guest in table.guests):
            return


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.every(2)
def test_a_peer_killed_while_a_game_begins_plays_it_or_the_next(room: MakeRoom, seed: int) -> None:
    table = room("", "", "greedy", seed=seed)
    sit_down(table)
    moment = random.Random(seed).uniform(0.0, 0.2)
    table.network.run_until(table.network.now + moment)
    table.kill(seed % 3)
    table.run(random.Random(seed).randrange(100, 8000))
    table.restart(seed % 3, resume=False)
    table.run(2000)
    sit_down_again(table)
    assert len({guest.seat.id for guest in table.guests}) == 1
    table.play_to_the_end()
    assert all(guest.table.phase is Phase.OVER for guest in table.guests)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.every(2)
def test_all_peers_killed_while_a_game_begins_play_it_or_the_next(
    room: MakeRoom, seed: int
) -> None:
    table = room("", "", "greedy", seed=seed)
    sit_down(table)
    table.network.run_until(table.network.now + random.Random(seed).uniform(0.0, 0.2))
    for number in range(3):
        table.kill(number)
    for number in range(3):
        table.restart(number, resume=False)
    table.run(2000)
    sit_down_again(table)
    assert len({guest.seat.id for guest in table.guests}) == 1
    table.play_to_the_end()


@pytest.mark.slow
def test_two_restarts_in_a_row_lose_nothing(room: MakeRoom) -> None:
    table = room("", "greedy", "", seed=8).seat_all()
    table.play(1800, every_ms=150)
    for wait_ms in (0, 30, 2500):
        table.kill(0)
        table.run(wait_ms)
        table.restart(0)
        table.run(wait_ms)
    table.end_well()


@pytest.mark.slow
def test_who_leaves_after_the_last_move_still_helps_to_close_the_log(room: MakeRoom) -> None:
    table = room("", "greedy", "", seed=3).seat_all()
    leaver = table.guests[0]
    while not leaver.seat.over:
        table.play_on()
        table.run(20)
    leaver.peer.stand()
    others = table.guests[1:]
    table.run_until(lambda: all(guest.seat.closed for guest in others), 20_000)
    table.run(1000)
    assert leaver.record() == others[0].record() == others[1].record()


@pytest.mark.slow
def test_ready_and_unready_while_the_table_signs_begins_one_game_or_none(room: MakeRoom) -> None:
    table = room("", "greedy", "", seed=5)
    sit_down(table)
    for turn in range(40):
        table.guests[0].peer.ready(bool(turn % 2))
        table.run(15)
    table.guests[0].peer.ready(True)
    table.run(4000)
    assert len({guest.seat.id for guest in table.guests}) == 1
    table.end_well()


@pytest.mark.slow
def test_intents_at_odd_moments_are_answered_in_words(room: MakeRoom) -> None:
    table = room("", "greedy", "")
    guest = table.guests[0]
    guest.peer.again()
    guest.peer.play("roll")
    guest.peer.stand()
    guest.peer.sit(bytes(32))
    guest.peer.resume(bytes(32))
    guest.peer.open_table(name="", game="camelup", seats=2, options={})
    guest.peer.open_table(name="x", game="camelup", seats=9, options={})
    guest.peer.open_table(name="x", game="chess", seats=2, options={})
    guest.peer.open_table(name="x", game="camelup", seats=2, options={"odd": 1})
    assert len(guest.notices()) >= 7
    table.seat_all()
    guest.peer.sit(guest.lobby.tables[0].id)
    guest.peer.again()
    guest.peer.resume(guest.seat.id)
    guest.peer.play("")
    guest.peer.play("roll\0" * 100)
    table.end_well()
    guest.peer.again()
    guest.peer.again()
    guest.peer.stand()
    guest.peer.stand()
    guest.peer.again()
    assert guest.peer.table is None


def test_a_full_disk_while_a_part_is_judged_that_contradicts_another_stops_no_peer(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("", "", "", game="cards", seed=2).seat_all()

    def due() -> bool:
        log = table.guests[0].seat.log
        return table.guests[0].seat.machine.obligatory and log.agreement.in_flight is None

    while not due():
        table.network.run_until(table.network.now + 0.001)
        if round(table.network.now * 1000) % 200 == 0:
            table.run(1)
            table.play_on()
    log = table.guests[0].seat.log
    author = log.author
    assert author is not None
    liar = table.at_seat(author)
    victim = next(guest for guest in table.guests if guest is not liar)

    def full(self: Journal, value: tuple[object, ...], *, durable: bool) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "_append", full)
        for part in (b"one", b"two"):
            place = (log.game, log.membership.epoch, log.index, log.prev, author)
            body = body_bytes(EntryBody("camelnet/entry/1", *place, "shuffle", (part,)))
            frame = Proposal(body, liar.profile.signer.sign(body))
            victim.peer.received(liar.key, frame_bytes(frame))
    assert author in victim.seat.log.statements.detector.proofs
