"""The connections to one peer: elects the active one, and keeps frames in order when it changes.

Both sides dial, so two connections often appear at once. Among those heard within 2 s, the one
dialled by the lower key stays (of several such, the one dialled last). The side that switches sends
RETIRE as its last frame on the connection that it leaves; the receiver parks what arrives on the
new one until that last frame is in. So a switch neither repeats, loses nor reorders frames, unless
a connection breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from camelnet.i18n import N_
from camelnet.net.connection import Connection, State
from camelnet.net.rate import Throttle

LIVE_S: Final = 2.0
RETIRED_S_MAX: Final = 5.0
CONNECTIONS_MAX: Final = 8  # per peer
_PARKED_BYTES_MAX: Final = 1024 * 1024
_TOO_MANY: Final = N_("The peer at {address} has opened too many connections.")
_LEFT_ALONE: Final = N_("The peer at {address} changed to a connection that never came.")


class Links:
    """All open connections between `mine` and `key`; `deliver(key, payload)` takes frames."""

    def __init__(
        self, *, mine: bytes, key: bytes, deliver: Callable[[bytes, bytes], None], now: float
    ) -> None:
        self.key = key
        self.up_since = now
        self.current: Connection | None = None  # the connection on which we send
        self.all: list[Connection] = []
        self.throttle = Throttle(now)  # shared by all connections
        self.sought = False  # no connection is live, and we have asked for another one
        self._mine = mine
        self._deliver = deliver

    def add(self, connection: Connection, now: float) -> None:
        """Add a connection whose peer has greeted; cut it if there are too many."""
        self.all.append(connection)
        if len(self.all) > CONNECTIONS_MAX:
            connection.cut(_TOO_MANY)
        self.choose(now)

    def lives(self, now: float) -> bool:
        """True if something arrived lately on any connection."""
        return any(c.state is State.OPEN and _is_live(c, now) for c in self.all)

    def remove(self, connection: Connection, now: float) -> None:
        """Remove a closed connection. Its parked frames are older than any that other connections
        bring."""
        self.all.remove(connection)
        self._release(connection)
        self.choose(now)

    def receive(self, connection: Connection, payload: bytes, now: float) -> None:
        """Deliver one frame, or park it while an older connection may still bring frames."""
        parked = connection.parked_bytes + len(payload)
        if not self._must_wait(connection, now) or parked > _PARKED_BYTES_MAX:
            self._release(connection)
            self._deliver(self.key, payload)
        else:
            connection.parked.append(payload)
            connection.parked_bytes = parked

    def choose(self, now: float) -> None:
        """Elect the active connection again. Call it on every event and tick."""
        usable = [c for c in self.all if c.state is State.OPEN and not c.retired_out]
        if usable:
            staying = [c for c in usable if not c.retired_in] or usable
            live = [c for c in staying if _is_live(c, now)] or staying
            best = max(live, key=self._preference)
            for other in usable:
                if other is not best:
                    other.retire()
            self.current = best
        else:
            self.current = None
        for connection in list(self.all):
            if connection.retired_in and connection.retired_out:
                connection.close()
            elif connection.retired_in and now - connection.retired_at > RETIRED_S_MAX:
                connection.cut(_LEFT_ALONE)
            elif connection.parked and not self._must_wait(connection, now):
                self._release(connection)

    def _preference(self, connection: Connection) -> tuple[bool, int]:
        dialled_by_lower = connection.dialled is (self._mine < self.key)
        return dialled_by_lower, connection.serial

    def _must_wait(self, connection: Connection, now: float) -> bool:
        """True while frames on this connection have to wait. Only the current one waits: the peer
        leaves the others for it, never it for them."""
        return connection is self.current and any(
            other is not connection
            and other.state is State.OPEN
            and not other.retired_in
            and _is_live(other, now)
            for other in self.all
        )

    def _release(self, connection: Connection) -> None:
        # Emptied first: a handler that sends may meet a full queue, and that changes the links.
        parked = list(connection.parked)
        connection.parked.clear()
        connection.parked_bytes = 0
        for payload in parked:
            self._deliver(self.key, payload)


def _is_live(connection: Connection, now: float) -> bool:
    return now - connection.heard <= LIVE_S
