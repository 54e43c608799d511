"""The firewall of this computer: is one on, does it let camelnet through, and what would.

ufw and firewalld know camelnet by the profiles in packaging/firewall where the package has
installed them; else their ports are named. Nothing here needs rights or changes anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from camelnet.doctor.finding import Act, Deed, Finding, Severity
from camelnet.doctor.system import System
from camelnet.doctor.windows import WindowsNetwork
from camelnet.i18n import N_, Message, message
from camelnet.net import announcements
from camelnet.net.address import PORTS

_MDNS: Final = 5353
_UFW_PROFILE: Final = "/etc/ufw/applications.d/camelnet"
_FIREWALLD_SERVICES: Final = (
    "/usr/lib/firewalld/services/camelnet.xml",
    "/etc/firewalld/services/camelnet.xml",
)
_WORDS: Final = N_(
    "Allow camelnet in the firewall of this computer (TCP ports {first} to {last}, UDP ports "
    "{mdns} and {announced}), at least for private networks."
)
_WINDOWS_WORDS: Final = N_(
    "In Windows Security, under Firewall & network protection, Allow an app through firewall, tick "
    "camelnet for private networks."
)
_MAC_WORDS: Final = N_(
    "If the firewall in System Settings, under Network, is on, let camelnet accept incoming "
    "connections in its options."
)
_MAC_PAGE: Final = "x-apple.systempreferences:com.apple.Network-Settings.extension?Firewall"


@dataclass(frozen=True, slots=True)
class Firewall:
    """A firewall that is on."""

    name: str
    lets_in: bool | None  # None: only an administrator can see that
    command: tuple[str, ...]  # lets camelnet in


def look_at_firewall(
    system: System, interfaces: Sequence[str], windows: Sequence[WindowsNetwork] = ()
) -> Firewall | None:
    """The firewall that is on, if it is one that we know. `interfaces`: the names of ours that
    lead to others; `windows`: what Windows says of its networks."""
    if system.platform == "win32":
        return _windows(system, windows)
    if system.platform != "linux":
        return None
    return _ufw(system) or _firewalld(system, interfaces)


def allow(firewall: Firewall | None, platform: str) -> Act:
    """The way to let camelnet through, in the words of that system's own windows."""
    command = firewall.command if firewall is not None else ()
    if platform == "win32":
        return Act(Deed.ALLOW, Message(_WINDOWS_WORDS), command=command)
    if platform == "darwin":
        return Act(Deed.OPEN_SETTINGS, Message(_MAC_WORDS), _MAC_PAGE)
    words = message(
        _WORDS, first=PORTS[0], last=PORTS[-1], mdns=_MDNS, announced=announcements.PORT
    )
    return Act(Deed.ALLOW, words, command=command)


def examine_firewall(firewall: Firewall | None, platform: str) -> list[Finding]:
    """Check that a firewall that is on lets camelnet through, as far as it tells."""
    if firewall is None:
        return []
    name = firewall.name
    if firewall.lets_in:
        text = message(N_("The firewall of this computer ({name}) lets camelnet in."), name=name)
        return [Finding("firewall", Severity.WELL, text)]
    if firewall.lets_in is None:
        severity = Severity.NOTE
        template = N_(
            "A firewall is on ({name}). Only an administrator can see whether it lets camelnet in."
        )
    else:
        severity = Severity.WRONG
        template = N_("The firewall of this computer ({name}) does not let camelnet in.")
    return [Finding("firewall", severity, message(template, name=name), allow(firewall, platform))]


def _ufw(system: System) -> Firewall | None:
    settings = system.read("/etc/ufw/ufw.conf")
    if settings is None or not re.search(r"^ENABLED=yes\b", settings, re.MULTILINE | re.IGNORECASE):
        return None
    usual = system.read("/etc/default/ufw") or ""
    if re.search(r'^DEFAULT_INPUT_POLICY="?ACCEPT', usual, re.MULTILINE):
        return None
    rules, lets_in = system.read("/etc/ufw/user.rules"), None
    if rules is not None:
        ours = rf"^### tuple ### allow (tcp|any) ({PORTS[0]}:{PORTS[-1]}|any) "
        lets_in = re.search(ours, rules, re.MULTILINE) is not None
    command: tuple[str, ...] = ("ufw allow camelnet",)
    if system.read(_UFW_PROFILE) is None:
        tcp, udp = f"{PORTS[0]}:{PORTS[-1]}/tcp", (announcements.PORT, _MDNS)
        command = (f"ufw allow {tcp}", *(f"ufw allow {port}/udp" for port in udp))
    return Firewall("ufw", lets_in, command)


def _firewalld(system: System, interfaces: Sequence[str]) -> Firewall | None:
    if (system.ask(("firewall-cmd", "--state")) or "").strip() != "running":
        return None
    zone = ""
    for name in interfaces[:1]:
        zone = (system.ask(("firewall-cmd", f"--get-zone-of-interface={name}")) or "").strip()
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", zone):
        zone = ""  # that of all interfaces without one of their own
    of_zone = (f"--zone={zone}",) if zone else ()
    shown = system.ask(("firewall-cmd", *of_zone, "--list-all"))
    add = "--add-service=camelnet"
    if all(system.read(path) is None for path in _FIREWALLD_SERVICES):
        udp = (announcements.PORT, _MDNS)
        ports = (f"{PORTS[0]}-{PORTS[-1]}/tcp", *(f"{port}/udp" for port in udp))
        add = " ".join(f"--add-port={port}" for port in ports)
    permanent = " ".join(("firewall-cmd --permanent", *of_zone, add))
    return Firewall(
        "firewalld",
        None if shown is None else _zone_lets_in(shown),
        (permanent, "firewall-cmd --reload"),
    )


def _zone_lets_in(shown: str) -> bool:
    """Read what `firewall-cmd --list-all` prints."""
    lines = dict(re.findall(r"^\s+([a-z-]+): *(.*)$", shown, re.MULTILINE))
    if lines.get("target") == "ACCEPT" or "camelnet" in lines.get("services", "").split():
        return True
    for ports in lines.get("ports", "").split():
        found = re.fullmatch(r"(\d+)(?:-(\d+))?/tcp", ports)
        if found and int(found[1]) <= PORTS[0] and PORTS[-1] <= int(found[2] or found[1]):
            return True
    return False


def _windows(system: System, networks: Sequence[WindowsNetwork]) -> Firewall | None:
    guarded = [network for network in networks if network.firewall_on and not network.public]
    if not guarded:
        return None
    begin = "netsh advfirewall firewall {verb} rule name=camelnet"
    add = f"{begin.format(verb='add')} dir=in action=allow profile=private,domain"
    if system.bundled:
        which = [f'program="{program}"' for program in programs(system.program)]
    else:  # Python runs other programs, too
        which = [
            f"protocol=TCP localport={PORTS[0]}-{PORTS[-1]}",
            f"protocol=UDP localport={announcements.PORT},{_MDNS}",
        ]
    command = (begin.format(verb="delete"), *(f"{add} {each}" for each in which))
    return Firewall("Windows", all(network.lets_in for network in guarded), command)


def programs(program: str) -> tuple[str, ...]:
    """The two programs of a bundle for Windows, given one of them: the app and the command."""
    folder, slash, _name = program.rpartition("\\")
    return tuple(f"{folder}{slash}{name}" for name in ("camelnet-app.exe", "camelnet.exe"))
