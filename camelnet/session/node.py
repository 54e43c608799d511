"""A peer on a real network: the sans-IO peer with its transport, discovery and clock.

Runs in one asyncio loop; call everything in that loop's thread. Bots, tests and the app use it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from camelnet import bots
from camelnet.i18n import N_, message
from camelnet.net.discovery import Discovery, Found
from camelnet.net.seam import NetError
from camelnet.net.transport import Transport
from camelnet.protocol.suite import Ed25519Suite
from camelnet.record.profile import Profile, clean_name
from camelnet.session.facts import Fact
from camelnet.session.peer import Peer
from camelnet.session.store import ProfileStore

TICK_S = 0.2
_LOG = logging.getLogger(__name__)


class Node(Peer):
    """See the module and `Peer`, which has the intents."""

    def __init__(
        self,
        *,
        profile: Profile,
        level: str = "",
        name: str = "",
        interface: str | None = None,
        port: int = 0,
        record_dir: Path | None = None,
        listener: Callable[[Fact], None],
    ) -> None:
        """`level`: a bot of that level decides here; "" for a person. `name` is for this time
        only; left out, the profile's. `interface`: listen and discover at this address only.
        `port` 0: the one used last if it is free, else any."""
        self._profile = profile
        self._interface = interface
        self._fixed_port = port
        self._transport = self._make_transport(port or profile.last_port)
        self._discovery_of: Discovery | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._announced: dict[str, str] = {}
        super().__init__(
            signer=profile.signer,
            suite=Ed25519Suite(),
            store=ProfileStore(profile, record_dir),
            mesh=self._transport,
            name=clean_name(name) or profile.name,
            bot=bots.create(level, secrets.randbits(32)) if level else None,
            level=level,
            clock_ms=lambda: time.monotonic_ns() // 1_000_000,
            random=secrets.token_bytes,
            listener=listener,
        )

    async def start(self) -> None:
        """Listen, look for others, begin to tick. Raises `NetError` with a sentence."""
        try:
            await self._transport.start()
        except NetError:
            if self._fixed_port or not self._profile.last_port:
                raise
            self._mesh = self._transport = self._make_transport(0)
            await self._transport.start()
        self._profile.remember_port(self._transport.port)
        self._discovery_of = Discovery(
            instance=self.key.hex()[:32],
            port=self._transport.port,
            found=self._found_peer,
            lost=lambda instance: None,  # liveness is our own heartbeat's business
            trouble=self.discovery_trouble,
            interface=self._interface,
        )
        self._announce()
        await self._discovery_of.start()
        self._ticker = asyncio.create_task(self._tick_forever())

    async def stop(self) -> None:
        """Leave the network in order and close all files; bounded in time."""
        self.say_goodbye()
        if self._ticker:
            self._ticker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._ticker
        if self._discovery_of:
            await self._discovery_of.stop()
        await self._transport.stop()
        self.close()

    def _make_transport(self, port: int) -> Transport:
        return Transport(
            private_key=self._profile.private_key,
            handler=self,
            interface=self._interface,
            port=port,
        )

    async def _tick_forever(self) -> None:
        while True:
            try:
                self.tick()
                self._announce()
            except Exception:  # a bug of ours must not look like a player who fell silent
                _LOG.exception("a tick failed")
                self.trouble(message(N_("Something went wrong inside camelnet; see its log.")))
            await asyncio.sleep(TICK_S)

    def _announce(self) -> None:
        hints = self.hints()
        if self._discovery_of and hints != self._announced:
            self._announced = hints
            self._discovery_of.announce(hints)

    def _found_peer(self, found: Found) -> None:
        for host in found.hosts:
            self._transport.add_address(host, found.port, quiet=True)
