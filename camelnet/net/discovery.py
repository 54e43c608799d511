"""Discovery of peers on the local network: mDNS over IPv4 and IPv6, and announcements beside it.

Every 2 s it looks at the interfaces and brings all three in line. It merges their findings: it
reports a peer with all addresses at which any of the three found it, and as lost when all three
have lost it. It loses a peer that crashed without a goodbye within a minute; the transport's
heartbeat says whether a peer is there right now.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from zeroconf import Error as ZeroconfError

from camelnet.i18n import N_, Message, message, os_reason
from camelnet.net import txt_record as txt
from camelnet.net.announcements import Announcement, Announcer
from camelnet.net.interfaces import (
    announced_hosts,
    best_first,
    is_loopback,
    multicast_hosts,
    network_name,
    other_networks,
    own_hosts,
)
from camelnet.net.mdns import Found, Responder
from camelnet.net.wakeups import LATEST, SOONEST, Wakeups

__all__ = ["Discovery", "Found"]

POLL_S: Final = 2.0
ANNOUNCE_S: Final = 1.0  # between two changes of the TXT record
ANNOUNCEMENT_LIFE_S: Final = 45.0
_ANNOUNCED: Final = 0

_ONLY_HERE: Final = Message(
    N_("No network is connected: only players on this computer can be found.")
)


class Discovery:
    """Announces one instance and reports all others.

    `found` is called again when hosts, port or hints change, and now and then when an announcement
    is heard; `lost` after a goodbye, or when a service's records are too old; `trouble` with a
    sentence, and with None when all is well again. `instance` has to be a name from
    `txt_record.instance_of_key`, else we send no announcement.
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
        mdns: bool = True,
        wakeups: Wakeups | None = None,
    ) -> None:
        """`mdns` False: use announcements only. `wakeups`: the timers to go off together with ours;
        None: no others."""
        assert 0 < len(instance) <= 63  # a DNS label
        self._tell_found = found
        self._tell_lost = lost
        self._tell_trouble = trouble
        self._interface = interface
        self._responders = tuple(
            Responder(version=version, instance=instance, port=port, finder=self)
            for version in (4, 6)
            if mdns
        )
        self._wakeups = wakeups or Wakeups()
        key = txt.key_of(instance)
        self._announcer = (
            Announcer(
                key=key,
                port=port,
                heard=self._heard,
                interface=interface,
                wakeups=self._wakeups,
            )
            if key
            else None
        )
        self._hints: dict[str, bytes] = {}
        self._eager = True
        self._seen: dict[str, dict[int, Found]] = {}  # by instance, and by version or `_ANNOUNCED`
        self._heard_at: dict[str, float] = {}  # time of the last announcement, by instance
        self._failures: dict[int, Exception] = {}
        self._trouble: Message | None = None
        self._poke = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; report what does not work yet as trouble, and try it again."""
        # zeroconf warns on standard error whenever a network goes: we report that ourselves.
        logging.getLogger("zeroconf").addHandler(logging.NullHandler())
        if self._announcer is not None:
            self._announcer.start()
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Say goodbye and close, within a few seconds."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        if self._announcer is not None:
            await self._announcer.stop()
        await asyncio.gather(*(responder.close() for responder in self._responders))

    def announce(self, hints: Mapping[str, str], *, lobby: bool = True) -> None:
        """Set the TXT record to announce from now on, at most 200 bytes; see `txt_record.fit`.
        `lobby`: a lobby is open here, so that people are waiting to be found."""
        self._hints, self._eager = txt.fit(hints), lobby
        if self._announcer is not None:
            self._announcer.eager(lobby)
        self._poke.set()

    # --- keeping up with the network ----------------------------------------------------------

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._poke.clear()
            wanted = multicast_hosts(self._interface)
            for responder in self._responders:
                await self._reconcile(responder, wanted, loop.time())
            self._report(self._diagnosis(wanted))
            self._forget_announcements(loop.time())
            await self._wakeups.wait(self._poke, POLL_S * SOONEST, POLL_S * LATEST)
            said_at = max((r.announced_at for r in self._responders), default=float("-inf"))
            await asyncio.sleep(max(0.0, said_at + ANNOUNCE_S - loop.time()))

    async def _reconcile(
        self, responder: Responder, wanted: tuple[tuple[str, int], ...], now: float
    ) -> None:
        version = responder.version
        responder.hints, responder.eager = self._hints, self._eager
        mine = tuple(item for item in wanted if (":" in item[0]) is (version == 6))
        try:
            await responder.reconcile(mine, announced_hosts(version, self._interface), now)
        except (OSError, ZeroconfError, RuntimeError) as error:
            self._failures[version] = error
            await responder.close()
        else:
            self._failures.pop(version, None)

    def _diagnosis(self, wanted: tuple[tuple[str, int], ...]) -> Message | None:
        if self._interface is None and not any(not h.startswith("127.") for h, _index in wanted):
            return self._failure() or _ONLY_HERE
        if self._interface is not None and not wanted:
            if not (others := other_networks(self._interface)):
                return self._failure() or _ONLY_HERE
            return message(
                N_(
                    "The network {name}, the only one in use, is out. Others are connected: "
                    "{others}."
                ),
                name=network_name(self._interface),
                others=", ".join(others),
            )
        return self._failure()

    def _failure(self) -> Message | None:
        """The failure of mDNS if it matters; a failure over IPv6 alone does no harm."""
        if any(responder.bound for responder in self._responders):
            return None
        error = next(iter(self._failures.values()), None)
        if error is None:
            return None
        reason = os_reason(error) if isinstance(error, OSError) else str(error)
        return message(
            N_(
                "Other players can't be found automatically (mDNS: {reason}). Join by address "
                "instead."
            ),
            reason=reason,
        )

    def _report(self, trouble: Message | None) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._tell_trouble(trouble)

    # --- the others -----------------------------------------------------------------------------

    def seen(self, version: int, found: Found) -> None:
        """Merge a responder's news of a peer. An mDNS answer that names loopback may come from
        anywhere; we believe it only on a computer without a network."""
        if version != _ANNOUNCED and self._networked:
            elsewhere = tuple(host for host in found.hosts if not is_loopback(host))
            found = replace(found, hosts=elsewhere)
        by_version = self._seen.setdefault(found.instance, {})
        by_version[version] = found
        hosts = best_first(host for one in by_version.values() for host in one.hosts)
        hints = next((one.hints for one in by_version.values() if one.hints), {})
        if self._task is not None and hosts:
            self._tell_found(Found(found.instance, hosts, found.port, hints))

    @property
    def _networked(self) -> bool:
        """True if another computer could reach us here."""
        return not all(map(is_loopback, own_hosts(self._interface)))

    def unseen(self, version: int, instance: str) -> None:
        """Note that a responder has lost a peer."""
        by_version = self._seen.get(instance, {})
        by_version.pop(version, None)
        if not by_version and self._seen.pop(instance, None) is not None and self._task:
            self._tell_lost(instance)

    def _heard(self, heard: Announcement) -> None:
        instance = txt.instance_of_key(heard.key)
        self._heard_at[instance] = asyncio.get_running_loop().time()
        self.seen(_ANNOUNCED, Found(instance, (heard.host,), heard.port, {}))

    def _forget_announcements(self, now: float) -> None:
        for instance, heard_at in list(self._heard_at.items()):
            if now - heard_at > ANNOUNCEMENT_LIFE_S:
                del self._heard_at[instance]
                self.unseen(_ANNOUNCED, instance)
