"""Links in memory on virtual time, with the seam of `camelnet.net.seam`: delay, sleep, cuts."""

from __future__ import annotations

import random

from camelnet.i18n import Message
from camelnet.net.seam import Handler

GONE = Message("the connection is gone")


class Links:
    """All links of a room. A frame takes 1 to 60 ms, in order on each link; a cut loses frames."""

    def __init__(self, source: random.Random) -> None:
        self.now_ms = 0
        self._random = source
        self._handlers: dict[bytes, Handler] = {}
        self._up: set[frozenset[bytes]] = set()
        self._asleep: set[bytes] = set()
        self._wire: list[tuple[int, int, bytes, bytes, bytes]] = []
        self._latest: dict[tuple[bytes, bytes], int] = {}
        self._count = 0

    def plug_in(self, key: bytes, handler: Handler) -> None:
        """Connect a peer with everybody."""
        others = list(self._handlers)
        self._handlers[key] = handler
        for other in others:
            self.mend(key, other)

    def unplug(self, key: bytes) -> None:
        """That peer is gone; the others see their connections end."""
        for other in list(self._handlers):
            if other != key:
                self.cut(key, other)
        del self._handlers[key]
        self._asleep.discard(key)

    def cut(self, one: bytes, other: bytes) -> None:
        """End a connection; what is under way is lost."""
        pair = frozenset((one, other))
        if pair not in self._up:
            return
        self._up.remove(pair)
        self._wire = [item for item in self._wire if frozenset(item[2:4]) != pair]
        for here, there in ((one, other), (other, one)):
            if here not in self._asleep:
                self._handlers[here].peer_down(there, GONE)

    def mend(self, one: bytes, other: bytes) -> None:
        self._up.add(frozenset((one, other)))
        for here, there in ((one, other), (other, one)):
            self._handlers[here].peer_up(there, "192.0.2.1", 40_000)

    def sleep(self, key: bytes) -> None:
        """Stop a peer without ending its connections: nothing is lost, nothing is handled."""
        self._asleep.add(key)

    def wake(self, key: bytes) -> None:
        self._asleep.discard(key)

    def is_awake(self, key: bytes) -> bool:
        """Plugged in and not asleep."""
        return key in self._handlers and key not in self._asleep

    def connected(self, key: bytes) -> tuple[bytes, ...]:
        return tuple(sorted(k for k in self._handlers if frozenset((k, key)) in self._up))

    def send(self, sender: bytes, to: bytes, payload: bytes) -> bool:
        if frozenset((sender, to)) not in self._up:
            return False
        due_ms = max(self.now_ms + self._random.randrange(1, 60), self._latest.get((sender, to), 0))
        self._latest[sender, to] = due_ms
        self._count += 1
        self._wire.append((due_ms, self._count, sender, to, payload))
        return True

    def step(self, ms: int) -> None:
        """Let time pass, and deliver what is due to whoever is awake."""
        self.now_ms += ms
        due = sorted(
            item for item in self._wire if item[0] <= self.now_ms and item[3] not in self._asleep
        )
        taken = set(due)
        self._wire = [item for item in self._wire if item not in taken]
        for _, _, sender, to, payload in due:
            if to in self._handlers:
                self._handlers[to].received(sender, payload)


class Link:
    """One peer's mesh."""

    port = 40_000

    def __init__(self, links: Links, key: bytes) -> None:
        self._links = links
        self._key = key

    def addresses(self) -> tuple[str, ...]:
        return ("192.0.2.1:40000",)

    def add_address(self, host: str, port: int, *, key: bytes | None = None) -> None:
        pass

    def forget(self, key: bytes) -> None:
        pass

    def send(self, key: bytes, payload: bytes) -> bool:
        return self._links.send(self._key, key, payload)

    def peers(self) -> tuple[bytes, ...]:
        return self._links.connected(self._key)

    def address_of(self, key: bytes) -> tuple[str, int] | None:
        return ("192.0.2.1", 40_000)
