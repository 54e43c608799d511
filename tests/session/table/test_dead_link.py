"""Two peers that do not hear each other, at a table whose others hear both."""

from __future__ import annotations

import pytest

from camelnet.session.api.facts import Presence
from tests.net.memory import MemoryTransport
from tests.session.conftest import MakeRoom
from tests.session.room import Room


def cut(room: Room, monkeypatch: pytest.MonkeyPatch, one: int, other: int) -> None:
    """Nothing passes any more over the link of these two, and neither is told."""
    keys = {room.guests[one].key, room.guests[other].key}
    send = room.network._send

    def carried(sender: MemoryTransport, key: bytes, payload: bytes) -> bool:
        return {sender.key, key} == keys or send(sender, key, payload)

    monkeypatch.setattr(room.network, "_send", carried)


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
    cut(table, monkeypatch, 1, 2)
    table.restart(1)
    further(9)
    seats = [seat.key for seat in table.guests[1].seat.game_start.genesis.seats]
    for here, there in ((1, 2), (2, 1)):
        view = table.guests[here].table
        assert view.seats[seats.index(table.guests[there].key)].presence is Presence.HERE
        assert view.membership_votes.epoch == 0
        assert not view.membership_votes.votes
