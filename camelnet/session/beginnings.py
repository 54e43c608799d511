"""From a full and ready table to a begun game: signatures, then nonces, gathered from all seats."""

from __future__ import annotations

from camelnet.protocol.founding import Beginning, Founding
from camelnet.protocol.lobby import LobbyState
from camelnet.protocol.messages import Genesis
from camelnet.protocol.suite import Signer, Suite

BEGINNINGS_MAX = 8


class Beginnings:
    """The geneses under way that name me. `outbox` collects (key, frame) to send."""

    def __init__(self, *, lobby: LobbyState, signer: Signer, suite: Suite) -> None:
        self.outbox: list[tuple[bytes, Genesis]] = []
        self._lobby = lobby
        self._signer = signer
        self._suite = suite
        self._under_way: dict[bytes, Beginning] = {}

    def look(self, frame: Genesis) -> Beginning | None:
        """The genesis that a frame is about; None if I have no seat in it. Raises `Refusal`."""
        for beginning in self._under_way.values():
            if beginning.body == frame.body:
                return beginning
        beginning = Beginning(self._suite, frame.body)
        return None if self._seat_in(beginning) is None else beginning

    def take(self, beginning: Beginning, frame: Genesis) -> Founding | None:
        """What a frame adds to a genesis; the founding once it is whole. Raises `Refusal`."""
        beginning.take(frame)
        return self._further(beginning)

    def sign_mine(self) -> Founding | None:
        """Sign the genesis that my table is ready for, if that is still to do."""
        mine = self._lobby.genesis()
        self._under_way = {
            key: item for key, item in self._under_way.items() if item.complete or item.body == mine
        }
        if mine is None or any(item.body == mine for item in self._under_way.values()):
            return None
        return self._further(Beginning(self._suite, mine))

    def push(self) -> None:
        """Send all that is known again: some of it may have been lost."""
        for beginning in self._under_way.values():
            self._send(beginning)

    def _further(self, beginning: Beginning) -> Founding | None:
        """Sign, open, begin: whatever this genesis is ready for."""
        seat = self._seat_in(beginning)
        assert seat is not None, "looked at before"
        mine = beginning.body == self._lobby.genesis()
        if mine:
            beginning.sign(seat, self._signer.sign(beginning.body))
        if not mine and not beginning.complete:
            return None  # my table is not ready for that one
        if beginning.complete:
            nonce = self._lobby.nonce_for(beginning.genesis.seats[seat].commitment)
            if nonce is not None:
                beginning.open(seat, nonce)
        self._send(beginning)
        if (founding := beginning.founding) is not None:
            self._under_way.clear()
        elif len(self._under_way) < BEGINNINGS_MAX:
            self._under_way[beginning.id] = beginning
        return founding

    def _seat_in(self, beginning: Beginning) -> int | None:
        seats = beginning.genesis.seats
        return next((n for n, seat in enumerate(seats) if seat.key == self._signer.key), None)

    def _send(self, beginning: Beginning) -> None:
        for seat in beginning.genesis.seats:
            if seat.key != self._signer.key:
                self.outbox.append((seat.key, beginning.frame()))
