"""The mesh over sockets: listens, dials, and keeps one TLS connection to every peer.

A peer's identity is its Ed25519 key, proven by TLS 1.3 (`certificate`). This module binds the
parts: `dialler` (addresses), `connection` (one socket), `links` (the choice among a peer's
sockets). It carries opaque frames and knows nothing of their meaning.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.i18n import N_, Message, message
from camelnet.net.address import show_address
from camelnet.net.admission import MADE_ROOM, STILL_BANNED, TOO_MANY_STRANGERS, Admission
from camelnet.net.certificate import client_context, raw_public_key, server_context
from camelnet.net.connection import Connection, State
from camelnet.net.dialler import Dialler
from camelnet.net.framing import Kind
from camelnet.net.interfaces import (
    has_network,
    is_dialable,
    is_loopback,
    is_nearby,
    is_this_computer,
    local_addresses,
    network_name,
    other_networks,
    own_hosts,
    with_scopes,
)
from camelnet.net.links import LIVE_S, Links
from camelnet.net.listeners import Listeners
from camelnet.net.mesh import PAYLOAD_BYTES_MAX, Favour, Handler
from camelnet.net.rate import COMPANY, SEAT, Bucket, share_of_others
from camelnet.net.wakeups import Wakeup, Wakeups

GREETING_S_MAX: Final = 5.0
PING_S: Final = 1.5  # longer than the gaps between the session's own frames while all is well
SILENT_S_MAX: Final = 6.0
FLUSH_S_MAX: Final = 1.0
STRAIN_S_MAX: Final = 10.0  # for a favoured peer at the limit of its rate, without a pause
COMPLAINTS_PER_S: Final = 1 / 30  # about peers that connect to us
COMPLAINTS_BURST: Final = 2
_FRIENDS_MAX: Final = 32
_TICK_S: Final = 0.5  # up to four times as long while nothing is due
_STALL_S: Final = 2.0  # a tick this late means that we slept, not that others did
_BACKLOG_S: Final = 1.0  # after a stall: connections made meanwhile arrive all at once
_GOOD_CONNECTION_S: Final = 2.0
_LOOK_S: Final = 2.0  # between two looks at this computer's addresses
_SLACK_S: Final = 1.0  # a tick may come this much sooner, if the loop is awake anyway
_MYSELF: Final = N_("{address} is this computer's own address.")
_SLOW_GREETING: Final = N_("A peer at {address} did not identify itself and was disconnected.")
_SLOW_FRAME: Final = N_("A peer at {address} sent a frame too slowly and was disconnected.")
_SILENT: Final = N_("Nothing was heard from {address} for {seconds} seconds.")
_TOO_FAST: Final = N_("The peer at {address} kept sending too much and was disconnected.")
_MOVED: Final = N_("The network that connected to {address} is gone.")


class Transport:
    """The mesh over sockets: implements `mesh.Mesh`, and calls a `mesh.Handler`.

    Everything happens in the thread of the loop that ran `start`. After `stop` the handler gets no
    more calls.
    """

    def __init__(
        self,
        *,
        private_key: Ed25519PrivateKey,
        handler: Handler,
        interface: str | None = None,
        ports: Iterable[int] = (0,),
        wakeups: Wakeups | None = None,
    ) -> None:
        """`ports`: the first of them that is free; 0: any. `wakeups`: the timers to go off together
        with ours; None: no others."""
        self.key: Final = raw_public_key(private_key.public_key())
        self.port = 0  # from `start` on the one where we listen
        self._ports = tuple(ports)
        self._handler = handler
        self._interface = interface
        self._server_context = server_context(private_key)
        self._client_context = client_context(private_key)
        self._listeners = Listeners(admits=self._admits, make=self._accept, interface=interface)
        self._admission = Admission()
        self._connections: set[Connection] = set()
        self._links: dict[bytes, Links] = {}
        self._favoured: Mapping[bytes, Favour] = {}
        self._friends: dict[str, None] = {}  # hosts of favoured peers, even past, the latest last
        self._dialler: Dialler | None = None
        self._dials = 0
        self._complaints: Bucket | None = None
        self._wakeups = wakeups or Wakeups()
        self._tick_timer: Wakeup | None = None
        self._next_tick = 0.0
        self._last_look = 0.0
        self._own: frozenset[tuple[int, str]] = frozenset()  # interface index and address
        self._told: tuple[str, ...] | None = None  # cached `addresses`, until the next look
        self._on_network = True
        self._woken_at = float("-inf")  # the last late tick: the program had been stopped
        self._mending: asyncio.Task[None] | None = None
        self._running = False

    # --- life -------------------------------------------------------------------------------

    async def start(self) -> None:
        """Bind and listen. Raises NetError if all the ports are in use, or `interface` is not an
        address of this computer."""
        loop = asyncio.get_running_loop()
        self.port = await self._listeners.start(self._ports)
        self._dialler = Dialler(
            make=self._make_dial,
            connected=self._reached,
            trouble=self._tell,
            local_host=self._interface,
        )
        self._last_look = loop.time()
        self._own = _own_addresses()
        self._on_network = has_network(self._interface)
        self._complaints = Bucket(
            per_s=COMPLAINTS_PER_S, burst=COMPLAINTS_BURST, now=self._last_look
        )
        self._running = True
        self._tick_in(_TICK_S)

    async def stop(self) -> None:
        """Close everything, within `FLUSH_S_MAX` and a moment."""
        self._running = False
        if self._tick_timer is not None:
            self._wakeups.cancel(self._tick_timer)
        if self._mending is not None:
            await self._mending
        await self._listeners.close()
        if self._dialler is not None:
            await self._dialler.stop()
        for connection in list(self._connections):
            connection.close()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + FLUSH_S_MAX
        while self._connections and loop.time() < deadline:
            await asyncio.sleep(0.01)
        for connection in list(self._connections):
            connection.abort()
        while self._connections:  # asyncio closes an aborted one in the next turn of the loop
            await asyncio.sleep(0)
        self._links.clear()

    # --- calls of the session ---------------------------------------------------------------

    def addresses(self) -> tuple[str, ...]:
        """Own addresses as "host:port", the best to tell others first."""
        if self._told is None:
            hosts = own_hosts(self._interface)
            self._told = tuple(show_address(host, self.port) for host in hosts)
        return self._told

    def has_network(self) -> bool:
        """True if this computer is on a network, by the last look."""
        return self._on_network

    def missed_network(self) -> tuple[str, tuple[str, ...]] | None:
        """The name of the one network that we were told to use, while it is out, and those of
        others that are connected; None without any of these."""
        others = () if self._on_network else other_networks(self._interface)
        return (network_name(self._interface or ""), others) if others else None

    def add_address(
        self, host: str, port: int, *, key: bytes | None = None, quiet: bool = False
    ) -> None:
        """Keep dialling until connected; dial again whenever that peer is lost. `quiet` for
        addresses from our own notes: they may be old, so a failure is no trouble. Only a person may
        give a computer's name. We leave out what is no address, and report it if a person has typed
        it."""
        if self._dialler is None or not self._running or key == self.key:
            return
        if 0 < port <= 65_535 and (is_dialable(host) if quiet else bool(host)):
            for scoped in with_scopes(host):
                self._dialler.add(scoped, port, key=key, quiet=quiet)
        elif not quiet:
            address = show_address(host, port)
            trouble = message(N_("{address} is not an address."), address=address)
            asyncio.get_running_loop().call_soon(self._tell, trouble)

    def hear_of(self, key: bytes | None, host: str, port: int, *, teller: bytes | None) -> None:
        """Note hearsay, of the peer `teller` or (None) of the network: `key` listens there. We
        believe it of numbers in the neighbourhood; of this computer's loopback only if the teller
        is on this computer, too: other tellers could have us try our own doors."""
        if self._dialler is None or not self._running or key == self.key:
            return
        if teller is not None and ("%" in host or not self._dialler.listens_to(teller)):
            return
        if not 0 < port <= 65_535 or not is_nearby(host):
            return
        if teller is not None and is_loopback(host) and not self._is_here(teller):
            return
        self._dialler.hear_of(host, port, key=key, teller=teller)

    def favour(self, peers: Mapping[bytes, Favour]) -> None:
        """Let these peers, and no others, send more and keep their places from now on."""
        if peers != self._favoured:
            self._favoured = dict(peers)
            self._share_out()

    def charge(self, key: bytes, frames: int) -> None:
        """Count the peer's latest frame as so many frames more: its next one waits that much
        longer."""
        if (links := self._links.get(key)) is not None:
            links.throttle.frame(self._now(), frames=frames)

    def send(self, key: bytes, payload: bytes) -> bool:
        """Queue one frame of 1 to `PAYLOAD_BYTES_MAX` bytes. False if it has another size, if that
        peer is not connected, or if its queue is full: then it is cut off and `peer_down`
        follows."""
        if not 0 < len(payload) <= PAYLOAD_BYTES_MAX:
            return False
        links = self._links.get(key)
        if links is None or links.current is None:
            return False
        return links.current.send(Kind.DATA, payload)

    def peers(self) -> tuple[bytes, ...]:
        """The keys connected now, sorted."""
        return tuple(sorted(self._links))

    def key_at(self, host: str, port: int) -> bytes | None:
        """The peer that answered at an address that we dialled."""
        return self._dialler.key_at(host, port) if self._dialler is not None else None

    def is_deaf(self, host: str, port: int) -> bool:
        """True if a dialled address has been silent several times in a row, and never answered."""
        return self._dialler is not None and self._dialler.is_deaf(host, port)

    def address_of(self, key: bytes) -> tuple[str, int] | None:
        """Host and listening port at which others may dial that peer; None if unknown."""
        links = self._links.get(key)
        for connection in links.all if links is not None else ():
            if connection.peer_port and not connection.scoped:
                return connection.host, connection.peer_port
        return self._dialler.address_of(key) if self._dialler is not None else None

    # --- callbacks of connections -----------------------------------------------------------

    def made(self, connection: Connection) -> None:
        """Note a new socket."""
        self._connections.add(connection)
        if not self._running:
            connection.cut(_MYSELF)

    def opened(self, connection: Connection) -> None:
        """Admit a peer, or cut it: both sides have shown their keys and greeted."""
        key = connection.key
        if not self._running:
            return
        assert self._dialler is not None
        if key == self.key:
            self._dialler.answered_myself(connection)
            connection.cut(_MYSELF)
            return
        self._dialler.answered(connection)
        links, now = self._links.get(key), self._now()
        if self._admission.banned(key, now):
            connection.cut(STILL_BANNED)
        elif links is not None:
            self._add_link(links, connection, now)
        elif key not in self._favoured and (
            trouble := self._admission.newcomer(connection.host, peers=self._places())
        ):
            connection.cut(trouble, fault=True)
        else:
            if key not in self._favoured:
                self._make_room(connection.host)
            links = Links(mine=self.key, key=key, deliver=self._deliver, now=now)
            self._links[key] = links
            self._add_link(links, connection, now)
            self._handler.peer_up(key, connection.host, connection.peer_port)

    def frame(self, connection: Connection, payload: bytes) -> None:
        """Take one DATA frame."""
        links = self._links.get(connection.key)
        if links is not None and connection in links.all:
            links.receive(connection, payload, self._now())
        self._wakeups.awake()

    def retired(self, connection: Connection) -> None:
        """Note that the peer leaves this connection for another."""
        links = self._links.get(connection.key)
        if links is not None:
            links.choose(self._now())

    def closed(self, connection: Connection, why: Message) -> None:
        """Note that the socket is gone."""
        self._connections.discard(connection)
        if not self._running:
            return
        assert self._dialler is not None
        self._dialler.failed(connection)
        knocked = not connection.dialled and self._is_knock(connection.born)
        if connection.fault and (connection.key or knocked):
            self._complain(why)
        links = self._links.get(connection.key)
        if links is None or connection not in links.all:
            if connection.dialled and connection.key not in (b"", self.key) and links is None:
                self._dialler.lost(connection.key, soon=False)  # there was no place for it
            return
        now = self._now()
        links.remove(connection, now)
        if not links.all:
            del self._links[connection.key]
            self._share_out()
            self._dialler.lost(connection.key, soon=now - links.up_since >= _GOOD_CONNECTION_S)
            self._handler.peer_down(connection.key, why)

    # --- inside -----------------------------------------------------------------------------

    def _add_link(self, links: Links, connection: Connection, now: float) -> None:
        connection.throttle = links.throttle
        links.add(connection, now)
        self._share_out()

    def _share_out(self) -> None:
        """Set the limits by who is here, and whom the session favours."""
        now, others = self._now(), self._places()
        share = share_of_others(len(others))
        for key, links in self._links.items():
            favour = self._favoured.get(key)
            if favour is None and key in others:
                links.throttle.limit(share, now)
            elif favour is not None:
                links.throttle.limit(SEAT if favour is Favour.SEAT else COMPANY, now)
                for connection in links.all:
                    self._friends.pop(connection.host, None)
                    self._friends[connection.host] = None
        while len(self._friends) > _FRIENDS_MAX:
            del self._friends[next(iter(self._friends))]

    def _places(self) -> dict[bytes, tuple[str, float]]:
        """The places taken: host and arrival time of each peer that is not favoured."""
        return {
            key: (links.all[0].host, links.up_since)
            for key, links in self._links.items()
            if links.all and key not in self._favoured
        }

    def _is_here(self, key: bytes) -> bool:
        """True if that peer is on this computer."""
        links = self._links.get(key)
        return links is not None and any(is_this_computer(each.host) for each in links.all)

    def _make_room(self, host: str) -> None:
        leaver = self._admission.makes_room(host, peers=self._places())
        if leaver is not None:
            for connection in list(self._links[leaver].all):
                connection.cut(MADE_ROOM)

    def _reached(self, key: bytes) -> bool:
        """True if a connection to that peer is live, so that we need no other."""
        links = self._links.get(key)
        return links is not None and links.lives(self._now())

    def _admits(self, host: str, port: int) -> bool:
        """True if a peer may connect from there."""
        accepted = [each for each in self._connections if not each.dialled]
        trouble = self._admission.knock(
            host, self._now(), accepted=len(accepted) + 1, friend=host in self._friends
        )
        if trouble is not None:
            if self._is_knock(self._now()):
                self._complain(message(trouble, address=show_address(host, port)))
            return False
        strangers = sorted(
            (each for each in accepted if each.is_stranger), key=lambda each: each.born
        )
        leaver = self._admission.makes_way(host, strangers=[each.host for each in strangers])
        if leaver is not None:
            strangers[leaver].cut(TOO_MANY_STRANGERS, fault=True)
        return True

    def _is_knock(self, born: float) -> bool:
        """True if a connection of that time came on its own, not in the backlog of a stall."""
        return born >= self._woken_at + _BACKLOG_S

    def _accept(self) -> Connection:
        return self._make(dialled=False)

    def _make_dial(self) -> Connection:
        self._dials += 1
        return self._make(dialled=True)

    def _make(self, *, dialled: bool) -> Connection:
        return Connection(
            owner=self,
            context=self._client_context if dialled else self._server_context,
            dialled=dialled,
            serial=self._dials if dialled else 0,
            listening_port=self.port,
        )

    def _deliver(self, key: bytes, payload: bytes) -> None:
        if self._running:
            self._handler.received(key, payload)

    def _tell(self, what: Message) -> None:
        if self._running:
            self._handler.trouble(what)

    def _complain(self, what: Message) -> None:
        # A peer that knocks a thousand times must not fill the screen.
        assert self._complaints is not None
        if self._complaints.try_take(1, self._now()):
            self._tell(what)

    def _tick(self) -> None:
        now = self._now()
        if now > self._next_tick + _STALL_S:
            self._woken_at = now
            for connection in self._connections:
                connection.heard = connection.born = now
        for connection in list(self._connections):
            self._look_at(connection, now)
        for links in list(self._links.values()):
            self._look_after(links, now)
        if now - self._last_look >= _LOOK_S * 3 / 4:
            self._last_look = now
            self._look_at_network()
        self._tick_in(max(_TICK_S, min(4 * _TICK_S, self._due(now) - now)))

    def _due(self, now: float) -> float:
        """The time of the next work if nothing arrives."""
        if any(
            len(each.all) > 1 or (each.key in self._favoured and each.throttle.strained_s(now))
            for each in self._links.values()
        ):
            return now
        return min((_due(connection) for connection in self._connections), default=float("inf"))

    def _tick_in(self, seconds: float) -> None:
        self._next_tick = self._now() + seconds
        self._tick_timer = self._wakeups.between(
            max(seconds / 2, seconds - _SLACK_S), seconds, self._tick
        )

    def _look_after(self, links: Links, now: float) -> None:
        assert self._dialler is not None
        if links.key in self._favoured and links.throttle.strained_s(now) > STRAIN_S_MAX:
            self._admission.ban(links.key, now)
            for connection in list(links.all):
                connection.cut(_TOO_FAST, fault=True)
            return
        links.choose(now)
        # Silent for two heartbeats: try another way before giving this one up.
        if links.lives(now):
            links.sought = False
        elif not links.sought:
            links.sought = True
            self._dialler.lost(links.key, soon=True)

    def _look_at_network(self) -> None:
        """Follow the interfaces: cut connections over addresses that are gone, and redial every
        target that failed so far."""
        own, before = _own_addresses(), self._own
        self._told = None
        was_on, self._on_network = self._on_network, has_network(self._interface)
        if self._mending is None or self._mending.done():
            self._mending = asyncio.get_running_loop().create_task(self._listeners.mend())
        if own == before and was_on == self._on_network:
            return
        self._own = own
        gone = {host for _index, host in before} - {host for _index, host in own}
        for connection in list(self._connections):
            if connection.own_host in gone:
                connection.cut(_MOVED)
        assert self._dialler is not None
        self._dialler.begin_afresh()

    def _look_at(self, connection: Connection, now: float) -> None:
        match connection.state:
            case State.HANDSHAKE | State.GREETING:
                if now - connection.born > GREETING_S_MAX:
                    connection.cut(_SLOW_GREETING, fault=True)
            case State.OPEN:
                if now - connection.heard <= SILENT_S_MAX:
                    if now - connection.sent >= PING_S:
                        connection.send(Kind.PING)
                elif connection.mid_frame:
                    connection.cut(_SLOW_FRAME, fault=True)
                else:
                    connection.cut(_SILENT, seconds=int(SILENT_S_MAX))
            case State.CLOSED:
                if now - connection.since > FLUSH_S_MAX:
                    connection.abort()
            case State.CONNECTING:
                pass

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _due(connection: Connection) -> float:
    match connection.state:
        case State.HANDSHAKE | State.GREETING:
            return connection.born + GREETING_S_MAX
        case State.OPEN:
            return min(connection.heard + LIVE_S, connection.sent + PING_S)
        case State.CLOSED:
            return connection.since + FLUSH_S_MAX
        case State.CONNECTING:
            return float("inf")


def _own_addresses() -> frozenset[tuple[int, str]]:
    return frozenset((local.index, local.host.split("%")[0]) for local in local_addresses())
