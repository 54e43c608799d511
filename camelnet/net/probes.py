"""Network experiments for `camelnet doctor`: small, real, and each bounded in time.

They send what camelnet sends and listen where it listens, with a temporary key, so that they run
beside an open camelnet. They answer with values; the doctor supplies the words.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import ssl
import struct
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.i18n import Message
from camelnet.net import announcements
from camelnet.net.address import PORTS
from camelnet.net.certificate import client_context, identity_of
from camelnet.net.discovery import Discovery, Found
from camelnet.net.interfaces import Local, local_addresses
from camelnet.net.mdns import SERVICE
from camelnet.net.transport import Transport
from camelnet.net.txt_record import instance_of_key

ECHO_S_MAX: Final = 1.0
REACH_S_MAX: Final = 3.0
NEIGHBOURS_MAX: Final = 64
_MDNS_PORT: Final = 5353
_MDNS_V4, _MDNS_V6 = "224.0.0.251", "ff02::fb"


@dataclass(frozen=True, slots=True)
class Reached:
    """An attempt to speak TLS with an address."""

    host: str
    port: int
    key: bytes | None  # the peer that answered
    error: OSError | None  # None without a key: it does not speak camelnet


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A discovered peer, and the attempts to reach it, address by address."""

    found: Found
    attempts: tuple[Reached, ...]

    @property
    def reached(self) -> bool:
        """True if the announced peer has answered at some address."""
        return any(
            attempt.key is not None and attempt.key == (self.found.key or attempt.key)
            for attempt in self.attempts
        )


@dataclass(frozen=True, slots=True)
class Echo:
    """The fate of a datagram to all on a network."""

    heard: bool
    error: OSError | None = None  # the system did not let it leave


async def mdns_echo(local: Local) -> Echo:
    """See whether an mDNS question sent from this address is heard on its interface."""
    question = _question(secrets.randbits(16))
    return await _echo(_mdns_ear(local), lambda: _send_question(question, local), question)


async def announcement_echo(local: Local) -> Echo:
    """See whether an announcement sent from this address is heard on its interface. It carries port
    0, so other peers ignore it."""
    said = announcements.encode_announcement(secrets.token_bytes(32), 0)
    ear = announcements.listening_socket(announcements.family_of(local), (local,))
    return await _echo(ear, lambda: bool(announcements.send_everywhere(said, (local,))), said)


async def reach(host: str, port: int, own: Ed25519PrivateKey) -> Reached:
    """Complete a TLS handshake, and hang up."""
    try:
        async with asyncio.timeout(REACH_S_MAX):
            _reader, writer = await asyncio.open_connection(
                host, port, ssl=client_context(own), limit=1_024
            )
            try:
                tls: ssl.SSLObject = writer.get_extra_info("ssl_object")
                shown = tls.getpeercert(binary_form=True)
                key = identity_of(shown) if shown else None
            finally:
                writer.transport.abort()
                with contextlib.suppress(OSError, ssl.SSLError):
                    await writer.wait_closed()
    except (ssl.SSLError, ValueError):
        return Reached(host, port, None, None)
    except OSError as error:  # includes a timeout
        return Reached(host, port, None, error)
    return Reached(host, port, key, None)


class LookAround:
    """A temporary peer: it listens, looks for others, and counts its visitors."""

    def __init__(self, *, interface: str | None, port: int, ours: Collection[bytes] = ()) -> None:
        """`ours`: the keys of peers that it does not see."""
        self.own: Final = Ed25519PrivateKey.generate()
        self.ours: Final = frozenset(ours)
        self.visitors: set[str] = set()  # other computers' hosts from which peers came
        self.greetings: dict[bytes, bytes] = {}  # the first message of each of them, by key
        self._found: dict[str, Found] = {}
        self._transport = Transport(
            private_key=self.own,
            handler=self,
            interface=interface,
            ports=(port,) if port else (*PORTS, 0),
        )
        self._interface = interface

    @property
    def key(self) -> bytes:
        return self._transport.key

    @property
    def port(self) -> int:
        """The port on which it listens, once it has begun."""
        return self._transport.port

    def addresses(self) -> tuple[tuple[str, int], ...]:
        """All of our own addresses at which peers should reach it."""
        own = [a.host for a in local_addresses() if self._interface in (None, a.host)]
        return tuple((host, self.port) for host in own)

    async def look(self, seconds: float) -> tuple[Neighbour, ...]:
        """Listen and look for `seconds`, then try to reach every peer found. Call `begin` first."""
        discovery = Discovery(
            instance=instance_of_key(self.key),
            port=self.port,
            found=self._saw,
            lost=lambda instance: None,
            trouble=lambda trouble: None,  # the echoes show it better
            interface=self._interface,
        )
        await discovery.start()
        try:
            await asyncio.sleep(seconds)
            found = sorted(self._found.values(), key=lambda one: one.instance)[:NEIGHBOURS_MAX]
            return tuple(await asyncio.gather(*map(self._visit, found)))
        finally:
            await discovery.stop()

    async def call(self, addresses: Iterable[tuple[str, int]]) -> tuple[Reached, ...]:
        """Try to reach a camelnet at each of these addresses, discovered or not."""
        return tuple(
            await asyncio.gather(*(reach(host, port, self.own) for host, port in addresses))
        )

    async def begin(self) -> None:
        """Listen. Raises `NetError`."""
        await self._transport.start()

    async def end(self) -> None:
        """Close everything."""
        await self._transport.stop()

    async def _visit(self, found: Found) -> Neighbour:
        attempts = await asyncio.gather(
            *(reach(host, found.port, self.own) for host in found.hosts)
        )
        return Neighbour(found, tuple(attempts))

    def _saw(self, found: Found) -> None:
        if found.key != self.key and found.key not in self.ours:
            self._found[found.instance] = found

    # --- the transport's handler ------------------------------------------------------------

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        if host.split("%")[0] not in {a.host.split("%")[0] for a in local_addresses()}:
            self.visitors.add(host)

    def peer_down(self, key: bytes, why: Message) -> None:
        pass  # the visit alone counts

    def received(self, key: bytes, payload: bytes) -> None:
        if key in self.ours:
            return
        if len(self.greetings) < NEIGHBOURS_MAX:  # a temporary peer that does not play
            self.greetings.setdefault(key, payload)

    def trouble(self, what: Message) -> None:
        pass  # faults of other peers are no trouble of this computer


# --- one datagram, there and back ---------------------------------------------------------------


def _question(number: int) -> bytes:
    """An mDNS question for camelnets, with a number by which we recognise our own."""
    labels = SERVICE.rstrip(".").split(".")
    name = b"".join(bytes((len(label),)) + label.encode() for label in labels) + b"\0"
    return struct.pack(">6H", number, 0, 1, 0, 0, 0) + name + struct.pack(">2H", 12, 1)


def _mdns_ear(local: Local) -> socket.socket | None:
    family = announcements.family_of(local)
    ear = socket.socket(family, socket.SOCK_DGRAM)
    try:
        ear.setblocking(False)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "SO_REUSEPORT"):
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET:
            ear.bind(("", _MDNS_PORT))
            member = socket.inet_aton(_MDNS_V4) + socket.inet_aton(local.host)
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, member)
        else:
            ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            ear.bind(("::", _MDNS_PORT))
            member = socket.inet_pton(family, _MDNS_V6) + struct.pack("@I", local.index)
            ear.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, member)
    except OSError:
        ear.close()
        return None
    return ear


def _send_question(question: bytes, local: Local) -> bool:
    """Raises OSError where the system does not let it leave."""
    family = announcements.family_of(local)
    with socket.socket(family, socket.SOCK_DGRAM) as sender:
        sender.setblocking(False)
        if family == socket.AF_INET:
            own = socket.inet_aton(local.host)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, struct.pack("B", 1))
            sender.bind((local.host, 0))
            sender.sendto(question, (_MDNS_V4, _MDNS_PORT))
        else:
            sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, local.index)
            sender.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)
            sender.bind((local.host.split("%")[0], 0, 0, local.index))
            sender.sendto(question, (_MDNS_V6, _MDNS_PORT, 0, local.index))
    return True


async def _echo(ear: socket.socket | None, send: Callable[[], bool], said: bytes) -> Echo:
    if ear is None:
        return Echo(heard=False)
    loop = asyncio.get_running_loop()
    with ear:
        try:
            if not send():
                return Echo(heard=False)
        except OSError as error:
            return Echo(heard=False, error=error)
        try:
            async with asyncio.timeout(ECHO_S_MAX):
                while (await loop.sock_recvfrom(ear, 2_048))[0] != said:
                    pass
        except OSError:  # includes a timeout
            return Echo(heard=False)
    return Echo(heard=True)
