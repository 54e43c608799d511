"""A program that means harm: `python -m tests.net.hostile HOST PORT UDP_PORT SECONDS SEED`.

For so long it does at once whatever a stranger can do to a listening camelnet: noise, TLS cut
short, frames that are random, truncated, oversized, out of place, endless or slow, peers that
never read, knocks without number, false announcements. At the end it prints how often it did
what, as one line of JSON. It is a process of its own, so that the victim's loop is only the
victim's.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket
import ssl
import struct
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.net import announcements
from camelnet.net.certificate import client_context
from camelnet.net.framing import FRAME_BYTES_MAX, Kind, encode, encode_hello
from tests.net.mutator import Mutator

FLOODS = 4  # at once
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Hostile:
    """Everything that is tried; `tried` counts it."""

    def __init__(self, host: str, port: int, udp_port: int, seconds: float, seed: int) -> None:
        self._host, self._port, self._udp_port = host, port, udp_port
        self._end_s = time.monotonic() + seconds
        self._chance = random.Random(seed)
        self._mutator = Mutator(self._chance)
        self.tried: Counter[str] = Counter()

    async def run(self) -> None:
        """All of it at once, until the time is over."""
        kinds: tuple[Callable[[], Awaitable[None]], ...] = (
            self.noise,
            self.half_a_handshake,
            self.garbage_in_tls,
            self.oversized,
            self.cut_short,
            self.out_of_place,
            self.false_messages,
            *(self.flood,) * FLOODS,
            self.dripping,
            self.never_reading,
            self.knocking,
            self.silent,
            self.false_announcements,
        )
        await asyncio.gather(*(self._again_and_again(kind) for kind in kinds))

    async def _again_and_again(self, attack: Callable[[], Awaitable[None]]) -> None:
        name = attack.__name__
        while time.monotonic() < self._end_s:
            with contextlib.suppress(OSError, ssl.SSLError, EOFError):
                async with asyncio.timeout(max(0.1, self._end_s - time.monotonic())):
                    await attack()
            self.tried[name] += 1
            await asyncio.sleep(self._chance.uniform(0.0, 0.02))

    @contextlib.asynccontextmanager
    async def _socket(self, *, tls: bool, greet: bool = True) -> AsyncIterator[Streams]:
        context = client_context(Ed25519PrivateKey.generate()) if tls else None
        reader, writer = await asyncio.open_connection(self._host, self._port, ssl=context)
        try:
            if tls and greet:
                writer.write(encode_hello(1, 1))
            yield reader, writer
        finally:
            writer.transport.abort()
            with contextlib.suppress(OSError, ssl.SSLError):
                await writer.wait_closed()

    async def _hear_out(self, reader: asyncio.StreamReader) -> None:
        """Until the other side has had enough."""
        while await reader.read(65_536):
            pass

    # --- what is tried ------------------------------------------------------------------------

    async def noise(self) -> None:
        async with self._socket(tls=False) as (reader, writer):
            writer.write(self._chance.randbytes(self._chance.randrange(1, 100_000)))
            await self._hear_out(reader)

    async def half_a_handshake(self) -> None:
        incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        tls = client_context(Ed25519PrivateKey.generate()).wrap_bio(incoming, outgoing)
        with contextlib.suppress(ssl.SSLWantReadError):
            tls.do_handshake()
        hello = outgoing.read()
        async with self._socket(tls=False) as (reader, writer):
            writer.write(hello[: self._chance.randrange(1, len(hello))])
            await self._hear_out(reader)

    async def garbage_in_tls(self) -> None:
        async with self._socket(tls=True, greet=self._chance.random() < 0.5) as (reader, writer):
            writer.write(self._chance.randbytes(self._chance.randrange(1, 50_000)))
            await self._hear_out(reader)

    async def oversized(self) -> None:
        async with self._socket(tls=True) as (reader, writer):
            size = self._chance.choice([FRAME_BYTES_MAX + 1, 2**31, 2**32 - 1])
            writer.write(struct.pack(">I", size) + bytes(10_000))
            await self._hear_out(reader)

    async def cut_short(self) -> None:
        async with self._socket(tls=True) as (_reader, writer):
            frame = encode(Kind.DATA, self._chance.randbytes(1_000))
            writer.write(frame[: self._chance.randrange(1, len(frame))])
            await writer.drain()

    async def out_of_place(self) -> None:
        async with self._socket(tls=True, greet=False) as (reader, writer):
            kinds = self._chance.choices(list(Kind), k=5)
            writer.write(b"".join(encode(kind, b"?" * (kind is Kind.DATA)) for kind in kinds))
            await self._hear_out(reader)

    async def false_messages(self) -> None:
        async with self._socket(tls=True) as (reader, writer):
            for _ in range(200):
                writer.write(encode(Kind.DATA, self._mutator.payload()))
            await writer.drain()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await self._hear_out(reader)

    async def flood(self) -> None:
        async with self._socket(tls=True) as (_reader, writer):
            frames = encode(Kind.DATA, self._mutator.payload()) * 500
            while not writer.is_closing():
                writer.write(frames)
                await writer.drain()
                await asyncio.sleep(0)  # drain waits for nothing on a socket that is gone

    async def dripping(self) -> None:
        async with self._socket(tls=True) as (reader, writer):
            for byte in encode(Kind.DATA, bytes(100)):
                writer.write(bytes((byte,)))
                await writer.drain()
                await asyncio.sleep(0.3)
            await self._hear_out(reader)

    async def never_reading(self) -> None:
        async with self._socket(tls=True) as (_reader, writer):
            assert isinstance(writer.transport, asyncio.Transport)
            writer.transport.pause_reading()
            while not writer.is_closing():
                writer.write(encode(Kind.PING) * 100)
                await writer.drain()
                await asyncio.sleep(0.05)

    async def knocking(self) -> None:
        sockets = []
        try:
            for _ in range(50):
                knock = socket.socket()
                knock.setblocking(False)
                sockets.append(knock)
                await asyncio.get_running_loop().sock_connect(knock, (self._host, self._port))
            await asyncio.sleep(0.2)
        finally:
            for knock in sockets:
                knock.close()

    async def silent(self) -> None:
        async with self._socket(tls=self._chance.random() < 0.5, greet=False) as (reader, _writer):
            await self._hear_out(reader)

    async def false_announcements(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            for _ in range(50):
                good = announcements.encode_announcement(self._chance.randbytes(32), self._port)
                noise = self._chance.randbytes(self._chance.randrange(200))
                sender.sendto(self._chance.choice([good, noise]), (self._host, self._udp_port))
        await asyncio.sleep(0.2)


if __name__ == "__main__":
    _name, where, *numbers = sys.argv
    listening, udp, duration, dice = (int(number) for number in numbers)
    attacker = Hostile(where, listening, udp, duration, dice)
    asyncio.run(attacker.run())
    print(json.dumps(attacker.tried))
