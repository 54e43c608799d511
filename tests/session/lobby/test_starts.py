"""From a full table to a begun game when somebody dies, lies or keeps silent in between."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from camelnet.protocol.wire.bodies import Chair, GenesisBody, body_bytes, game_id, read_body
from camelnet.protocol.wire.frames import Genesis, SeatNonce, frame_bytes, read_frame
from camelnet.session.api.facts import Phase
from tests.session.conftest import MakeRoom
from tests.session.mallory import Mallory, tamper
from tests.session.room import Guest, Room


def awaited(table: Room, mallory: Mallory, chair: Chair, *, signatures: int) -> bytes:
    """A genesis with that chair, once Mallory has heard it with so many signatures."""
    table.run_until(lambda: bool(mallory.geneses_of(chair, signatures=signatures)), 20_000)
    return min(mallory.geneses_of(chair, signatures=signatures))


def meeting(room: MakeRoom, *levels: str) -> tuple[Room, Mallory, bytes]:
    """Two people, or of these levels, at a table for three, ready, and Mallory, who has met them;
    the table's bytes. Who else is in the room has no chair yet."""
    table = room(*levels or ("", ""))
    body = table.open(3)
    table.sit(table.guests[1], ms=0)
    mallory = Mallory.met(table)
    table.ready(*table.guests[:2])
    return table, mallory, body


def test_a_nonce_kept_back_does_not_split_the_honest(room: MakeRoom) -> None:
    table, mallory, body = meeting(room)
    one, two = table.guests
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
    table.sit(two, ms=0)
    table.begin()
    assert one.seat.id == two.seat.id
    table.run_until(lambda: one.table.phase is two.table.phase is Phase.PLAY, 20_000)


def test_a_neighbour_that_keeps_its_nonces_is_not_answered_without_end(room: MakeRoom) -> None:
    table = room("greedy", "greedy")
    body = table.open(2)
    mallory = Mallory.met(table)
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


def broken_off(room: MakeRoom) -> Room:
    """Two have opened their nonces; the third was killed before it did, and sits there again."""
    table = room("", "", "greedy", seed=4)
    table.open(3)
    table.sit(*table.guests[1:], ms=0)
    table.run(500)
    table.ready()
    table.network.run_until(table.network.now + random.Random(4).uniform(0.0, 0.2))
    table.kill(1)
    table.run(3800)  # not a whole second: from now on they push at different moments
    table.restart(1, resume=False)
    table.run(2000)
    assert all(guest.peer.table is None for guest in table.guests)
    table.sit(table.guests[1], ms=0)
    table.ready()
    return table


def test_a_genesis_that_cannot_begin_is_not_sent_to_and_fro_without_end(room: MakeRoom) -> None:
    table, mallory, body = meeting(room, "greedy", "greedy")
    chair = mallory.chair(body, 2)
    mallory.send_all(mallory.record(chair))
    genesis = awaited(table, mallory, chair, signatures=2)
    before = table.network.delivered
    mallory.send_all(Genesis(genesis, (mallory.signature(genesis),), ()))
    table.run(3000)
    assert table.network.delivered - before < 100


def test_a_beginning_that_was_broken_off_is_made_good(room: MakeRoom) -> None:
    table = broken_off(room)
    table.until_playing()
    assert len({guest.seat.id for guest in table.guests}) == 1


def signed_by_all(table: Room, mallory: Mallory, chair: Chair, *, tell: list[Guest]) -> bytes:
    """Mallory takes that chair, lets the others sign, and shows some of them its signature."""
    mallory.send_all(mallory.record(chair))
    genesis = awaited(table, mallory, chair, signatures=2)
    for guest in tell:
        mallory.send(guest.key, Genesis(genesis, (mallory.signature(genesis),), ()))
    return genesis


def openings(mallory: Mallory, genesis: bytes) -> tuple[SeatNonce, ...]:
    """The nonces that others have opened for a genesis, as Mallory heard them; by seat."""
    heard = {
        opened.seat: opened
        for frame in mallory.heard
        if isinstance(frame, Genesis) and frame.body == genesis
        for opened in frame.nonces
    }
    return tuple(heard[seat] for seat in sorted(heard))


def given_up(room: MakeRoom) -> tuple[Room, Mallory, bytes, bytes]:
    """Two have opened a first start in vain, for Mallory opened nothing, and then a second one."""
    table, mallory, body = meeting(room)
    first = signed_by_all(table, mallory, mallory.chair(body, 2, b"1" * 32), tell=table.guests)
    mallory.linger(table, 8000)
    second = signed_by_all(table, mallory, mallory.chair(body, 2, b"2" * 32), tell=table.guests)
    table.run(500)
    for genesis in (first, second):
        assert len(openings(mallory, genesis)) == 2
    return table, mallory, first, second


def whole(mallory: Mallory, genesis: bytes, nonce: bytes) -> Genesis:
    """All that is needed to begin, with Mallory's own part."""
    signed = next(
        frame
        for frame in reversed(mallory.heard)
        if isinstance(frame, Genesis) and frame.body == genesis and len(frame.signatures) == 3
    )
    mine = mallory.opening(genesis, nonce)
    return replace(signed, nonces=(*openings(mallory, genesis), mine))


def test_a_nonce_opened_for_one_genesis_begins_no_other(room: MakeRoom) -> None:
    table, mallory, body = meeting(room)
    one, two = table.guests
    first = signed_by_all(table, mallory, mallory.chair(body, 2, b"1" * 32), tell=[])
    second = signed_by_all(table, mallory, mallory.chair(body, 2, b"2" * 32), tell=[])
    table.network.part([one.key], [two.key])
    for guest, genesis in ((one, first), (two, second)):
        signatures = next(
            frame.signatures
            for frame in mallory.heard
            if isinstance(frame, Genesis) and frame.body == genesis and len(frame.signatures) == 2
        )
        all_three = (*signatures, mallory.signature(genesis))
        mallory.send(guest.key, Genesis(genesis, all_three, ()))
    table.run(500)
    assert [len(openings(mallory, genesis)) for genesis in (first, second)] == [1, 1]
    crossed = (*openings(mallory, first), *openings(mallory, second))
    for guest, genesis, nonce in ((one, first, b"1" * 32), (two, second, b"2" * 32)):
        mine = mallory.opening(genesis, nonce)
        frame = Genesis(genesis, (mallory.signature(genesis),), (*crossed, mine))
        mallory.send(guest.key, frame)
        table.run(200)
        assert guest.peer.table is None
        assert any("a signature that does not fit" in text for text in guest.notices())


def test_a_start_that_was_given_up_is_not_begun_when_its_last_part_comes(room: MakeRoom) -> None:
    table, mallory, first, second = given_up(room)
    one, two = table.guests
    assert game_id(first) in read_body(GenesisBody, second).seats[0].given_up
    table.network.part([one.key], [two.key])
    mallory.send(one.key, whole(mallory, first, b"1" * 32))
    mallory.send(two.key, whole(mallory, second, b"2" * 32))
    table.run(500)
    assert one.peer.table is None
    assert two.seat.id == game_id(second)
    table.network.heal()
    table.run(5000)
    assert one.seat.id == two.seat.id


def test_who_says_that_a_start_has_begun_and_has_given_it_up_is_proven_to_lie(
    room: MakeRoom,
) -> None:
    table, mallory, first, second = given_up(room)
    one, two = table.guests
    lie = replace(whole(mallory, first, b"1" * 32), begun=(mallory.word(first),))
    mallory.send(one.key, lie)
    table.run(500)
    assert one.peer.table is None
    (told,) = [text for text in one.notices() if text.startswith("Mallory signed")]
    (proof,) = (one.profile.path / "bugs").iterdir()
    assert str(proof) in told
    mallory.send(two.key, whole(mallory, second, b"2" * 32))
    mallory.linger(table, 3000)
    for guest in (one, two):
        assert any(text.startswith("Mallory signed") for text in guest.notices()), "all know of it"
        assert guest.peer.table is None
        assert guest.lobby.tables[0].free == 1, "whoever lied gets no chair"


@pytest.mark.parametrize("restarted", [False, True])
def test_a_game_that_a_begun_one_gave_up_never_begins(room: MakeRoom, restarted: bool) -> None:
    """Seed 901298 of the simulator: the first start had begun at one seat alone. The others gave it
    up and played another game, after whose end the word of that seat took them into the first one:
    two games that both of them began."""
    table, mallory, body = meeting(room, "", "", "")
    one, two, three = table.guests
    first = signed_by_all(table, mallory, mallory.chair(body, 2, b"1" * 32), tell=[one, two])
    mallory.linger(table, 8000)
    mallory.send_all(mallory.record(None))
    table.run(500)
    table.sit(three, ms=0)
    table.begin()
    assert game_id(first) in one.seat.game_start.genesis.seats[0].given_up
    if restarted:
        table.kill(0)
        table.restart(0)
    for guest in table.guests:
        guest.peer.stand()
    mallory.linger(table, 2000)
    late = replace(whole(mallory, first, b"1" * 32), begun=(mallory.word(first),))
    mallory.send_all(late)
    table.run(500)
    assert [guest.peer.table for guest in table.guests] == [None, None, None]


def test_who_was_killed_before_it_began_joins_the_game_that_the_others_have_begun(
    room: MakeRoom,
) -> None:
    table = room("", "", "")
    late = table.guests[2]

    def hold_back(key: bytes, payload: bytes) -> bytes:
        frame = read_frame(payload)
        if key != late.key or not isinstance(frame, Genesis):
            return payload
        return frame_bytes(replace(frame, nonces=(), begun=()))

    stops = [tamper(guest, hold_back) for guest in table.guests[:2]]
    table.open(3)
    table.sit(*table.guests[1:])
    table.ready()
    table.until_playing(*table.guests[:2])
    assert late.peer.table is None
    table.kill(2)
    for stop in stops:
        stop()
    table.run(8000)
    table.restart(2, resume=False)
    table.until_playing()
    assert len({guest.seat.id for guest in table.guests}) == 1
    table.run_until(lambda: all(g.table.phase is Phase.PLAY for g in table.guests), 20_000)


def test_who_has_begun_a_game_does_not_help_to_give_it_up(room: MakeRoom) -> None:
    table, mallory, body = meeting(room)
    one, two = table.guests
    first = signed_by_all(table, mallory, mallory.chair(body, 2, b"1" * 32), tell=table.guests)
    table.run(500)
    table.network.part([one.key], [two.key])
    mallory.send(two.key, whole(mallory, first, b"1" * 32))
    table.run(500)
    assert two.seat.id == game_id(first)
    two.peer.stand()
    mallory.linger(table, 8000)
    table.network.heal()
    table.run(3000)
    table.sit(two, ms=0)
    mallory.send_all(mallory.record(mallory.chair(body, 2, b"2" * 32)))
    table.ready()
    mallory.linger(table, 3000)
    assert str(two.lobby.hint).startswith("The others are starting again, but")
    assert one.peer.table is None
    assert two.peer.table is None


def test_who_comes_back_to_a_game_still_says_that_it_began_it(room: MakeRoom) -> None:
    table = room("", "").seat_all()

    def word() -> set[int]:
        guest = table.guests[0]
        answer = guest.peer.parts.starts.answer(guest.seat.game_start)
        return {word.seat for word in answer.begun}

    seat = table.guests[0].seat.seat
    assert seat in word()
    table.kill(0)
    table.restart(0)
    assert seat in word(), "without its word nobody who lacks the start could begin that game"
