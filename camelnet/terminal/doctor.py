"""`camelnet doctor`: obstacles between players, in plain words, with advice.

It tries things rather than asking the system: a datagram that comes back, a handshake that works, a
file that it can write. It has a temporary key of its own, so it runs beside an open camelnet; it
works without any network, and ends in about ten seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click
from platformdirs import user_data_path

from camelnet.i18n import N_, Message, message, os_reason
from camelnet.net.interfaces import (
    Local,
    is_virtual,
    local_addresses,
    multicast_locals,
    with_number,
)
from camelnet.net.mesh import NetError
from camelnet.net.probes import LookAround, Reached, announcement_echo, mdns_echo, reach
from camelnet.record.profile import Profile
from camelnet.terminal.finding import ROUND, Finding, Severity, firewall_advice
from camelnet.terminal.peer_findings import examine_builds, examine_called, examine_peers
from camelnet.terminal.screen import Screen

LOOK_S: Final = 4.0
REMEMBERED_MAX: Final = 8  # addresses of the profile to try
_CLOCK_FROM: Final = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
_CLOCK_TO: Final = datetime(2100, 1, 1, tzinfo=UTC).timestamp()
_CLOCK_JUMP_S: Final = 2.0

_JOIN_NETWORK: Final = N_(
    "Join a Wi-Fi or plug in a cable. Players on this computer can play together without it."
)
_UNTRIED: Final = N_(
    "Nothing is wrong with this computer. That it hears itself proves only that "
    "nothing here is in the way; whether the network reaches others was not tested,"
    " since no other computer was found. Open camelnet on another one and try "
    "again."
)


def doctor(
    *,
    profile: Path | None,
    interface: str | None,
    port: int,
    address: tuple[str, int] | None,
    as_json: bool,
) -> int:
    """Run all checks and print the findings; return 1 if something is wrong, else 0."""
    findings = asyncio.run(
        examine(profile, interface=interface, port=port, address=address, look_s=LOOK_S)
    )
    sound = all(finding.severity is not Severity.WRONG for finding in findings)
    if as_json:
        click.echo(json.dumps({"well": sound, "findings": [_plain(one) for one in findings]}))
    else:
        _tell(findings, sound)
    return 0 if sound else 1


async def examine(
    profile: Path | None,
    *,
    interface: str | None,
    port: int,
    look_s: float,
    address: tuple[str, int] | None = None,
) -> tuple[Finding, ...]:
    """All findings. `interface`: only this address of ours; `port` 0: any; `look_s`: seconds to
    spend looking for others; `address`: where another camelnet should be."""
    began = time.time(), time.monotonic()
    interface = with_number(interface)
    folder = profile or user_data_path("camelnet", appauthor=False)
    remembered = [(host, at) for _key, host, at in Profile.addresses_in(folder)[-REMEMBERED_MAX:]]
    findings = [examine_profile(folder)]
    own = local_addresses()
    findings += examine_interfaces(own, interface)
    if all(finding.severity is not Severity.WRONG for finding in findings[1:]):
        findings += await _examine_multicast(multicast_locals(interface), interface)
    if interface is None or any(local.host == interface for local in own):
        findings += await _examine_port_and_peers(
            interface, port, look_s, address=address, remembered=remembered
        )
    findings.insert(1, examine_clock(began, (time.time(), time.monotonic())))
    return tuple(findings)


# --- this computer --------------------------------------------------------------------------------


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
        return Finding(
            "profile",
            Severity.WRONG,
            message(
                N_("The profile {path} cannot be written: {why}."),
                path=str(folder),
                why=os_reason(error),
            ),
            Message(N_("Give yourself the right to write there, or choose a folder by --profile.")),
        )
    return Finding(
        "profile",
        Severity.WELL,
        message(N_("The profile {path} can be written."), path=str(folder)),
    )


def examine_clock(before: tuple[float, float], after: tuple[float, float]) -> Finding:
    """Check that the clock is credible and steady; both are (wall clock, monotonic) in seconds."""
    date = datetime.fromtimestamp(after[0], UTC).strftime("%Y-%m-%d %H:%M")
    if not _CLOCK_FROM <= after[0] <= _CLOCK_TO:
        return Finding(
            "clock",
            Severity.NOTE,
            message(N_("The clock is wrong: it says {date} (UTC)."), date=date),
            Message(N_("Games do not depend on it, but files will bear wrong dates. Set it.")),
        )
    if abs((after[0] - before[0]) - (after[1] - before[1])) > _CLOCK_JUMP_S:
        return Finding(
            "clock",
            Severity.NOTE,
            Message(N_("The clock jumped while this was running.")),
            Message(N_("Did the computer sleep? If it happens often, look at its time settings.")),
        )
    return Finding("clock", Severity.WELL, message(N_("The clock says {date} (UTC)."), date=date))


def examine_interfaces(own: Sequence[Local], interface: str | None) -> list[Finding]:
    """Check the networks of this computer, and whether others can be expected there."""
    if interface is not None and all(local.host != interface for local in own):
        text = message(N_("{address} is not an address of this computer."), address=interface)
        others = ", ".join(local.host for local in own)
        advice = message(N_("It has these: {addresses}."), addresses=others) if others else None
        return [Finding("interfaces", Severity.WRONG, text, advice)]
    chosen = [local for local in own if interface in (None, local.host)]
    networked = [local for local in chosen if not local.network.is_loopback]
    if not networked and interface is None:
        text = Message(N_("This computer is in no network."))
        return [Finding("interfaces", Severity.WRONG, text, Message(_JOIN_NETWORK))]
    return [
        _examine_interface(name, [local for local in chosen if local.name == name])
        for name in dict.fromkeys(local.name for local in networked or chosen)
    ]


def _examine_interface(name: str, own: Sequence[Local]) -> Finding:
    hosts = ", ".join(local.host.split("%")[0] for local in own)
    text = message(N_("Network {name}: {addresses}."), name=name, addresses=hosts)
    advice = None
    if is_virtual(name):
        advice = Message(
            N_("It belongs to virtual machines or a tunnel: nobody in the room is there.")
        )
    elif all(local.network.is_link_local for local in own):
        advice = Message(
            N_("No router has given an address here. Laptops with such addresses can still play.")
        )
    return Finding("interfaces", Severity.NOTE if advice else Severity.WELL, text, advice)


async def _examine_multicast(own: Sequence[Local], interface: str | None) -> list[Finding]:
    """Send and hear mDNS and the announcement on every interface."""
    tried = [local for local in own if interface is not None or not local.network.is_loopback]
    echoes = await asyncio.gather(*(_echoes(local) for local in tried))
    nothing = not any(mdns or announcement for mdns, announcement in echoes)
    if not tried:
        advice = Message(N_("Others must join by your address, or you by theirs."))
        text = Message(N_("No network carries multicast, so nobody can be found automatically."))
        return [Finding("multicast", Severity.NOTE, text, advice)]
    return [
        _multicast_finding(local, mdns=mdns, announcement=announcement, nothing=nothing)
        for local, (mdns, announcement) in zip(tried, echoes, strict=True)
    ]


async def _echoes(local: Local) -> tuple[bool, bool]:
    mdns, announcement = await asyncio.gather(mdns_echo(local), announcement_echo(local))
    return mdns, announcement


def _multicast_finding(local: Local, *, mdns: bool, announcement: bool, nothing: bool) -> Finding:
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
    return Finding("multicast", verdict, text, firewall_advice())


# --- others ---------------------------------------------------------------------------------------


async def _examine_port_and_peers(
    interface: str | None,
    port: int,
    look_s: float,
    *,
    address: tuple[str, int] | None,
    remembered: Iterable[tuple[str, int]],
) -> list[Finding]:
    around = LookAround(interface=interface, port=port)
    try:
        await around.begin()
    except NetError as error:
        advice = Message(N_("Choose another one by --port, or leave --port and --interface out."))
        return [Finding("port", Severity.WRONG, error.message, advice)]
    try:
        neighbours = await around.look(look_s)
        # By now even a new IPv6 address is usable.
        attempts = await asyncio.gather(
            *(reach(host, around.port, around.own) for host, _port in around.addresses())
        )
        found = {(host, one.found.port) for one in neighbours for host in one.found.hosts}
        called = await around.call(at for at in remembered if at not in found | {address})
        asked = await around.call([address] if address is not None else [])
    finally:
        await around.end()
    return [
        examine_port(around.port, attempts, around.key),
        *examine_peers(neighbours, around.visitors, look_s),
        *examine_called(neighbours, asked, called),
        *examine_builds(around.greetings.values()),
    ]


def examine_port(port: int, attempts: Iterable[Reached], key: bytes) -> Finding:
    """Check that our listening port answers at each of our own addresses."""
    missed = [attempt.host.split("%")[0] for attempt in attempts if attempt.key != key]
    if missed:
        text = message(
            N_("Port {port} was opened, but does not answer at {addresses}."),
            port=port,
            addresses=", ".join(missed),
        )
        return Finding("port", Severity.WRONG, text, firewall_advice())
    text = message(N_("A port can be opened for others, and it answers ({port})."), port=port)
    return Finding("port", Severity.WELL, text)


# --- telling --------------------------------------------------------------------------------------

_MARKS: Final = {
    Severity.WELL: N_("ok"),
    Severity.NOTE: N_("note"),
    Severity.WRONG: N_("wrong"),
}
_STYLES: Final = {Severity.WELL: "green", Severity.NOTE: "yellow", Severity.WRONG: "bold red"}


def _tell(findings: Sequence[Finding], sound: bool) -> None:
    screen = Screen()
    width = max(len(str(Message(mark))) for mark in _MARKS.values())
    for finding in findings:
        mark = str(Message(_MARKS[finding.severity])).ljust(width)
        screen.say(f"{mark}  {finding.text}", _STYLES[finding.severity])
        if finding.advice is not None:
            screen.say(f"{' ' * width}  {finding.advice}")
    if sound and any(finding.check == ROUND for finding in findings):
        screen.say(str(Message(N_("Nothing is wrong with this computer and its networks."))))
    elif sound:
        screen.say(str(Message(_UNTRIED)))
    else:
        screen.say(str(Message(N_("Something is wrong: see above what to do."))))


def _plain(finding: Finding) -> dict[str, str | None]:
    return {
        "check": finding.check,
        "verdict": finding.severity.value,
        "text": str(finding.text),
        "advice": None if finding.advice is None else str(finding.advice),
    }
