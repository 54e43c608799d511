"""From a full and ready table to a begun game: signatures, then nonces, gathered from all seats.

Times are milliseconds of the session's clock.
"""

from __future__ import annotations

from dataclasses import dataclass

from camelnet.protocol.founding import Beginning, Founding, distinct
from camelnet.protocol.lobby import LobbyState
from camelnet.protocol.messages import Genesis, game_id
from camelnet.protocol.suite import Signer, Suite

BEGINNINGS_MAX = 8
NAMED_AFTER_MS = 3_000  # so long nobody is named for not having signed
RETRY_AFTER_MS = 6_000  # so long we wait for nonces before we sit down anew
LAPSE_AFTER_MS = 60_000


@dataclass(frozen=True, slots=True)
class _UnderWay:
    beginning: Beginning
    since_ms: int


class Beginnings:
    """The geneses under way that name me. `outbox` collects (key, frame) to send."""

    def __init__(self, *, lobby: LobbyState, signer: Signer, suite: Suite) -> None:
        self.outbox: list[tuple[bytes, Genesis]] = []
        self._lobby = lobby
        self._signer = signer
        self._suite = suite
        self._under_way: dict[bytes, _UnderWay] = {}
        self._opened: dict[bytes, bytes] = {}  # my commitment -> the one genesis it is opened for

    def look(self, frame: Genesis) -> Beginning | None:
        """The genesis that a frame is about; None if I have no seat in it. Raises `Refusal`."""
        for item in self._under_way.values():
            if item.beginning.body == frame.body:
                return item.beginning
        beginning = Beginning(self._suite, frame.body)
        return None if self._seat_in(beginning) is None else beginning

    def take(self, beginning: Beginning, frame: Genesis, now_ms: int) -> Founding | None:
        """What a frame adds to a genesis; the founding once it is whole. Raises `Refusal`."""
        known = beginning.frame()
        beginning.take(frame)
        return self._further(beginning, now_ms, known)

    def sign_mine(self, now_ms: int) -> Founding | None:
        """Sign the genesis that my table is ready for, if that is still to do."""
        self._renew()
        mine = self._lobby.genesis()
        self._under_way = {
            key: item
            for key, item in self._under_way.items()
            if item.beginning.body == mine
            or (item.beginning.complete and now_ms < item.since_ms + LAPSE_AFTER_MS)
        }
        if mine is None or any(item.beginning.body == mine for item in self._under_way.values()):
            return None
        return self._further(Beginning(self._suite, mine), now_ms, None)

    def push(self, now_ms: int) -> None:
        """Send all that is known again, for some of it may have been lost. Where nonces are kept
        back for long, sit down with a new commitment: that makes another genesis."""
        for item in self._under_way.values():
            self._send(item.beginning)
        mine = self._mine()
        if mine and mine.beginning.complete and now_ms >= mine.since_ms + RETRY_AFTER_MS:
            self._sit_anew()

    def lacking(self, now_ms: int) -> tuple[str, ...]:
        """The names of those for whose signature or nonce my table has waited for a while."""
        mine = self._mine()
        if mine is None or now_ms < mine.since_ms + NAMED_AFTER_MS:
            return ()
        names = distinct(seat.name for seat in mine.beginning.genesis.seats)
        return tuple(names[seat] for seat in mine.beginning.lacking())

    def _renew(self) -> None:
        """Once opened, a commitment serves its genesis alone: when my table has come to another
        (somebody left, somebody else sat down), take a fresh one before signing anything."""
        chair, mine = self._lobby.mine.chair, self._lobby.genesis()
        opened_for = self._opened.get(chair.commitment) if chair else None
        if opened_for is not None and (mine is None or opened_for != game_id(mine)):
            self._sit_anew()

    def _sit_anew(self) -> None:
        chair = self._lobby.mine.chair
        assert chair is not None
        self._lobby.sit(chair.table, chair.seat, ready=chair.ready)

    def _mine(self) -> _UnderWay | None:
        body = self._lobby.genesis()
        found = (item for item in self._under_way.values() if item.beginning.body == body)
        return next(found, None)

    def _further(self, beginning: Beginning, now_ms: int, known: Genesis | None) -> Founding | None:
        """Sign, open, begin: whatever this genesis is ready for. Tell the others only what is new
        since `known`: an answer to every frame would be answered in turn, without end."""
        seat = self._seat_in(beginning)
        assert seat is not None, "looked at before"
        mine = beginning.body == self._lobby.genesis()
        if mine:
            beginning.sign(seat, self._signer.sign(beginning.body))
        if not mine and not beginning.complete:
            return None  # my table is not ready for that one
        if beginning.complete:
            self._open(beginning, seat)
        if beginning.frame() != known:
            self._send(beginning)
        if (founding := beginning.founding) is not None:
            self._under_way.clear()
            return founding
        self._under_way.setdefault(beginning.id, _UnderWay(beginning, now_ms))
        while len(self._under_way) > BEGINNINGS_MAX:
            self._under_way.pop(next(iter(self._under_way)))
        return None

    def _open(self, beginning: Beginning, seat: int) -> None:
        """Open my nonce, once and for one genesis only: whoever holds back its own cannot make two
        complete ones out of one commitment of mine."""
        commitment = beginning.genesis.seats[seat].commitment
        nonce = self._lobby.nonce_for(commitment)
        if nonce is not None and self._opened.setdefault(commitment, beginning.id) == beginning.id:
            beginning.open(seat, nonce)
        while len(self._opened) > BEGINNINGS_MAX:
            self._opened.pop(next(iter(self._opened)))

    def _seat_in(self, beginning: Beginning) -> int | None:
        seats = beginning.genesis.seats
        return next((n for n, seat in enumerate(seats) if seat.key == self._signer.key), None)

    def _send(self, beginning: Beginning) -> None:
        for seat in beginning.genesis.seats:
            if seat.key != self._signer.key:
                self.outbox.append((seat.key, beginning.frame()))
