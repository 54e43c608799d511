"""A network without sockets, for tests and simulation: the same interface, virtual time, one seed.

Every pair of peers has a link, each way in order and with delays of its own, so that frames from
different peers overtake each other. A link can break (its frames in flight are lost, both peers
hear of it, and it is up again a little later); a partition is silent at first, as with TCP; a peer
can sleep or crash. Everything happens in `run_until`; no handler is ever called from within a call
of the mesh. Equal seeds and equal calls give equal runs.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from camelnet.i18n import Message, message
from camelnet.net.mesh import CLOSED_BY_PEER, PAYLOAD_BYTES_MAX, Favour, Handler

SILENT_S_MAX: Final = 6.0
QUEUE_BYTES_MAX: Final = 1024 * 1024
_RECONNECT_S_MIN: Final = 0.2
_RECONNECT_S_MAX: Final = 1.0
_LOST: Final = "The connection to {address} was lost."
_SILENT: Final = "Nothing was heard from {address} for {seconds} seconds."
_QUEUE_FULL: Final = "The peer at {address} stopped receiving and was disconnected."


@dataclass(slots=True, eq=False)
class _Link:
    """One direction of a connection. A broken connection is never used again: frames and notices
    with an older `number` are dropped when they are due."""

    ready_at: float = 0.0  # the arrival time of the last frame sent so far
    queued_bytes: int = 0
    held: list[bytes] = field(default_factory=list)  # frames sent into a partition


@dataclass(slots=True, eq=False)
class _Pair:
    """The link between two peers; `low` and `high` are their keys in order."""

    low: bytes
    high: bytes
    number: int = 0  # counts connections
    up: bool = False
    cut_since: float | None = None  # start of the partition between them
    ways: dict[bytes, _Link] = field(default_factory=dict)  # by sender


class MemoryTransport:
    """`mesh.Mesh` for one peer of a `MemoryNetwork`."""

    def __init__(self, network: MemoryNetwork, key: bytes, host: str, handler: Handler) -> None:
        self.key: Final = key
        self.port: Final = 40_000
        self.host: Final = host
        self.alive = True
        self.missed: tuple[str, tuple[str, ...]] | None = None
        self.plugged = True  # on a network; for its other effects a test calls `part`
        self._network = network
        self._handler = handler
        self._up: dict[bytes, int] = {}  # told to the handler: connection numbers by peer
        self._asleep_since: float | None = None
        self._missed: list[Callable[[], None]] = []  # calls that arrived during sleep

    def addresses(self) -> tuple[str, ...]:
        """One made-up address."""
        return (f"{self.host}:{self.port}",)

    def has_network(self) -> bool:
        """The value that a test has set."""
        return self.plugged

    def missed_network(self) -> tuple[str, tuple[str, ...]] | None:
        """The value that a test has set."""
        return self.missed

    def add_address(
        self, host: str, port: int, *, key: bytes | None = None, quiet: bool = False
    ) -> None:
        """Does nothing: in memory every peer is connected to every other."""

    def hear_of(self, key: bytes | None, host: str, port: int, *, teller: bytes | None) -> None:
        """Does nothing; see `add_address`."""

    def favour(self, peers: Mapping[bytes, Favour]) -> None:
        """Does nothing: in memory there are no limits on rates."""

    def charge(self, key: bytes, frames: int) -> None:
        """Does nothing; see `favour`."""

    def send(self, key: bytes, payload: bytes) -> bool:
        """Queue one frame; False if `key` is not connected as far as this peer knows, if the frame
        is empty or too large, or if the queue is full."""
        if not 0 < len(payload) <= PAYLOAD_BYTES_MAX:
            return False
        return self.alive and key in self._up and self._network._send(self, key, payload)

    def peers(self) -> tuple[bytes, ...]:
        """The keys connected now, sorted."""
        return tuple(sorted(self._up))

    def key_at(self, host: str, port: int) -> bytes | None:
        """The connected peer with this made-up address."""
        return next((key for key in self._up if self.address_of(key) == (host, port)), None)

    def address_of(self, key: bytes) -> tuple[str, int] | None:
        """The made-up address of a connected peer."""
        other = self._network.transport(key)
        return None if key not in self._up or other is None else (other.host, other.port)

    def _when_awake(self, act: Callable[[], None]) -> None:
        if not self.alive:
            return
        if self._asleep_since is None:
            act()
        else:
            self._missed.append(act)

    def _wake(self) -> None:
        self._asleep_since = None
        missed, self._missed = self._missed, []
        for act in missed:
            self._when_awake(act)  # this call may bring a crash or a new sleep

    def _told_up(self, other: MemoryTransport, number: int) -> None:
        self._up[other.key] = number
        self._handler.peer_up(other.key, other.host, other.port)

    def _told_down(self, key: bytes, number: int, why: Message) -> None:
        if self._up.get(key) == number:
            del self._up[key]
            self._handler.peer_down(key, why)

    def _told(self, key: bytes, number: int, payload: bytes) -> None:
        if self._up.get(key) == number:
            self._handler.received(key, payload)


class MemoryNetwork:
    """All peers, their links and the clock. Draws a new delay for every frame."""

    def __init__(self, seed: int, *, delay_s_min: float = 0.001, delay_s_max: float = 0.05) -> None:
        self.now = 0.0
        self.delivered = 0
        self._random = random.Random(seed)
        self._delay = (delay_s_min, delay_s_max)
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = 0
        self._joined = 0
        self._transports: dict[bytes, MemoryTransport] = {}
        self._pairs: dict[tuple[bytes, bytes], _Pair] = {}

    # --- time -------------------------------------------------------------------------------

    def call_at(self, when: float, act: Callable[[], None]) -> None:
        """Run `act` at `when` (never earlier than now); equal times keep the order of calls."""
        self._order += 1
        heapq.heappush(self._events, (max(when, self.now), self._order, act))

    def run_until(self, when: float) -> None:
        """Let everything happen that is due at or before `when`."""
        while self._events and self._events[0][0] <= when:
            self.now, _order, act = heapq.heappop(self._events)
            act()
        self.now = max(self.now, when)

    # --- peers ------------------------------------------------------------------------------

    def join(self, key: bytes, handler: Handler, *, host: str = "") -> MemoryTransport:
        """Add a peer, or bring one back after `crash`; links to all others come up soon. `host`: an
        address that several peers may share; left out, the peer gets one of its own."""
        assert key not in self._transports
        self._joined += 1
        host = host or f"10.0.{self._joined // 250}.{self._joined % 250 + 1}"
        self._transports[key] = MemoryTransport(self, key, host, handler)
        for other in sorted(self._transports):
            if other != key:
                self._connect_soon(self._pair(key, other))
        return self._transports[key]

    def crash(self, key: bytes) -> None:
        """Remove a peer without a word: it hears nothing more, and the others lose it."""
        self._take_away(key, _LOST)

    def close(self, key: bytes) -> None:
        """Remove a peer in order: what it has sent arrives, then its goodbye."""
        self.run_until(self.now + self._delay[1])
        self._take_away(key, CLOSED_BY_PEER)

    def _take_away(self, key: bytes, why: str) -> None:
        gone = self._transports.pop(key)
        gone.alive = False
        for other in sorted(self._transports):
            pair = self._pair(key, other)
            if pair.cut_since is None:
                self._break(pair, why)

    def transport(self, key: bytes) -> MemoryTransport | None:
        """The peer with that key, None if it has not joined or has crashed."""
        return self._transports.get(key)

    def sleep(self, key: bytes) -> None:
        """Hold everything for that peer, as SIGSTOP does; after 6 s the others give it up. The
        caller must not let the sleeper act: it could still send."""
        sleeper = self._transports[key]
        since = sleeper._asleep_since = self.now

        def give_up() -> None:
            if sleeper.alive and sleeper._asleep_since == since:
                for pair in self._pairs_of(key):
                    self._break(pair, _SILENT, seconds=int(SILENT_S_MAX))

        self.call_at(self.now + SILENT_S_MAX, give_up)

    def wake(self, key: bytes) -> None:
        """Tell a sleeper all that it missed, and reconnect it to the peers that gave it up."""
        self.call_at(self.now, self._transports[key]._wake)
        for pair in self._pairs_of(key):
            if not pair.up:
                self._connect_soon(pair)

    # --- damage -----------------------------------------------------------------------------

    def drop(self, one: bytes, other: bytes) -> None:
        """Break the connection now: frames in flight are lost, and it comes back soon."""
        self._break(self._pair(one, other), _LOST)

    def part(self, *groups: Iterable[bytes]) -> None:
        """Silence the links between the groups. A partition healed in time loses nothing; after 6 s
        both sides give up the connection, and it comes back after `heal`."""
        sides = {key: side for side, group in enumerate(groups) for key in group}
        for (low, high), pair in sorted(self._pairs.items()):
            if low in sides and high in sides and sides[low] != sides[high]:
                self._part(pair)

    def heal(self) -> None:
        """End the partition."""
        for _keys, pair in sorted(self._pairs.items()):
            if pair.cut_since is not None:
                pair.cut_since = None
                if not self._both_here(pair):
                    self._break(pair, _LOST)
                elif pair.up:
                    self._flush(pair)
                else:
                    self._connect_soon(pair)

    # --- inside -----------------------------------------------------------------------------

    def _pair(self, one: bytes, other: bytes) -> _Pair:
        low, high = sorted((one, other))
        pair = self._pairs.get((low, high))
        if pair is None:
            pair = self._pairs[low, high] = _Pair(low, high)
        return pair

    def _pairs_of(self, key: bytes) -> list[_Pair]:
        return [pair for keys, pair in sorted(self._pairs.items()) if key in keys]

    def _both_here(self, pair: _Pair) -> bool:
        return pair.low in self._transports and pair.high in self._transports

    def _asleep(self, key: bytes) -> bool:
        return self._transports[key]._asleep_since is not None

    def _connect_soon(self, pair: _Pair) -> None:
        when = self.now + self._random.uniform(_RECONNECT_S_MIN, _RECONNECT_S_MAX)
        self.call_at(when, lambda: self._connect(pair))

    def _connect(self, pair: _Pair) -> None:
        if pair.up or pair.cut_since is not None or not self._both_here(pair):
            return
        if self._asleep(pair.low) or self._asleep(pair.high):
            return  # `wake` connects it again
        pair.up = True
        pair.number += 1
        pair.ways = {pair.low: _Link(self.now), pair.high: _Link(self.now)}
        for sender, receiver in ((pair.low, pair.high), (pair.high, pair.low)):
            way = pair.ways[sender]
            way.ready_at = self.now + self._random.uniform(*self._delay)
            self.call_at(way.ready_at, self._up_notice(pair, pair.number, sender, receiver))

    def _up_notice(
        self, pair: _Pair, number: int, sender: bytes, receiver: bytes
    ) -> Callable[[], None]:
        def tell() -> None:
            one, other = self._transports.get(receiver), self._transports.get(sender)
            if pair.up and pair.number == number and one is not None and other is not None:
                one._when_awake(lambda: one._told_up(other, number))

        return tell

    def _break(self, pair: _Pair, why: str, **values: str | int) -> None:
        """Tell both, each a little later; lose the frames in flight."""
        if pair.up:
            pair.up = False
            for receiver, sender in ((pair.low, pair.high), (pair.high, pair.low)):
                address = f"peer {sender.hex()[:8]}"
                notice = message(why, address=address, **values)
                self._tell_down(pair.number, receiver, sender, notice)
        self._connect_soon(pair)

    def _tell_down(self, number: int, receiver: bytes, sender: bytes, why: Message) -> None:
        one = self._transports.get(receiver)
        if one is not None:
            when = self.now + self._random.uniform(*self._delay)
            tell = partial(one._told_down, sender, number, why)
            self.call_at(when, lambda: one._when_awake(tell))

    def _part(self, pair: _Pair) -> None:
        if pair.cut_since is not None:
            return
        since = pair.cut_since = self.now

        def give_up() -> None:
            if pair.cut_since == since:
                self._break(pair, _SILENT, seconds=int(SILENT_S_MAX))

        self.call_at(self.now + SILENT_S_MAX, give_up)

    def _send(self, sender: MemoryTransport, key: bytes, payload: bytes) -> bool:
        pair = self._pair(sender.key, key)
        if not pair.up:
            return True  # broken, but the sender has not heard of it yet: lost
        way = pair.ways[sender.key]
        if way.queued_bytes + len(payload) > QUEUE_BYTES_MAX:
            self._break(pair, _QUEUE_FULL)
            return False
        way.queued_bytes += len(payload)
        self._carry(pair, sender.key, key, payload)
        return True

    def _carry(self, pair: _Pair, sender: bytes, receiver: bytes, payload: bytes) -> None:
        way, number = pair.ways[sender], pair.number
        way.ready_at = max(way.ready_at, self.now + self._random.uniform(*self._delay))

        def arrive() -> None:
            one = self._transports.get(receiver)
            if not pair.up or pair.number != number or one is None:
                return
            if way.held or pair.cut_since is not None:
                way.held.append(payload)
                return
            self._hand_over(one, way, partial(one._told, sender, number, payload), len(payload))

        self.call_at(way.ready_at, arrive)

    def _hand_over(
        self, one: MemoryTransport, way: _Link, tell: Callable[[], None], size: int
    ) -> None:
        def take() -> None:
            way.queued_bytes -= size
            self.delivered += 1
            tell()

        one._when_awake(take)

    def _flush(self, pair: _Pair) -> None:
        """Deliver the frames that a partition held back, before any later frame."""
        number = pair.number

        def drain(sender: bytes, receiver: bytes) -> None:
            one = self._transports.get(receiver)
            if one is None or not pair.up or pair.number != number or pair.cut_since is not None:
                return
            way = pair.ways[sender]
            held, way.held = way.held, []
            for payload in held:
                self._hand_over(one, way, partial(one._told, sender, number, payload), len(payload))

        for sender, receiver in ((pair.low, pair.high), (pair.high, pair.low)):
            when = self.now + self._random.uniform(*self._delay)
            self.call_at(when, partial(drain, sender, receiver))
