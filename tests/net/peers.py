"""Transports with a handler that writes everything down, and a patient `eventually`."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.i18n import Message
from camelnet.net.certificate import client_context
from camelnet.net.connection import Connection
from camelnet.net.dialler import Dialler
from camelnet.net.framing import Kind, encode, encode_hello
from camelnet.net.mesh import Favour
from camelnet.net.transport import Transport
from tests.patience import STILL_S

HOST = "127.0.0.1"


@dataclass
class Diary:
    """A handler that remembers; `greeting` is sent to everyone who comes up."""

    ups: list[tuple[bytes, str, int]] = field(default_factory=list)
    downs: list[tuple[bytes, str]] = field(default_factory=list)
    frames: list[tuple[bytes, bytes]] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    on_up: Callable[[bytes], Any] | None = None

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self.ups.append((key, host, port))
        if self.on_up is not None:
            self.on_up(key)

    def peer_down(self, key: bytes, why: Message) -> None:
        self.downs.append((key, str(why)))

    def received(self, key: bytes, payload: bytes) -> None:
        self.frames.append((key, payload))

    def trouble(self, what: Message) -> None:
        self.troubles.append(str(what))

    def payloads(self, key: bytes) -> list[bytes]:
        return [payload for sender, payload in self.frames if sender == key]


@dataclass
class Peer:
    transport: Transport
    diary: Diary

    @property
    def key(self) -> bytes:
        return self.transport.key

    @property
    def dialler(self) -> Dialler:
        assert self.transport._dialler is not None
        return self.transport._dialler

    @property
    def connections(self) -> list[Connection]:
        return [each for links in self.transport._links.values() for each in links.all]

    def dial(self, other: Peer, *, key: bytes | None = None) -> None:
        self.transport.add_address(HOST, other.transport.port, key=key)

    def sees(self, *others: Peer) -> bool:
        return set(self.transport.peers()) == {other.key for other in others}


async def start_peer(
    private_key: Ed25519PrivateKey | None = None, *, ports: Iterable[int] = (0,)
) -> Peer:
    diary = Diary()
    key = private_key or Ed25519PrivateKey.generate()
    transport = Transport(private_key=key, handler=diary, interface=HOST, ports=ports)
    await transport.start()
    return Peer(transport, diary)


@contextlib.asynccontextmanager
async def peers(count: int) -> AsyncIterator[list[Peer]]:
    """`count` transports on 127.0.0.1, not connected yet. Nothing that comes raises in the loop."""
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    started = [await start_peer() for _ in range(count)]
    try:
        yield started
    finally:
        for peer in started:
            await peer.transport.stop()
    assert complaints == []


@contextlib.asynccontextmanager
async def pair() -> AsyncIterator[tuple[Peer, Peer]]:
    """Two transports, connected; they sit at one table."""
    async with peers(2) as (one, other):
        one.transport.favour({other.key: Favour.SEAT})
        other.transport.favour({one.key: Favour.SEAT})
        one.dial(other)
        await eventually(lambda: one.sees(other) and other.sees(one))
        yield one, other


@contextlib.contextmanager
def silent_port() -> Iterator[int]:
    """A port of this computer where nobody listens, nor will."""
    with socket.socket() as unused:
        unused.bind((HOST, 0))
        yield int(unused.getsockname()[1])


async def eventually(condition: Callable[[], object]) -> None:
    """Wait until it holds; a failure shows the condition that never did."""
    async with asyncio.timeout(STILL_S):
        while not condition():
            await asyncio.sleep(0.005)


@dataclass
class Stranger:
    """A peer made by hand: speaks TLS with a key of its own, and then whatever the test says."""

    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    context: ssl.SSLContext | None = None

    @contextlib.asynccontextmanager
    async def visit(
        self, peer: Peer, *, greet: bool = True
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        reader, writer = await asyncio.open_connection(
            HOST, peer.transport.port, ssl=self.context or client_context(self.key)
        )
        try:
            if greet:
                writer.write(encode_hello(1, 1))
            yield reader, writer
        finally:
            writer.transport.abort()
            with contextlib.suppress(OSError, ssl.SSLError):
                await writer.wait_closed()


def data(payload: bytes) -> bytes:
    return encode(Kind.DATA, payload)
