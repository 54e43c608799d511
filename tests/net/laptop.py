"""A process of its own for tests in namespaces: finds others, connects, and prints what happens.

`python -m tests.net.laptop NAME` prints one event per line: "found NAME", "up HOST", "down",
"heard HOST TEXT", "trouble TEXT", "well". It greets everyone who comes up. A line "HOST PORT" on
its standard input is dialled as if a person had typed it. With `--no-mdns` there is no mDNS,
with `--mdns-only` no announcement, with `--alone` neither; the first line tells its port.
"""

from __future__ import annotations

import asyncio
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from camelnet.i18n import Message
from camelnet.net.discovery import Discovery, Found
from camelnet.net.transport import Transport
from camelnet.net.txt_record import instance_of_key


def _say(*words: object) -> None:
    print(*words, flush=True)


class Laptop:
    """The smallest thing that can be called a session."""

    def __init__(self, name: str) -> None:
        self._name = name
        key = Ed25519PrivateKey.generate()
        self._transport = Transport(private_key=key, handler=self)
        self._hosts: dict[bytes, str] = {}

    @property
    def key(self) -> bytes:
        return self._transport.key

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self._hosts[key] = host
        _say("up", host)
        self._transport.send(key, f"hello from {self._name}".encode())

    def peer_down(self, key: bytes, why: Message) -> None:
        _say("down", self._hosts[key])

    def received(self, key: bytes, payload: bytes) -> None:
        _say("heard", self._hosts[key], payload.decode())

    def trouble(self, what: Message) -> None:
        _say("noticed", what)

    def found(self, found: Found) -> None:
        _say("found", found.hints.get("n"))
        for host in found.hosts:
            self._transport.add_address(host, found.port, key=found.key, quiet=True)

    def _typed(self) -> None:
        words = sys.stdin.readline().split()
        if len(words) == 2:
            self._transport.add_address(words[0], int(words[1]))

    async def run(self, *options: str) -> None:
        """For ever: a test ends the process."""
        await self._transport.start()
        _say("port", self._transport.port)
        asyncio.get_running_loop().add_reader(sys.stdin, self._typed)
        if "--alone" in options:
            await asyncio.Event().wait()
        discovery = Discovery(
            # Only an instance that is named by its key has an announcement.
            instance=self._name if "--mdns-only" in options else instance_of_key(self.key),
            port=self._transport.port,
            found=self.found,
            lost=lambda instance: None,
            trouble=lambda what: _say("well") if what is None else _say("trouble", what),
            mdns="--no-mdns" not in options,
        )
        discovery.announce({"n": self._name})
        await discovery.start()
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(Laptop(sys.argv[1]).run(*sys.argv[2:]))
