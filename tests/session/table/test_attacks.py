"""Modified clients in a room of whole peers: nothing they send raises, harms or outlasts them."""

from __future__ import annotations

import random

import pytest

from camelnet.protocol.wire.frames import (
    FRAMES,
    Beat,
    Genesis,
    Head,
    Hello,
    Share,
    Snapshot,
    SyncAsk,
    SyncReply,
    read_frame,
)
from camelnet.session.api.facts import Phase
from camelnet.session.table.verify import verify
from tests.session.conftest import MakeRoom
from tests.session.mallory import garble, send, tamper, written


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.every(3)
def test_changed_frames_of_a_seat_raise_nothing_and_the_game_goes_on(
    room: MakeRoom, seed: int
) -> None:
    table = room("", "greedy", "", seed=seed)
    table.run(1000)
    stop = garble(table.guests[seed % 3], random.Random(seed), 0.3)
    table.seat_all()
    table.play(12_000, every_ms=300)
    stop()
    table.end_well()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_changed_frames_of_a_bystander_raise_nothing_and_begin_nothing(
    room: MakeRoom, seed: int
) -> None:
    table = room("greedy", "greedy", "", seed=seed)
    table.run(1000)
    stranger = table.guests[2]
    garble(stranger, random.Random(seed), 1.0)
    table.open(2)
    table.sit(table.guests[1], ms=0)
    stranger.peer.open_table(name="Mirage", game="camelup", seats=3, options={})
    table.run_until(lambda: all(guest.peer.finished for guest in table.guests[:2]))
    assert stranger.peer.table is None
    assert table.guests[0].record() == table.guests[1].record()


@pytest.mark.slow
def test_noise_of_any_size_raises_nothing(room: MakeRoom) -> None:
    table = room("greedy", "").seat_all()
    dice = random.Random(1)
    for size in (1, 2, 7, 60, 4000, 60_000):
        for number in range(60):
            noise = bytes([0x90 + number % 16]) + dice.randbytes(size - 1)
            table.guests[0].peer.received(table.guests[1].key, noise)
    table.end_well()


@pytest.mark.slow
def test_frames_of_a_game_that_is_over_change_nothing_in_the_next(room: MakeRoom) -> None:
    table = room("", "greedy", "")
    table.run(1000)
    heard: list[tuple[bytes, bytes]] = []

    def overhear(key: bytes, payload: bytes) -> bytes:
        heard.append((key, payload))
        return payload

    stop = tamper(table.guests[0], overhear)
    table.seat_all()
    table.play_to_the_end()
    stop()
    old = [item for item in heard if not isinstance(read_frame(item[1]), Hello | Beat)]
    for guest in table.guests:
        guest.peer.again()
    table.run_until(lambda: all(guest.table.phase is Phase.PLAY for guest in table.guests))
    ids = {guest.seat.id for guest in table.guests}
    assert len(ids) == 1
    for key, payload in random.Random(1).sample(old, min(300, len(old))):
        table.guests[0].peer.parts.mesh.send(key, payload)
    table.run(2000)
    assert {guest.seat.id for guest in table.guests} == ids
    table.play_to_the_end()
    paths = [sorted(guest.records.iterdir()) for guest in table.guests]
    assert all(len(each) == 2 for each in paths)
    for first, second, third in zip(*paths, strict=True):
        assert first.read_bytes() == second.read_bytes() == third.read_bytes()
        verify(first)


@pytest.mark.slow
def test_the_genesis_of_a_running_game_does_not_begin_it_twice(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "").seat_all()
    running = table.guests[1].seat
    send(table.guests[0], table.guests[1], table.guests[0].seat.game_start.frame())
    table.run(500)
    assert table.guests[1].peer.table is running
    table.guests[1].peer.stand()
    table.run(5000)  # the others send it with each of its heartbeats
    assert table.guests[1].peer.table is None
    table.guests[1].peer.resume(running.id)
    table.end_well()


@pytest.mark.slow
def test_a_seat_that_boasts_of_a_longer_log_is_asked_at_a_bounded_rate(room: MakeRoom) -> None:
    table = room("", "", "greedy").seat_all(after_ms=2000)
    liar, victim = table.guests[0], table.guests[1]
    asked = 0

    def count(key: bytes, payload: bytes) -> bytes:
        nonlocal asked
        asked += payload[1] == FRAMES.index(SyncAsk)
        return payload

    tamper(victim, count)
    for _ in range(200):
        send(liar, victim, Beat((Head(liar.seat.id, 900_000, 0, 0),)))
        send(liar, victim, SyncReply(liar.seat.id, ()))
        table.run(20)
    assert asked <= 250
    table.end_well()


@pytest.mark.slow
def test_positions_and_shares_that_nobody_asked_for_are_harmless(room: MakeRoom) -> None:
    table = room("", "greedy", "greedy").seat_all(after_ms=1000)
    liar, victim = table.guests[2], table.guests[0]
    dice = random.Random(5)
    for number in range(100):
        game, index = victim.seat.id, victim.seat.log.index + number % 3 - 1
        send(liar, victim, Snapshot(game, index, dice.randbytes(1 + number * 40)))
        send(liar, victim, Share(game, 0, index, number % 8, dice.randbytes(32)))
        send(liar, victim, SyncAsk(game, number * 9999))
        table.run(20)
    assert len(victim.seat.replica.snapshots) <= 3
    assert len(victim.seat.log.early) <= 128
    table.end_well()


@pytest.mark.slow
def test_another_seats_entry_is_not_written_for_it(room: MakeRoom) -> None:
    table = room("", "", "").seat_all(after_ms=2000)
    author = table.on_turn
    forger, victim = (guest for guest in table.guests if guest is not author)
    send(forger, victim, written(forger, author.seat.seat, "roll"))
    table.run(500)
    assert victim.seat.log.agreement.entry is None
    assert any(forger.peer.name in text and "signature" in text for text in victim.notices())
    table.end_well()


@pytest.mark.slow
def test_a_genesis_that_i_never_signed_begins_nothing(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "").seat_all(after_ms=500)
    whole = table.guests[0].seat.game_start.frame()
    outsider = Genesis(whole.body, whole.signatures[:2], whole.nonces)
    table.play_to_the_end()
    ended = table.guests[2].seat
    send(table.guests[0], table.guests[2], whole)
    table.run(1000)
    assert table.guests[2].peer.table is ended, "nor does that of a game that is over"
    for guest in table.guests:
        guest.peer.stand()
    table.run(1000)
    send(table.guests[0], table.guests[2], outsider)
    send(table.guests[0], table.guests[2], whole)
    table.run(3000)
    assert all(guest.peer.table is None for guest in table.guests)
