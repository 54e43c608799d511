"""Findings about this computer: its profile, its clock, its networks, its port."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from camelnet.doctor.finding import Act, Deed, Finding, Severity, again
from camelnet.doctor.system import System
from camelnet.i18n import N_, Message, message, os_reason
from camelnet.net.interfaces import Link, Local, is_virtual
from camelnet.net.probes import Echo, Reached

_CLOCK_FROM: Final = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
_CLOCK_TO: Final = datetime(2100, 1, 1, tzinfo=UTC).timestamp()
_CLOCK_JUMP_S: Final = 2.0
_NEIGHBOURS_BITS_MAX: Final = 30  # a network of fewer addresses is a tunnel

_JOIN_NETWORK: Final = N_(
    "Join a Wi-Fi or plug in a cable. Players on this computer can play together without it."
)
# By whether there is an interface for cables, and one for Wi-Fi.
_UNCONNECTED: Final = {
    (False, False): N_("This computer is in no network."),
    (True, False): N_("This computer is in no network: its cable is out."),
    (False, True): N_("This computer is in no network: its Wi-Fi is not connected."),
    (True, True): N_(
        "This computer is in no network: its cable is out, and its Wi-Fi is not connected."
    ),
}
_MAC_WORDS: Final = N_(
    "In System Settings, under Privacy & Security, Local Network, switch camelnet on."
)
_MAC_PAGE: Final = "x-apple.systempreferences:com.apple.preference.security?Privacy_LocalNetwork"


def examine_profile(folder: Path) -> Finding:
    """Check that we can write to the folder of key, name and games."""
    probe = folder / f"doctor-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with probe.open("xb") as file:
            file.write(bytes(4_096))
            file.flush()
            os.fsync(file.fileno())
        probe.unlink()
    except OSError as error:
        template = N_("The profile {path} cannot be written: {why}.")
        text = message(template, path=str(folder), why=os_reason(error))
        words = N_("Give yourself the right to write there, or choose a folder by --profile.")
        return Finding("profile", Severity.WRONG, text, again(words))
    text = message(N_("The profile {path} can be written."), path=str(folder))
    return Finding("profile", Severity.WELL, text)


def examine_clock(before: tuple[float, float], after: tuple[float, float]) -> Finding:
    """Check that the clock is credible and steady; both are (wall clock, monotonic) in seconds."""
    date = datetime.fromtimestamp(after[0], UTC).strftime("%Y-%m-%d %H:%M")
    if not _CLOCK_FROM <= after[0] <= _CLOCK_TO:
        text = message(N_("The clock is wrong: it says {date} (UTC)."), date=date)
        words = N_("Games do not depend on it, but files will bear wrong dates. Set it.")
        return Finding("clock", Severity.NOTE, text, again(words))
    if abs((after[0] - before[0]) - (after[1] - before[1])) > _CLOCK_JUMP_S:
        text = Message(N_("The clock jumped while this was running."))
        words = N_("Did the computer sleep? If it happens often, look at its time settings.")
        return Finding("clock", Severity.NOTE, text, again(words))
    return Finding("clock", Severity.WELL, message(N_("The clock says {date} (UTC)."), date=date))


# --- its networks ---------------------------------------------------------------------------------


def networked(own: Sequence[Local], links: Sequence[Link]) -> list[Local]:
    """Those of our own addresses that are on a network now: an interface without a carrier keeps
    its address."""
    dead = {link.name for link in links if not link.carrier}
    return [local for local in own if not local.network.is_loopback and local.name not in dead]


def examine_interfaces(
    own: Sequence[Local], interface: str | None, links: Sequence[Link] = ()
) -> list[Finding]:
    """Check the networks of this computer, and whether others can be expected there. `interface`:
    the one to use, by its address; None: all."""
    live = networked(own, links)
    best = next((local.name for local in live if not is_virtual(local.name)), "")
    if interface is not None and all(local.host != interface for local in own):
        text = message(N_("{address} is not an address of this computer."), address=interface)
        others = ", ".join(local.host for local in own)
        words = message(N_("It has these: {addresses}."), addresses=others)
        act = Act(Deed.USE_NETWORK, words, best) if others else again(_JOIN_NETWORK)
        return [Finding("interfaces", Severity.WRONG, text, act)]
    if interface is None:
        chosen = live
    else:
        chosen = [local for local in own if local.host == interface]
        if not chosen[0].network.is_loopback and chosen[0] not in live:
            return [_unplugged(chosen[0].name, Severity.WRONG, best)]
    silent = _without_address(own, links)
    if not chosen:
        if silent:
            return silent
        cable, radio = (any(link.wireless is kind for link in links) for kind in (False, True))
        text = Message(_UNCONNECTED[cable, radio])
        return [Finding("interfaces", Severity.WRONG, text, again(_JOIN_NETWORK))]
    findings = [
        _examine_interface(name, [local for local in chosen if local.name == name], best)
        for name in dict.fromkeys(local.name for local in chosen)
    ]
    if interface is None:
        kept = {local.name for local in own} & {link.name for link in links if not link.carrier}
        findings += [_unplugged(name, Severity.NOTE) for name in sorted(kept)]
    return findings


def _unplugged(name: str, severity: Severity, instead: str = "") -> Finding:
    """`instead`: a network that can be used; "" without any."""
    text = message(
        N_("{name} is not connected: the cable is out, or the Wi-Fi is lost."), name=name
    )
    act = again(_JOIN_NETWORK)
    if instead:
        words = message(N_("The network {name} is connected."), name=instead)
        act = Act(Deed.USE_NETWORK, words, instead)
    return Finding("interfaces", severity, text, act)


def _without_address(own: Sequence[Local], links: Sequence[Link]) -> list[Finding]:
    """Connected, and yet without any address."""
    return [
        Finding(
            "interfaces",
            Severity.WRONG,
            message(
                N_("{name} is connected, but nothing has given it an address."), name=link.name
            ),
            again(N_("Is the router on? Wait a moment, or connect anew.")),
        )
        for link in links
        if link.carrier and all(local.name != link.name for local in own)
    ]


def _examine_interface(name: str, own: Sequence[Local], best: str) -> Finding:
    hosts = ", ".join(local.host.split("%")[0] for local in own)
    text = message(N_("Network {name}: {addresses}."), name=name, addresses=hosts)
    act = None
    if is_virtual(name):
        words = N_("It belongs to virtual machines or a tunnel: nobody in the room is there.")
        act = Act(Deed.USE_NETWORK, Message(words), best) if best else again(words)
    elif all(local.network.is_link_local for local in own):
        act = again(
            N_("No router has given an address here. Laptops with such addresses can still play.")
        )
    return Finding("interfaces", Severity.NOTE if act else Severity.WELL, text, act)


def examine_routes(live: Sequence[Local], system: System) -> list[Finding]:
    """Check that what is meant for a network of ours leaves by it: a VPN may swallow it."""
    findings = []
    by_host = {local.host: local for local in live}
    for local in live:
        if local.network.version != 4 or local.network.prefixlen > _NEIGHBOURS_BITS_MAX:
            continue
        if is_virtual(local.name):
            continue
        neighbour = str(local.network.broadcast_address - 1)
        source = system.source_of(neighbour)
        taker = by_host.get(source or "")
        if source is None or taker is None or taker.network == local.network:
            continue
        text = message(
            N_("{vpn} takes what is meant for {name}: nobody in the room can be reached."),
            vpn=taker.name,
            name=local.name,
        )
        words = N_("It is probably a VPN. Switch it off, or let it spare the local network.")
        findings.append(Finding("route", Severity.WRONG, text, again(words)))
    return findings


# --- what leaves, and what comes back -------------------------------------------------------------


def examine_echoes(echoes: Iterable[tuple[Local, Echo, Echo]], allow: Act) -> list[Finding]:
    """Check that this computer hears its own multicast: `mdns` and `announcement` of each address.
    `allow`: lets camelnet through the firewall."""
    tried = list(echoes)
    nothing = not any(mdns.heard or announcement.heard for _local, mdns, announcement in tried)
    if not tried:
        text = Message(N_("No network carries multicast, so nobody can be found automatically."))
        words = Message(N_("Others must join by your address, or you by theirs."))
        act = Act(Deed.SHOW_ADDRESS, words)
        return [Finding("multicast", Severity.NOTE, text, act)]
    return [
        _multicast_finding(
            local, mdns=mdns.heard, announcement=announced.heard, nothing=nothing, allow=allow
        )
        for local, mdns, announced in tried
    ]


def _multicast_finding(
    local: Local, *, mdns: bool, announcement: bool, nothing: bool, allow: Act
) -> Finding:
    where = {"name": local.name, "host": local.host.split("%")[0]}
    if mdns and announcement:
        text = message(
            N_("On {name} ({host}) this computer hears its own mDNS and its own announcements."),
            **where,
        )
        return Finding("multicast", Severity.WELL, text)
    if mdns:
        text = message(N_("On {name} ({host}) mDNS passes, announcements do not."), **where)
    elif announcement:
        text = message(N_("On {name} ({host}) announcements pass, mDNS does not."), **where)
    else:
        text = message(N_("On {name} ({host}) neither mDNS nor announcements pass."), **where)
    verdict = Severity.WRONG if nothing else Severity.NOTE
    return Finding("multicast", verdict, text, allow)


def examine_port(port: int, attempts: Iterable[Reached], key: bytes, allow: Act) -> Finding:
    """Check that our listening port answers at each of our own addresses."""
    missed = [attempt.host.split("%")[0] for attempt in attempts if attempt.key != key]
    if missed:
        text = message(
            N_("Port {port} was opened, but does not answer at {addresses}."),
            port=port,
            addresses=", ".join(missed),
        )
        return Finding("port", Severity.WRONG, text, allow)
    text = message(N_("A port can be opened for others, and it answers ({port})."), port=port)
    return Finding("port", Severity.WELL, text)


def examine_permission(
    errors: Iterable[OSError | None], live: Sequence[Local], platform: str
) -> list[Finding]:
    """Check that macOS lets camelnet onto the local network: without that permission whatever is
    meant for it fails as if there were no route, while the interface is up. `errors`: of datagrams
    to all on our networks, and of attempts to reach addresses in them."""
    refused = any(error is not None and error.errno == errno.EHOSTUNREACH for error in errors)
    if platform != "darwin" or not live or not refused:
        return []
    text = Message(N_("macOS does not let camelnet onto the local network."))
    act = Act(Deed.OPEN_SETTINGS, Message(_MAC_WORDS), _MAC_PAGE)
    return [Finding("permission", Severity.WRONG, text, act)]
