"""The examination: obstacles between players, in plain words, each with one act.

It tries things rather than asking the system: a datagram that comes back, a handshake that works, a
file that it can write; only of firewalls and routes the system has to tell. It has a temporary key
of its own, so it runs beside an open camelnet; it works without any network, and ends in about ten
seconds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from camelnet.doctor.finding import ROUND, Act, Finding, Severity, again
from camelnet.doctor.firewall import allow, examine_firewall, look_at_firewall
from camelnet.doctor.peers import NOBODY, examine_builds, examine_called, examine_peers
from camelnet.doctor.system import System
from camelnet.doctor.this_computer import (
    examine_clock,
    examine_echoes,
    examine_interfaces,
    examine_permission,
    examine_port,
    examine_profile,
    examine_routes,
    networked,
)
from camelnet.doctor.windows import ask_windows, examine_category
from camelnet.i18n import N_, Message
from camelnet.net.interfaces import (
    Local,
    is_nearby,
    links,
    local_addresses,
    multicast_locals,
    with_number,
)
from camelnet.net.mesh import NetError
from camelnet.net.probes import Echo, LookAround, announcement_echo, mdns_echo, reach
from camelnet.record.profile import Profile

LOOK_S: Final = 4.0
STAGES: Final = 4  # of an examination, for a progress bar
REMEMBERED_MAX: Final = 8  # addresses of the profile to try

# Notes about these may explain why nobody is found; other notes are news.
_OBSTACLES: Final = frozenset(("multicast", "firewall", "peers"))
_SOUND: Final = N_("Nothing is wrong with this computer and its networks.")
_UNTRIED: Final = N_(
    "Everything looks right here. Ask the others to open this page, or to run camelnet doctor."
)
_DOUBTFUL: Final = N_("Nothing is clearly wrong. The notes say what may be in the way.")
_WRONG: Final = N_("Something is in the way. Each line says what helps.")


async def examine(
    folder: Path,
    *,
    interface: str | None,
    port: int = 0,
    look_s: float = LOOK_S,
    address: tuple[str, int] | None = None,
    known: Collection[tuple[str, int]] = (),
    ours: Collection[bytes] = (),
    stage: Callable[[], None] = lambda: None,
    system: System | None = None,
) -> tuple[Finding, ...]:
    """All findings. `folder`: the profile; `interface`: only this address of ours; `port` 0: any;
    `look_s`: seconds to spend looking for others; `address`: where another camelnet should be;
    `known`: where others are by what the app knows; `ours`: the keys of those who play at this
    laptop, of whom nothing is told; `stage`: called after each of the `STAGES`."""
    system = system or System()
    began = time.time(), time.monotonic()
    interface = with_number(interface)
    own, cables = local_addresses(), links()
    live = networked(own, cables)
    here = [local for local in live if interface in (None, local.host)]
    findings = [examine_profile(folder)]
    of_interfaces = examine_interfaces(own, interface, cables)
    findings += of_interfaces
    findings += examine_routes(live, system)
    windows = await asyncio.to_thread(ask_windows, system)
    names = [local.name for local in here]
    wall = await asyncio.to_thread(look_at_firewall, system, names, windows)
    way_in = allow(wall, system.platform)
    stage()
    errors: list[OSError | None] = []
    connected = all(finding.severity is not Severity.WRONG for finding in of_interfaces)
    if connected:
        echoes = await _echoes(multicast_locals(interface), interface)
        findings += examine_echoes(echoes, way_in)
        errors += [mdns.error for _local, mdns, _announced in echoes]
    stage()
    visited = False
    if interface is None or any(local.host == interface for local in own):
        remembered = Profile.addresses_in(folder)[-REMEMBERED_MAX:]
        at = {*known, *((host, where) for _key, host, where in remembered)}
        around = LookAround(interface=interface, port=port, ours=ours)
        met, failures, visited = await _meet(around, look_s, address, at, way_in, stage)
        findings += [one for one in met if connected or one.check != NOBODY]
        errors += failures
    if not visited:
        findings += examine_category(windows)
        findings += examine_firewall(wall, system.platform)
    findings += examine_permission(errors, here, system.platform)
    findings.insert(1, examine_clock(began, (time.time(), time.monotonic())))
    stage()
    return tuple(findings)


def conclusion(findings: Sequence[Finding]) -> Message:
    """The sentence that sums up all findings."""
    if any(finding.severity is Severity.WRONG for finding in findings):
        return Message(_WRONG)
    if any(finding.check == ROUND for finding in findings):
        return Message(_SOUND)
    notes = {finding.check for finding in findings if finding.severity is Severity.NOTE}
    return Message(_DOUBTFUL if notes & _OBSTACLES else _UNTRIED)


async def _echoes(own: Sequence[Local], interface: str | None) -> list[tuple[Local, Echo, Echo]]:
    """Send and hear mDNS and the announcement on every interface."""
    tried = [local for local in own if interface is not None or not local.network.is_loopback]
    mdns = await asyncio.gather(*map(mdns_echo, tried))
    announced = await asyncio.gather(*map(announcement_echo, tried))
    return list(zip(tried, mdns, announced, strict=True))


async def _meet(
    around: LookAround,
    look_s: float,
    address: tuple[str, int] | None,
    known: Collection[tuple[str, int]],
    way_in: Act,
    stage: Callable[[], None],
) -> tuple[list[Finding], list[OSError | None], bool]:
    """Look for others: the findings, why attempts nearby failed, and whether anybody came here."""
    try:
        await around.begin()
    except NetError as error:
        words = N_("Choose another one by --port, or leave --port and --interface out.")
        return [Finding("port", Severity.WRONG, error.message, again(words))], [], False
    try:
        neighbours = await around.look(look_s)
        stage()
        # By now even a new IPv6 address is usable.
        attempts = await asyncio.gather(
            *(reach(host, around.port, around.own) for host, _port in around.addresses())
        )
        found = {(host, one.found.port) for one in neighbours for host in one.found.hosts}
        called = await around.call(sorted({*known} - found - {address}))
        asked = await around.call([address] if address is not None else [])
    finally:
        await around.end()
    findings = [
        examine_port(around.port, attempts, around.key, way_in),
        *examine_peers(neighbours, around.visitors, look_s, way_in),
        *examine_called(neighbours, asked, called, ours=around.ours),
        *examine_builds(around.greetings.values()),
    ]
    tried = (*called, *asked, *(each for one in neighbours for each in one.attempts))
    errors = [each.error for each in tried if is_nearby(each.host)]
    return findings, errors, bool(around.visitors)
