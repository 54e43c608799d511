"""Finding others in the room by mDNS, while networks come and go.

zeroconf binds its sockets once, so we look at the interfaces every 2 s and tell it; its browser
asks ever more seldom, so it is made anew every 10 s, and those whose address is too old are looked
up again. So a peer that crashed without a goodbye is lost within a minute; whether one is there
right now is for the transport's heartbeat to say. Instances are named by their keys, hence unique,
and need no probing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from zeroconf import DNSQuestionType, ServiceStateChange, Zeroconf
from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from camelnet.i18n import N_, Message, message, os_reason
from camelnet.net import hints as txt
from camelnet.net.interfaces import best_first, multicast_hosts, own_hosts

SERVICE: Final = "_camelnet._tcp.local."
POLL_S: Final = 2.0
ASK_S: Final = 10.0
ANNOUNCE_S: Final = 1.0  # between two changes of the TXT record
KNOWN_MAX: Final = 256
_HOSTS_MAX: Final = 6
_HOST_TTL_S: Final = 30
_OTHER_TTL_S: Final = 30
_RESOLVE_MS: Final = 3_000
_CLOSE_S_MAX: Final = 2.0

_ONLY_HERE: Final = Message(
    N_("No network is connected: only players on this computer can be found.")
)


@dataclass(frozen=True, slots=True)
class Found:
    """A peer's service: where it listens, and what it says about itself."""

    instance: str
    hosts: tuple[str, ...]  # never empty; the best to dial first
    port: int
    hints: Mapping[str, str]

    @property
    def host(self) -> str:
        """The best of the hosts."""
        return self.hosts[0]


class Discovery:
    """Announces one instance and reports all others.

    `found` is called again when hosts, port or hints change; `lost` when a service said goodbye
    or its records are too old; `trouble` with a sentence, and with None when all is well again.
    """

    def __init__(
        self,
        *,
        instance: str,
        port: int,
        found: Callable[[Found], None],
        lost: Callable[[str], None],
        trouble: Callable[[Message | None], None],
        interface: str | None = None,
    ) -> None:
        assert 0 < len(instance) <= 63  # a DNS label
        self._instance = instance
        self._port = port
        self._tell_found = found
        self._tell_lost = lost
        self._tell_trouble = trouble
        self._interface = interface
        self._hints: dict[str, bytes] = {}
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._bound: tuple[tuple[str, int], ...] = ()
        self._registered: tuple[tuple[str, ...], dict[str, bytes]] | None = None
        self._announced_at = self._asked_at = float("-inf")
        self._known: dict[str, Found] = {}
        self._resolving: dict[str, asyncio.Task[None]] = {}
        self._trouble: Message | None = None
        self._poke = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; what does not work yet is reported as trouble and tried again."""
        # zeroconf warns on standard error whenever a network goes: we say so ourselves.
        logging.getLogger("zeroconf").addHandler(logging.NullHandler())
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Say goodbye and close, in at most `_CLOSE_S_MAX` seconds and a moment."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await self._close()

    def announce(self, hints: Mapping[str, str]) -> None:
        """What to say about this peer from now on, at most 200 bytes; see `hints.fit`."""
        self._hints = txt.fit(hints)
        self._poke.set()

    # --- keeping up with the network ----------------------------------------------------------

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._poke.clear()
            try:
                await self._reconcile(loop.time())
            except (OSError, ZeroconfError, RuntimeError) as error:
                await self._close()
                self._report(_failure(error))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_S):
                    await self._poke.wait()
            await asyncio.sleep(max(0.0, self._announced_at + ANNOUNCE_S - loop.time()))

    async def _reconcile(self, now: float) -> None:
        """Bring sockets and records in line with the interfaces and the hints."""
        wanted = multicast_hosts(self._interface)
        if not wanted:
            await self._close()
        elif self._zeroconf is None:
            self._zeroconf = AsyncZeroconf(interfaces=[host for host, _index in wanted])
            self._asked_at = float("-inf")
        elif wanted != self._bound:
            # First what to say, for a new interface is told at once.
            await self._register(self._zeroconf, now)
            # Those whose interface is another one by now have to be bound anew.
            kept = [host for host, index in wanted if (host, index) in self._bound]
            await self._zeroconf.async_update_interfaces(kept)
            await self._zeroconf.async_update_interfaces([host for host, _index in wanted])
            self._asked_at = float("-inf")
        self._bound = wanted
        if self._zeroconf is not None:
            await self._register(self._zeroconf, now)
            if now - self._asked_at >= ASK_S:
                self._asked_at = now
                await self._browse(self._zeroconf.zeroconf)
        self._report(self._diagnosis())

    async def _browse(self, zeroconf: Zeroconf) -> None:
        """Ask who is there; those whom the cache knows need not answer."""
        if self._browser is not None:
            await self._browser.async_cancel()
        for name in list(self._known):
            if not AsyncServiceInfo(SERVICE, name).load_from_cache(zeroconf):
                self._look_up(zeroconf, name, anew=False)
        # Multicast questions only: a unicast answer reaches just one of several processes here.
        question = DNSQuestionType.QM
        self._browser = AsyncServiceBrowser(
            zeroconf, SERVICE, handlers=[self._changed], question_type=question
        )

    async def _register(self, zeroconf: AsyncZeroconf, now: float) -> None:
        state = _announceable(own_hosts(self._interface)), dict(self._hints)
        if state == self._registered:
            return
        info = AsyncServiceInfo(
            SERVICE,
            f"{self._instance}.{SERVICE}",
            port=self._port,
            properties=state[1],
            server=f"{self._instance}.local.",
            parsed_addresses=list(state[0]),
            host_ttl=_HOST_TTL_S,
            other_ttl=_OTHER_TTL_S,
        )
        if self._registered is None:
            await zeroconf.async_register_service(info, cooperating_responders=True, strict=False)
        else:
            await zeroconf.async_update_service(info)
        self._registered = state
        self._announced_at = now

    async def _close(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        browser, self._browser = self._browser, None
        self._bound, self._registered = (), None
        tasks = list(self._resolving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._resolving.clear()
        if zeroconf is not None:
            with contextlib.suppress(TimeoutError, OSError, ZeroconfError):
                async with asyncio.timeout(_CLOSE_S_MAX):
                    if browser is not None:
                        await browser.async_cancel()
                    await zeroconf.async_close()

    def _diagnosis(self) -> Message | None:
        if self._interface is None:
            networked = any(not host.startswith("127.") for host, _index in self._bound)
            return None if networked else _ONLY_HERE
        if self._bound:
            return None
        return message(
            N_("{address} is no address of this computer now: nobody can be found there."),
            address=self._interface,
        )

    def _report(self, trouble: Message | None) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._tell_trouble(trouble)

    # --- the others -----------------------------------------------------------------------------

    def _changed(
        self, *, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if _instance_of(name).lower() == self._instance.lower() or self._task is None:
            return
        if state_change is ServiceStateChange.Removed:
            self._lose(name)
        elif name in self._known or len(self._known) + len(self._resolving) < KNOWN_MAX:
            self._look_up(zeroconf, name, anew=state_change is ServiceStateChange.Updated)

    def _look_up(self, zeroconf: Zeroconf, name: str, *, anew: bool) -> None:
        before = self._resolving.get(name)
        if before is not None:
            if not anew:
                return
            before.cancel()  # the newest records count
        task = asyncio.ensure_future(self._resolve(zeroconf, name))
        self._resolving[name] = task
        task.add_done_callback(lambda done: self._resolved(name, done))

    def _resolved(self, name: str, task: asyncio.Task[None]) -> None:
        if self._resolving.get(name) is task:
            del self._resolving[name]

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        question = DNSQuestionType.QM
        if not await info.async_request(zeroconf, _RESOLVE_MS, question_type=question):
            self._lose(name)
            return
        hosts = best_first(info.parsed_scoped_addresses())[:_HOSTS_MAX]
        if not hosts or not info.port:
            return
        found = Found(_instance_of(name), hosts, info.port, txt.read(info.properties))
        if self._known.get(name) != found:
            self._known[name] = found
            self._tell_found(found)

    def _lose(self, name: str) -> None:
        if self._known.pop(name, None) is not None:
            self._tell_lost(_instance_of(name))


def _instance_of(name: str) -> str:
    return name.removesuffix("." + SERVICE)


def _announceable(hosts: tuple[str, ...]) -> tuple[str, ...]:
    # Found by IPv4, reached by IPv4: other addresses only cost others vain dials.
    return (tuple(host for host in hosts if ":" not in host) or hosts)[:_HOSTS_MAX]


def _failure(error: Exception) -> Message:
    reason = os_reason(error) if isinstance(error, OSError) else str(error)
    return message(
        N_("Others cannot be found by themselves (mDNS: {reason}). Join by address instead."),
        reason=reason,
    )
