"""A peer on a real network: the sans-IO peer with its transport, discovery and clock.

It runs in one asyncio loop; call it only in that loop's thread. Bots, tests and the app use it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from camelnet import bots
from camelnet.i18n import N_, Message, message
from camelnet.net.address import PORTS
from camelnet.net.discovery import Discovery, Found
from camelnet.net.interfaces import with_number
from camelnet.net.transport import Transport
from camelnet.net.txt_record import instance_of_key
from camelnet.net.wakeups import Wakeups
from camelnet.protocol.crypto.suite import Ed25519Suite
from camelnet.record.profile import Profile, clean_name
from camelnet.session.api.facts import Fact, Kind
from camelnet.session.peer.heartbeat import HASTE_MS
from camelnet.session.peer.peer import Peer
from camelnet.session.runtime.executor import ThreadExecutor
from camelnet.session.runtime.store import ProfileStore

REMEMBER_S = 10.0
VIEWS_S = 0.01  # between two publications of views: a person cannot see more
_NONE_ANSWERS = Message(
    N_(
        "Other players were found here, but none of them answers. Usual causes: a guest"
        " Wi-Fi that isolates its devices, or a firewall on this computer or on theirs."
    )
)
_LOG = logging.getLogger(__name__)


def _now_ms() -> int:
    """The time of a clock that runs on while the machine sleeps, so that we notice a closed lid.
    Python's monotonic clock does so on Windows only; Linux and macOS call such a clock
    differently."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    if sys.platform == "darwin":
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000_000
    return time.monotonic_ns() // 1_000_000


class Node(Peer):
    """See the module, and `Peer` for the intents."""

    def __init__(
        self,
        *,
        profile: Profile,
        level: str = "",
        think_ms: int | None = None,
        threads: int = 1,
        name: str = "",
        interface: str | None = None,
        port: int = 0,
        record_dir: Path | None = None,
        spectator: bool = False,
        listener: Callable[[Fact], None],
    ) -> None:
        """`level`: a bot of that level decides here and thinks `think_ms` per decision (None: its
        level's time) in so many `threads`; "" for a person, who only watches if `spectator`.
        `name`: for this run only; "": the profile's. `interface`: listen and discover at this
        address only. `port` 0: the first of `PORTS` that is free, else any."""
        self._profile = profile
        self._interface = with_number(interface)
        self._wakeups = Wakeups()
        self._transport = Transport(
            private_key=profile.private_key,
            handler=self,
            interface=self._interface,
            ports=(port,) if port else (*PORTS, 0),
            wakeups=self._wakeups,
        )
        self._discovery_of: Discovery | None = None
        self._ticker: asyncio.TimerHandle | None = None
        self._running = False
        self._announced: dict[str, str] = {}
        self._neighbours: dict[str, Found] = {}  # announced peers, by instance
        self._discovery_trouble: Message | None = None
        self._remembered_at = time.monotonic()
        self._told_at = -VIEWS_S  # when the views were last published, or will be
        self._worker = ThreadExecutor()
        self._looks_ahead = bots.looks_ahead(level)
        seed = secrets.randbits(32)
        bot = bots.create(level, seed, think_ms=think_ms, threads=threads) if level else None
        super().__init__(
            signer=profile.signer,
            suite=Ed25519Suite(),
            store=ProfileStore(profile, record_dir),
            mesh=self._transport,
            name=clean_name(name) or profile.name,
            bot=bot,
            level=level,
            clock_ms=_now_ms,
            random=secrets.token_bytes,
            listener=listener,
            spectator=spectator,
            executor=self._worker,
            later=self._tell_later,
        )

    async def start(self) -> None:
        """Listen, start discovery, begin to tick. Raises `NetError` with a sentence."""
        if self._profile.damage is not None:
            self.trouble(self._profile.damage)
        if self.parts.kind is Kind.HUMAN:
            for stranded in ProfileStore(self._profile, None).stranded():
                self.trouble(stranded.told)
        await self._transport.start()
        self._discovery_of = Discovery(
            instance=instance_of_key(self.key),
            port=self._transport.port,
            found=self._found_peer,
            lost=self._lost_peer,
            trouble=self._discovery_says,
            interface=self._interface,
            wakeups=self._wakeups,
        )
        self._announce()
        await self._discovery_of.start()
        if self._looks_ahead:
            for trouble in bots.troubles():
                self.trouble(trouble)
        for key, host, port in self._profile.addresses():
            self._transport.add_address(host, port, key=key, quiet=True)
        self._running = True
        self._tick_on()

    async def stop(self) -> None:
        """Leave the network cleanly and close all files, in bounded time."""
        self._running = False
        if self._ticker:
            self._ticker.cancel()
        self.say_goodbye()
        self._remember_addresses()
        leaving = [self._transport.stop()]
        if self._discovery_of:
            leaving.append(self._discovery_of.stop())
        await asyncio.gather(*leaving)
        self._worker.close()
        self.close()

    def _tell_later(self, tell: Callable[[], None]) -> None:
        """Publish the views in the next turn of the loop, at most once per `VIEWS_S`."""
        loop = asyncio.get_running_loop()
        self._told_at = max(loop.time(), self._told_at + VIEWS_S)
        loop.call_at(self._told_at, lambda: tell() if self._running else None)

    def _tick_on(self) -> None:
        try:
            self.tick()
        except Exception:  # a bug of ours must not look like a player who fell silent
            _LOG.exception("a tick failed")
            self.trouble(message(N_("Something went wrong inside camelnet; see its log.")))
            self._rest(HASTE_MS)

    def tick(self) -> None:
        super().tick()
        self._announce()
        self._show_trouble()
        if time.monotonic() - self._remembered_at >= REMEMBER_S:
            self._remember_addresses()
        self._rest(self.rest_ms)
        if self._running:
            self._wakeups.awake()

    def _rest(self, rest_ms: int) -> None:
        """Schedule the next tick, replacing any earlier one."""
        if self._ticker is not None:
            self._ticker.cancel()
        if self._running:
            loop = asyncio.get_running_loop()
            self._ticker = loop.call_later(rest_ms / 1000, self._tick_on)

    def _announce(self) -> None:
        hints = self.hints()
        if self._discovery_of and hints != self._announced:
            self._announced = hints
            self._discovery_of.announce(hints, lobby=hints["s"] == "lobby")
            if self._looks_ahead and "g" in hints:  # uses the time until all are ready
                self._worker.run(partial(bots.warm_up, hints["g"]), lambda: None)

    def _found_peer(self, found: Found) -> None:
        self._neighbours[found.instance] = found
        for host in found.hosts:
            self._transport.hear_of(found.key, host, found.port, teller=None)

    def _lost_peer(self, instance: str) -> None:
        # The heartbeat decides if a peer is here; this only stops counting it as announced.
        self._neighbours.pop(instance, None)

    def _remember_addresses(self) -> None:
        """Save the others' addresses in the profile, to be tried at the next start."""
        self._remembered_at = time.monotonic()
        greeted = (peer.key for peer in self.parts.contacts.greeted())  # not all who connected
        where = ((key, self._transport.address_of(key)) for key in greeted)
        self._profile.remember_addresses((key, *at) for key, at in where if at is not None)

    def _discovery_says(self, trouble: Message | None) -> None:
        self._discovery_trouble = trouble
        self._show_trouble()

    def _show_trouble(self) -> None:
        trouble = self._discovery_trouble
        if trouble is None and self._is_walled_in():
            trouble = _NONE_ANSWERS
        if trouble != self._views.discovery:
            self.discovery_trouble(trouble)

    def _is_walled_in(self) -> bool:
        """True if others are announced and none of them answers."""
        return (
            bool(self._neighbours)
            and not self._transport.peers()
            and all(
                self._transport.is_deaf(host, found.port)
                for found in self._neighbours.values()
                for host in found.hosts
            )
        )
