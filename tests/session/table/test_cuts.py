"""Cables that are down for a while, and a link for good: nobody loses a seat without a person's
click."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from camelnet.protocol.wire.bodies import WantBody, read_body
from camelnet.session.api.facts import Need, Phase, Presence, Waiting
from tests.net.memory import MemoryTransport
from tests.session.conftest import MakeRoom
from tests.session.room import Guest, Room

CUT = 2  # the peer whose cable is down


def roller(table: Room) -> Guest:
    """Play until somebody else than the one who will be cut off is on turn."""

    def on_turn() -> Guest | None:
        for guest in table.guests:
            ready = guest.table.phase is Phase.PLAY and guest.seat.log.may_propose
            if ready and guest.seat.position.turn == guest.seat.seat and guest.number != CUT:
                return guest
        return None

    while (found := on_turn()) is None:
        table.play(200)
    return found


def cut(table: Room) -> None:
    rest = [guest.key for guest in table.guests if guest.number != CUT]
    table.network.part([table.guests[CUT].key], rest)


def unwanted(table: Room) -> None:
    """Nobody is wanted out by anybody, and nobody is out."""
    for guest in table.guests:
        votes = guest.table.membership_votes
        assert votes.votes == (), f"peer {guest.number}"
        assert votes.epoch == 0
        assert not votes.changing


def run_unwanted(table: Room, ms: int) -> None:
    end_ms = table.now_ms + ms
    while table.now_ms < end_ms:
        table.run(200)
        unwanted(table)


def before_its_acknowledgement(table: Room, rolling: Guest) -> bool:
    cut(table)
    rolling.peer.play("roll")
    return True


def before_its_share(table: Room, rolling: Guest) -> bool:
    """Its acknowledgement has left, the luck has not come."""
    rolling.peer.play("roll")
    log = table.guests[CUT].seat.log
    while log.agreement.acknowledged is None:
        table.network.run_until(table.network.now + 0.001)
    cut(table)
    return False


Moment = Callable[[Room, Guest], bool]  # whether it owes something then


@pytest.mark.slow
@pytest.mark.parametrize("asleep_ms", [5000, 27_000, 60_000])
@pytest.mark.parametrize("moment", [before_its_acknowledgement, before_its_share])
@pytest.mark.parametrize("people", [3, 4])
@pytest.mark.every(4)
def test_a_roll_that_was_on_its_way_ends_when_the_cable_is_back_and_nobody_is_wanted_out(
    room: MakeRoom, people: int, moment: Moment, asleep_ms: int
) -> None:
    table = room(*[""] * people, seed=people).seat_all()
    rolling = roller(table)
    index = rolling.seat.log.index
    owes = moment(table, rolling)
    run_unwanted(table, asleep_ms)
    seat = table.guests[CUT].seat.seat
    if owes:
        assert Waiting(seat, Need.ACK) in rolling.table.waiting
    table.network.heal()

    def ended() -> bool:
        unwanted(table)
        logs = [guest.seat.log for guest in table.guests]
        return all(log.index > index and log.rounds.drawn for log in logs)

    table.run_until(ended, 10_000)
    run_unwanted(table, 30_000)
    assert len({guest.seat.position.digest() for guest in table.guests}) == 1
    for guest in table.guests:
        assert {view.presence for view in guest.table.seats} == {Presence.HERE}
        assert not [wait for wait in guest.table.waiting if wait.need is not Need.MOVE]


@pytest.mark.slow
def test_who_comes_back_and_keeps_its_part_back_is_here_and_owes_and_goes_by_clicks(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a liar would; on all screens it is the one that is waited for."""
    table = room("", "", "", seed=3).seat_all()
    rolling = roller(table)
    cut(table)
    rolling.peer.play("roll")
    table.run(27_000)
    withholding = table.guests[CUT].seat
    monkeypatch.setattr(withholding.log.agreement, "_acknowledge", lambda flight: None)
    table.network.heal()
    run_unwanted(table, 120_000)
    honest = [guest for guest in table.guests if guest.number != CUT]
    for guest in honest:
        assert guest.table.waiting == (Waiting(withholding.seat, Need.ACK),)
        assert guest.table.seats[withholding.seat].presence is Presence.HERE
        assert withholding.seat in guest.table.membership_votes.removable
    for guest in honest:
        guest.peer.go_on_without(withholding.seat)
    wants = honest[0].seat.replica.epoch_change.wants.retransmissions
    own = honest[0].seat.log.voter
    assert own is not None
    assert [read_body(WantBody, want.body).why for want in wants(own)] == ["owing"]  # type: ignore[attr-defined]
    table.run_until(lambda: all(g.table.seats[withholding.seat].ghost for g in honest), 20_000)
    assert all(guest.seat.log.epoch.is_debtor(withholding.seat) for guest in honest)


def cut_link(room: Room, monkeypatch: pytest.MonkeyPatch, one: int, other: int) -> None:
    """Nothing passes any more over the link of these two, and neither is told."""
    keys = {room.guests[one].key, room.guests[other].key}
    send = room.network._send

    def carried(sender: MemoryTransport, key: bytes, payload: bytes) -> bool:
        return {sender.key, key} == keys or send(sender, key, payload)

    monkeypatch.setattr(room.network, "_send", carried)


@pytest.mark.slow
def test_who_restarts_and_does_not_hear_one_of_the_others_plays_on_and_sees_it_here(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("", "", "").seat_all()

    def further(lines: int) -> None:
        end = table.guests[0].seat.log.index + lines

        table.play_until(lambda: all(guest.seat.log.index >= end for guest in table.guests))

    further(4)
    table.kill(1)
    table.run(500)
    cut_link(table, monkeypatch, 1, 2)
    table.restart(1)
    further(9)
    seats = [seat.key for seat in table.guests[1].seat.game_start.genesis.seats]
    for here, there in ((1, 2), (2, 1)):
        view = table.guests[here].table
        assert view.seats[seats.index(table.guests[there].key)].presence is Presence.HERE
        assert view.membership_votes.epoch == 0
        assert not view.membership_votes.votes
