"""A small UDP datagram beside mDNS: "here is a camelnet, with this key, at this port".

Some networks filter mDNS and pass broadcasts. IPv4 broadcast and IPv6 link-local multicast, one
port, 43 bytes, unsigned: every receiver dials, and TLS proves who is there. So a false announcement
costs one dial. We send one every 2 s while a lobby is open, else every 10 s, since a peer may
return to a game with another address. Everything heard is bounded; a flood closes our ears for a
while.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from camelnet.net.address import PORTS, host_of
from camelnet.net.interfaces import Local, multicast_locals
from camelnet.net.rate import Bucket
from camelnet.net.wakeups import LATEST, SOONEST, Wakeups

PORT: Final = PORTS[0]  # of UDP: one number for both to let through
GROUP: Final = "ff02::6361:6d65"  # link-local: no router forwards it
EAGER_S: Final = 2.0
CALM_S: Final = 10.0
REPEAT_S: Final = 10.0  # an announcement is reported at most once in this time
KNOWN_MAX: Final = 256
TOLD_PER_S: Final = 5  # new announcements
TOLD_BURST: Final = 32
HEARD_PER_S: Final = 200
HEARD_BURST: Final = 400
DEAF_S: Final = 5.0
_MAGIC: Final = b"camelnet\x01"
_LAYOUT: Final = struct.Struct(">9s32sH")


@dataclass(frozen=True, slots=True)
class Announcement:
    """The content of an announcement, and the address that it came from."""

    key: bytes
    host: str
    port: int


def encode_announcement(key: bytes, port: int) -> bytes:
    """The datagram of the peer `key` that listens at `port`."""
    return _LAYOUT.pack(_MAGIC, key, port)


def decode_announcement(datagram: bytes) -> tuple[bytes, int] | None:
    """Key and port; None for anything that is not exactly such a datagram."""
    if len(datagram) != _LAYOUT.size:
        return None
    magic, key, port = _LAYOUT.unpack(datagram)
    return (key, port) if magic == _MAGIC and port else None


class Announcer:
    """Sends our announcement and reports those of others; calls `heard` in the loop's thread."""

    def __init__(
        self,
        *,
        key: bytes,
        port: int,
        heard: Callable[[Announcement], None],
        interface: str | None = None,
        wakeups: Wakeups | None = None,
    ) -> None:
        """`wakeups`: the timers to go off together with ours; None: no others."""
        self._key = key
        self._datagram = encode_announcement(key, port)
        self._tell = heard
        self._interface = interface
        self._wakeups = wakeups or Wakeups()
        self._locals: tuple[Local, ...] = ()
        self._ears: dict[socket.AddressFamily, asyncio.DatagramTransport] = {}
        self._told: dict[Announcement, float] = {}
        self._told_bucket = Bucket(per_s=TOLD_PER_S, burst=TOLD_BURST, now=0.0)
        self._heard_bucket = Bucket(per_s=HEARD_PER_S, burst=HEARD_BURST, now=0.0)
        self._deaf_until = 0.0
        self._eager = True
        self._sent_at = float("-inf")
        self._poke = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin. Retry whatever the system refuses: this is only a second way."""
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def stop(self) -> None:
        """Stop sending and listening."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._close_ears()

    def eager(self, eager: bool) -> None:
        """Set whether a lobby is open here, so that people are waiting to be found."""
        if eager and not self._eager:
            self._poke.set()
        self._eager = eager

    @property
    def _every_s(self) -> float:
        return EAGER_S if self._eager else CALM_S

    # --- keeping up with the network ----------------------------------------------------------

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._poke.clear()
            present = multicast_locals(self._interface)
            if present != self._locals:
                self._locals = present
                self._close_ears()  # memberships belong to interfaces
                self._sent_at = float("-inf")
            now = loop.time()
            if now >= self._deaf_until:
                for family in {family_of(local) for local in present} - self._ears.keys():
                    await self._listen(family)
            if now - self._sent_at >= self._every_s * SOONEST:
                self._sent_at = now
                send_everywhere(self._datagram, present)
            await self._wakeups.wait(self._poke, self._every_s * SOONEST, self._every_s * LATEST)

    async def _listen(self, family: socket.AddressFamily) -> None:
        loop = asyncio.get_running_loop()
        ear = listening_socket(family, self._locals)
        if ear is None:
            return
        transport, _protocol = await loop.create_datagram_endpoint(
            lambda: _Ear(self._received), sock=ear
        )
        self._ears[family] = transport

    def _close_ears(self) -> None:
        for ear in self._ears.values():
            ear.close()
        self._ears.clear()

    # --- what comes ---------------------------------------------------------------------------

    def _received(self, datagram: bytes, host: str) -> None:
        self._wakeups.awake()
        now = asyncio.get_running_loop().time()
        if not self._heard_bucket.try_take(1, now):
            self._deaf_until = now + DEAF_S
            self._close_ears()
            return
        said = decode_announcement(datagram)
        if said is None or said[0] == self._key or not self._comes_from_here(host):
            return
        heard = Announcement(said[0], host, said[1])
        told_at = self._told.get(heard)
        if told_at is not None and now - told_at < REPEAT_S:
            return
        if not self._told_bucket.try_take(1, now):
            return
        self._told.pop(heard, None)
        self._told[heard] = now
        if len(self._told) > KNOWN_MAX:
            del self._told[next(iter(self._told))]
        self._tell(heard)

    def _comes_from_here(self, host: str) -> bool:
        """True if `host` is on the chosen network; always true without `interface`."""
        return self._interface is None or any(in_network(host, local) for local in self._locals)


class _Ear(asyncio.DatagramProtocol):
    def __init__(self, received: Callable[[bytes, str], None]) -> None:
        self._received = received

    def datagram_received(
        self, data: bytes, addr: tuple[str, int] | tuple[str, int, int, int]
    ) -> None:
        self._received(data, host_of(addr))

    def error_received(self, exc: Exception) -> None:
        """Ignored: an interface is gone, and `_watch` will notice."""


def in_network(host: str, local: Local) -> bool:
    """True if `host`, as a socket names it, is on the network of one of our addresses."""
    address, _percent, scope = host.partition("%")
    if scope:
        return local.host.endswith(f"%{scope}")
    plain = ipaddress.ip_address(address)
    return plain.version == local.network.version and plain in local.network


def listening_socket(
    family: socket.AddressFamily, present: Iterable[Local]
) -> socket.socket | None:
    """A socket that hears announcements beside other processes; None if the system refuses."""
    ear = socket.socket(family, socket.SOCK_DGRAM)
    try:
        ear.setblocking(False)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET:
            ear.bind(("", PORT))
        else:
            ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            ear.bind(("::", PORT))
            group = socket.inet_pton(family, GROUP)
            for index in sorted({a.index for a in present if family_of(a) == family}):
                with contextlib.suppress(OSError):  # only that interface stays deaf
                    member = group + struct.pack("@I", index)
                    ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, member)
    except OSError:
        ear.close()
        return None
    return ear


def send_everywhere(datagram: bytes, present: Iterable[Local]) -> list[Local]:
    """Send one datagram from each address; returns those from which it left."""
    return [local for local in present if _send(datagram, local)]


def _send(datagram: bytes, local: Local) -> bool:
    # One socket per address: bound to it, so that the datagram leaves by its interface.
    family = family_of(local)
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as sender:
            sender.setblocking(False)
            if family == socket.AF_INET:
                if local.network.prefixlen > 30:
                    return False  # a tunnel: no neighbours there
                sender.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
                sender.bind((local.host, 0))
                sender.sendto(datagram, (str(local.network.broadcast_address), PORT))
            else:
                sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, local.index)
                sender.bind((local.host.split("%")[0], 0, 0, local.index))
                sender.sendto(datagram, (GROUP, PORT, 0, local.index))
    except OSError:
        return False
    return True


def family_of(local: Local) -> socket.AddressFamily:
    """AF_INET or AF_INET6."""
    return socket.AF_INET if local.network.version == 4 else socket.AF_INET6
