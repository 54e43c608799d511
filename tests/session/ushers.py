"""Ushers for the bots of a room: what programs without a person do in its lobby and at tables."""

from __future__ import annotations

from collections.abc import Callable

from camelnet.session.peer.seating_policy import SeatingPolicy
from tests.session.room import Room


class Ushers:
    """All bots of a room, each led by an usher; `done`: the numbers of those that are."""

    def __init__(self, room: Room, *, table: str | None = None, once: bool = False) -> None:
        self._room = room
        self.done: set[int] = set()
        self._ushers = {
            guest.number: SeatingPolicy(guest.peer, table=table, once=once)
            for guest in room.guests
            if room.levels[guest.number]
        }

    def run(self, ms: int, *, tick_ms: int = 200) -> None:
        end_ms = self._room.now_ms + ms
        while self._room.now_ms < end_ms:
            self._room.run(tick_ms, tick_ms=tick_ms)
            for number, usher in self._ushers.items():
                guest = self._room.guests[number]
                if guest.awake and number not in self.done:
                    usher.see(guest.lobby)
                    if usher.tick(self._room.now_ms):
                        self.done.add(number)

    def run_until(self, so: Callable[[], bool], limit_ms: int = 3_000_000) -> None:
        """Until something is so; people play."""
        end_ms = self._room.now_ms + limit_ms
        while not so():
            assert self._room.now_ms < end_ms, "it never came to that"
            self._room.play_on()
            self.run(200)
