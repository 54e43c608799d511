"""A stranger who floods: `python -m tests.floods.flooder PORT KIND CONNECTIONS VICTIM`.

So many connections from four addresses, each with a key of its own, send frames of one kind without
end; "knocks" and "handshakes" connect anew without end, without TLS and with it. Whoever is cut
comes again. It says when it has begun, ends with its standard input, and prints how often it did
what, as JSON. VICTIM: what `player.py` tells of itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import ssl
import sys
from collections import Counter
from collections.abc import Iterator

from camelnet.net.certificate import client_context
from camelnet.net.framing import Kind, encode, encode_hello
from camelnet.protocol.wire.frames import frame_bytes
from tests.floods.frames import HELLO_KIND, Stranger, Victim, kinds
from tests.floods.player import HOST

KNOCKS, HANDSHAKES, PINGS, ALL = "knocks", "handshakes", "pings", "all at once"
PAUSE_S = 0.05  # before a connection that was refused is tried again
BATCH = 10  # frames that are written at once
BATCH_S = 0.1  # and so often: five times what is admitted of one, ten times of all together
# macOS has one address on its loopback.
FROM = (HOST,) if sys.platform == "darwin" else tuple(f"127.0.0.{n}" for n in range(2, 6))
SERIAL = 1  # of a dial, as a greeting tells it


class Flooder:
    """See the module."""

    def __init__(self, port: int, kind: str, victim: Victim) -> None:
        self.sent: Counter[str] = Counter()
        self._port = port
        self._kind = kind
        self._victim = victim

    async def flood(self, number: int) -> None:
        """One connection after another, for ever."""
        stranger = Stranger(number)
        while True:
            with contextlib.suppress(OSError, ssl.SSLError):
                if self._kind == KNOCKS:
                    await self._knock(number)
                else:
                    if self._kind == HANDSHAKES:
                        stranger = Stranger(number + 1000 * (1 + self.sent["connections"]))
                    await self._visit(stranger, number)
                continue
            await asyncio.sleep(PAUSE_S)

    async def _knock(self, number: int) -> None:
        where = FROM[number % len(FROM)], 0
        _reader, writer = await asyncio.open_connection(HOST, self._port, local_addr=where)
        self.sent["connections"] += 1
        writer.transport.abort()

    async def _visit(self, stranger: Stranger, number: int) -> None:
        context = client_context(stranger.private_key)
        where = FROM[number % len(FROM)], 0
        reader, writer = await asyncio.open_connection(
            HOST, self._port, ssl=context, local_addr=where
        )
        hearing = asyncio.create_task(_hear_out(reader))
        try:
            self.sent["connections"] += 1
            writer.write(encode_hello(0, SERIAL))
            writer.write(encode(Kind.DATA, frame_bytes(stranger.hello())))
            await writer.drain()
            if self._kind == HANDSHAKES:
                return
            frames = self._frames(stranger, number)
            while not hearing.done() and not writer.is_closing():
                writer.write(b"".join(next(frames) for _ in range(BATCH)))
                await writer.drain()
                self.sent["frames"] += BATCH
                await asyncio.sleep(BATCH_S)
        finally:
            hearing.cancel()
            writer.transport.abort()

    def _frames(self, stranger: Stranger, number: int) -> Iterator[bytes]:
        sources = kinds(self._victim)
        if self._kind == PINGS:
            while True:
                yield encode(Kind.PING)
        # The last of all kinds would make us one with whom nobody plays.
        names = [name for name in sources if name != HELLO_KIND] if self._kind == ALL else []
        kind = names[number % len(names)] if names else self._kind
        for payload in sources[kind](stranger):
            yield encode(Kind.DATA, payload)


async def _hear_out(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError, ssl.SSLError):
        while await reader.read(65_536):
            pass


async def main(port: int, kind: str, connections: int, victim: Victim) -> None:
    flooder = Flooder(port, kind, victim)
    tasks = [asyncio.create_task(flooder.flood(number)) for number in range(connections)]
    while not flooder.sent:
        await asyncio.sleep(PAUSE_S)
    print("begun", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(json.dumps(flooder.sent))


if __name__ == "__main__":
    _module, its_port, its_kind, count, told = sys.argv
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # that it writes to who hung up is no news
    about = {name: bytes.fromhex(value) for name, value in json.loads(told).items()}
    asyncio.run(main(int(its_port), its_kind, int(count), Victim(**about)))
