"""How long a peer may rest: to the next heartbeat while all wait for a move, and no longer while
anything is under way. Heartbeats of a room come together, so that everybody wakes up once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from camelnet.protocol.replica.presence import SILENT_MS
from camelnet.session.api.facts import LobbyChanged, Presence, TableChanged
from camelnet.session.lobby.contacts import SLOW_MS
from camelnet.session.peer.heartbeat import (
    CALM_BEAT_MS,
    CALM_RESEND_MS,
    HASTE_MS,
    TOGETHER_MS,
)
from tests.session.room import Room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(["", "greedy", "greedy"], tmp_path, seed=5)
    yield room
    room.close()


def waits_for_a_person(room: Room) -> None:
    room.seat_all()
    person = room.guests[0]
    room.run_until(lambda: person.seat.position.turn == person.seat.seat, 60_000)
    room.run(3_000)


def noted(room: Room, owner: Any, name: str) -> list[int]:
    """The times at which a peer, or a part of it, does something from now on."""
    times: list[int] = []
    act = getattr(owner, name)

    def noting() -> Any:
        times.append(room.now_ms)
        return act()

    setattr(owner, name, noting)
    return times


def nobody_ticks_but(room: Room, ms: int, by: int) -> list[list[int]]:
    """The heartbeats of each in that time, if only one peer's clock calls for ticks."""
    beats = [noted(room, guest.peer, "_beat") for guest in room.guests]
    end_ms = room.now_ms + ms
    while room.now_ms < end_ms:
        room.network.run_until(room.network.now + room.guests[by].peer.rest_ms / 1000)
        room.guests[by].peer.tick()
    return beats


def test_who_waits_for_a_move_rests_to_the_next_heartbeat(room: Room) -> None:
    waits_for_a_person(room)
    for guest in room.guests:
        guest.peer.tick()
        due_ms = guest.peer._heartbeat._beat_ms + CALM_BEAT_MS - room.now_ms
        assert guest.peer.rest_ms == max(1, due_ms)
    assert max(guest.peer.rest_ms for guest in room.guests) > HASTE_MS


def test_nobody_rests_while_an_acknowledgement_is_missing(room: Room) -> None:
    waits_for_a_person(room)
    person = room.guests[0]
    room.sleep(1)
    person.peer.play(sorted(person.seat.position.legal())[0])
    room.run(400)
    assert {what for _, what in person.seat.log.owed()} == {"ack"}
    assert person.peer.rest_ms == HASTE_MS


def test_nobody_rests_while_somebody_falls_silent(room: Room) -> None:
    waits_for_a_person(room)
    room.sleep(1)
    room.run(2_600)
    assert room.guests[0].peer.rest_ms == room.guests[2].peer.rest_ms == HASTE_MS


def test_heartbeats_come_together_and_never_faster(room: Room) -> None:
    waits_for_a_person(room)
    led, *others = nobody_ticks_but(room, 10_000, by=0)
    for followed in others:
        assert len(followed) >= len(led) - 1
        assert all(min(abs(when - lead) for lead in led) < TOGETHER_MS for when in followed)
        gaps = [later - earlier for earlier, later in pairwise(followed)]
        assert min(gaps) >= CALM_BEAT_MS - TOGETHER_MS
    assert max(later - earlier for earlier, later in pairwise(led)) <= CALM_BEAT_MS


def test_a_heartbeat_of_a_liar_calls_for_no_more_than_one(room: Room) -> None:
    """Who beats a thousand times a second makes nobody else beat as often."""
    waits_for_a_person(room)
    person, liar = room.guests[0], room.guests[1]
    said = noted(room, person.peer, "_beat")
    for _ in range(400):
        liar.peer.parts.sender.broadcast(liar.peer._beat())
        room.network.run_until(room.network.now + 0.005)
    assert len(said) <= 2_000 // (CALM_BEAT_MS - TOGETHER_MS) + 1


def test_who_falls_silent_is_missed_at_once(room: Room) -> None:
    """By the deadline of its silence, not by the next heartbeat."""
    waits_for_a_person(room)
    person, gone = room.guests[0].peer, room.guests[1]
    contact = person.parts.contacts.get(gone.key)
    assert contact is not None
    room.sleep(1)
    while contact.presence(room.now_ms)[0] is Presence.HERE:
        room.network.run_until(room.network.now + person.rest_ms / 1000)
        person.tick()
    assert room.now_ms - contact.heard_ms <= SLOW_MS + 1
    (silent,) = [seat for seat in room.guests[0].table.seats if seat.key == gone.key]
    assert silent.presence is Presence.SLOW
    assert isinstance(room.guests[0].facts[-1], TableChanged | LobbyChanged)


def test_no_view_is_made_while_nothing_changes(room: Room) -> None:
    waits_for_a_person(room)
    person = room.guests[0].peer
    made = [noted(room, person._views, name) for name in ("lobby", "table")]
    nobody_ticks_but(room, 20_000, by=0)
    assert made == [[], []]
    room.sleep(1)
    room.run(3_000)
    assert all(made)


def test_who_leaves_the_table_for_the_lobby_is_missed_there(tmp_path: Path) -> None:
    """It is still heard, but not at the table: the other one is offered to play on alone."""
    with closing(Room(["", ""], tmp_path, seed=5)) as room:
        waits_for_a_person(room)
        person, gone = room.guests
        gone.peer.stand()
        room.run(2 * SILENT_MS)
        shown = person.peer._publisher._shown_table
        assert shown == person.table
        assert person.table.membership_votes.apart == (person.seat.seat,)


def test_the_lobby_is_said_again_three_times_less_often_in_a_game_that_waits(room: Room) -> None:
    waits_for_a_person(room)
    said = noted(room, room.guests[0].peer.parts.lobby, "frame")
    nobody_ticks_but(room, 30_000, by=0)
    assert 8 <= len(said) <= 30_000 // CALM_RESEND_MS


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_tick_that_makes_no_views_hides_nothing(tmp_path: Path, seed: int) -> None:
    """Whatever happens: where time is said to have changed nothing, what was shown last is what
    would be shown now."""
    room = Room(["", "greedy", ""], tmp_path, seed=seed)
    stood = 0
    for guest in room.guests:
        heartbeat, publisher = guest.peer._heartbeat, guest.peer._publisher

        def checked(  # type: ignore[no-untyped-def]
            now_ms: int, ask=heartbeat.stands_still, publisher=publisher, peer=guest.peer
        ) -> bool:
            nonlocal stood
            still = ask(now_ms)
            if still and not publisher.stale:
                stood += 1
                assert publisher._shown_table == peer.table_view()
                assert publisher._shown_lobby == peer.lobby_view()
            return bool(still)

        heartbeat.stands_still = checked  # type: ignore[method-assign]
    room.seat_all()
    for _ in range(24):
        room.play_on()
        match room.random.randrange(8):
            case 0:
                room.sleep(room.random.randrange(3))
            case 1:
                for guest in room.guests:
                    if not guest.awake:
                        room.wake(guest.number)
            case 2:
                room.guests[0].peer.go_on_without(1, bool(room.random.randrange(2)))
            case 3:
                room.guests[2].peer.say("are you there?")
        room.run(room.random.choice((200, 1_000, 4_000, 8_000)))
    room.close()
    assert stood > 0
