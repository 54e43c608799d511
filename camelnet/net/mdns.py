"""This peer's mDNS instance, over IPv4 or over IPv6, while networks come and go.

zeroconf binds its sockets once, so call `reconcile` every 2 s with the current addresses; its
browser asks less and less often, so we replace it every 10 s (in a game every 30 s), and look up
again every peer whose address is too old. The instances bear the names of keys, hence are unique
and need no probing. One responder per family: they fail independently, and no socket has to serve
both (some systems refuse IPv4 memberships to an IPv6 socket).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from zeroconf import DNSQuestionType, IPVersion, ServiceStateChange, Zeroconf
from zeroconf import Error as ZeroconfError
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from camelnet.net import txt_record as txt
from camelnet.net.interfaces import best_first

SERVICE: Final = "_camelnet._tcp.local."
ASK_S: Final = 10.0
CALM_ASK_S: Final = 30.0  # while nobody waits to be found
KNOWN_MAX: Final = 256
HOSTS_MAX: Final = 6
_HOST_TTL_S: Final = 30
_OTHER_TTL_S: Final = 30
_RESOLVE_MS: Final = 3_000
_CLOSE_S_MAX: Final = 2.0

Hosts = tuple[tuple[str, int], ...]  # our own addresses, each with the index of its interface


@dataclass(frozen=True, slots=True)
class Found:
    """A peer's service: its addresses, and what it says about itself."""

    instance: str
    hosts: tuple[str, ...]  # never empty; the best to dial first
    port: int
    hints: Mapping[str, str]

    @property
    def key(self) -> bytes | None:
        """The peer's key, if its instance bears the name of one; only TLS proves who is there."""
        return txt.key_of(self.instance)


class Finder(Protocol):
    """The callbacks of a responder; `version` is 4 or 6."""

    def seen(self, version: int, found: Found) -> None: ...

    def unseen(self, version: int, instance: str) -> None: ...


class Responder:
    """Announces one instance and reports all others in one family."""

    def __init__(self, *, version: int, instance: str, port: int, finder: Finder) -> None:
        assert version in (4, 6)
        self.version: Final = version
        self.bound: Hosts = ()
        self.hints: dict[str, bytes] = {}  # our own TXT record from the next reconciliation on
        self.eager = True  # a lobby is open here, so that people are waiting to be found
        self.announced_at = float("-inf")
        self._instance = instance
        self._port = port
        self._finder = finder
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._registered: tuple[tuple[str, ...], dict[str, bytes]] | None = None
        self._asked_at = float("-inf")
        self._known: dict[str, Found] = {}
        self._resolving: dict[str, asyncio.Task[None]] = {}

    async def reconcile(self, wanted: Hosts, told: tuple[str, ...], now: float) -> None:
        """Bring sockets and records in line: bind `wanted`, announce the addresses `told`. Raises
        OSError, `zeroconf.Error` or RuntimeError; then `close` it."""
        if not wanted:
            await self.close()
        elif self._zeroconf is None:
            self._zeroconf = self._open(wanted)
            self._asked_at = float("-inf")
        elif wanted != self.bound:
            # First the records, since zeroconf announces them on a new interface at once.
            await self._register(self._zeroconf, told, now)
            # Addresses whose interface has changed need a new socket.
            kept = [host for host, index in wanted if (host, index) in self.bound]
            await self._zeroconf.async_update_interfaces(kept)
            await self._zeroconf.async_update_interfaces([host for host, _index in wanted])
            self._asked_at = float("-inf")
        self.bound = wanted
        if self._zeroconf is not None:
            await self._register(self._zeroconf, told, now)
            if now - self._asked_at >= (ASK_S if self.eager else CALM_ASK_S):
                self._asked_at = now
                await self._browse(self._zeroconf.zeroconf)

    async def close(self) -> None:
        """Say goodbye and close the sockets, within `_CLOSE_S_MAX` seconds and a moment.
        `reconcile` may open them again."""
        zeroconf, self._zeroconf = self._zeroconf, None
        browser, self._browser = self._browser, None
        self.bound, self._registered = (), None
        tasks = list(self._resolving.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._resolving.clear()
        if zeroconf is not None:
            try:
                async with asyncio.timeout(_CLOSE_S_MAX):
                    if browser is not None:
                        await browser.async_cancel()
                    await zeroconf.async_close()
            except (TimeoutError, OSError, ZeroconfError):
                pass
            finally:
                # A goodbye that failed, took too long or was cancelled leaves its sockets open.
                zeroconf.zeroconf.close()

    # --- our own service ----------------------------------------------------------------------

    def _open(self, wanted: Hosts) -> AsyncZeroconf:
        family = IPVersion.V4Only if self.version == 4 else IPVersion.V6Only
        return AsyncZeroconf(interfaces=[host for host, _index in wanted], ip_version=family)

    async def _register(self, zeroconf: AsyncZeroconf, told: tuple[str, ...], now: float) -> None:
        state = told[:HOSTS_MAX], dict(self.hints)
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
        self.announced_at = now

    # --- the others -----------------------------------------------------------------------------

    async def _browse(self, zeroconf: Zeroconf) -> None:
        """Ask who is there; peers in the cache need not answer."""
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

    def _changed(
        self, *, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if instance_of(name).lower() == self._instance.lower() or self._zeroconf is None:
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
        hosts = best_first(info.parsed_scoped_addresses())[:HOSTS_MAX]
        if not hosts or not info.port:
            return
        found = Found(instance_of(name), hosts, info.port, txt.read(info.properties))
        if self._known.get(name) != found:
            self._known[name] = found
            self._finder.seen(self.version, found)

    def _lose(self, name: str) -> None:
        if self._known.pop(name, None) is not None:
            self._finder.unseen(self.version, instance_of(name))


def instance_of(name: str) -> str:
    """The instance's part of a service's full name."""
    return name.removesuffix("." + SERVICE)
