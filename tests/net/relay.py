"""A relay of TCP with the delay of a long line: whatever comes goes on that much later."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from tests.net.peers import HOST


@dataclass
class Relay:
    """Counts what it has carried."""

    port: int = 0
    connections: int = 0
    carried: int = 0  # bytes, both ways


@contextlib.asynccontextmanager
async def delaying(port: int, delay_s: float) -> AsyncIterator[Relay]:
    """A relay to a port of this computer; every byte takes `delay_s` each way."""
    relay = Relay()
    tasks: set[asyncio.Task[None]] = set()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(join(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        relay.connections += 1
        far_reader, far_writer = await asyncio.open_connection(HOST, port)
        try:
            await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))
        finally:
            far_writer.close()
            writer.close()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                relay.carried += len(data)
                loop.call_later(delay_s, writer.write, data)  # equal delays keep their order
        await asyncio.sleep(delay_s)
        with contextlib.suppress(OSError):
            writer.write_eof()

    server = await asyncio.start_server(begin, HOST, 0)
    relay.port = server.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
