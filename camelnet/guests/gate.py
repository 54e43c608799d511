"""The listening socket: who comes too often is hung up on, before any work is done for it.

asyncio's selector loop asks a listening socket for connections by `accept`. A refused connection
costs one call of the system, and a pause follows some of them, so that a flood waits in the
system's queue and the table's threads keep the processor.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections import Counter
from collections.abc import Collection
from typing import Any, Final

from camelnet.net.address import host_of
from camelnet.net.admission import Admission

OPEN_PER_HOST_MAX: Final = 24
OPEN_MAX: Final = 96
_REFUSALS: Final = 16  # before a pause
_PAUSE_S: Final = 0.005


class Gate(socket.socket):
    """A listening socket that admits as many connections as one phone needs, and a house of
    them."""

    def __init__(self, host: str, port: int, friends: Collection[str]) -> None:
        """`friends`: hosts where a guest's phone was lately; they need not wait behind strangers.
        Raises OSError."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.create_server((host, port), family=family, backlog=128)
        super().__init__(bound.family, bound.type, bound.proto, fileno=bound.detach())
        self.setblocking(False)
        self._friends = friends
        self._admission = Admission()
        self._open: list[tuple[socket.socket, str]] = []

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that may come in. Raises BlockingIOError where there is none."""
        for _ in range(_REFUSALS):
            accepted, where = super().accept()
            host = host_of(where)
            if self._admits(host):
                self._open.append((accepted, host))
                return accepted, where
            with contextlib.suppress(OSError):
                accepted.close()
        time.sleep(_PAUSE_S)
        raise BlockingIOError

    def _admits(self, host: str) -> bool:
        self._open = [(one, of) for one, of in self._open if one.fileno() != -1]
        of_hosts = Counter(of for _one, of in self._open)
        friend = host in self._friends
        if of_hosts[host] >= OPEN_PER_HOST_MAX or (len(self._open) >= OPEN_MAX and not friend):
            return False
        now = time.monotonic()
        return self._admission.knock(host, now, accepted=len(self._open), friend=friend) is None
