"""The networks of Windows: the category of each, and the answer of its firewall.

One question in PowerShell, in numbers: words would be in the system's language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from camelnet.doctor.finding import Act, Deed, Finding, Severity
from camelnet.doctor.system import System
from camelnet.foreign_text import shown
from camelnet.i18n import N_, Message, message

_SCRIPT: Final = """\
$ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$networks = Get-NetConnectionProfile | Select-Object Name, InterfaceAlias, InterfaceIndex,
    @{n='Category'; e={[int]$_.NetworkCategory}}
$profiles = Get-NetFirewallProfile -PolicyStore ActiveStore | Select-Object Name,
    @{n='Enabled'; e={[int]$_.Enabled}}
$rules = @(Get-NetFirewallApplicationFilter -Program '%s' | Get-NetFirewallRule) +
    @(Get-NetFirewallRule -DisplayName camelnet) | Select-Object `
    @{n='Enabled'; e={[int]$_.Enabled}}, @{n='Direction'; e={[int]$_.Direction}},
    @{n='Action'; e={[int]$_.Action}}, @{n='Profile'; e={[int]$_.Profile}}
@{networks=@($networks); profiles=@($profiles); rules=@($rules)} | ConvertTo-Json -Depth 3 -Compress
"""
_PUBLIC: Final = 0
# By category (public, private, of a domain): the profile of the firewall, and its bit in a rule.
_PROFILES: Final = {_PUBLIC: ("Public", 4), 1: ("Private", 2), 2: ("Domain", 1)}
_INBOUND, _ALLOW, _BLOCK, _TRUE = 1, 2, 4, 1
_NAME_MAX: Final = 60
_NETWORKS_MAX: Final = 16


@dataclass(frozen=True, slots=True)
class WindowsNetwork:
    """A network as Windows sees it."""

    name: str
    index: int  # of its interface
    public: bool
    firewall_on: bool
    lets_in: bool  # a rule of the firewall does


def ask_windows(system: System) -> tuple[WindowsNetwork, ...]:
    """The networks of a Windows; none elsewhere, or if it does not tell."""
    if system.platform != "win32":
        return ()
    script = _SCRIPT % quoted(system.program)
    said = system.ask(("powershell", "-NoProfile", "-NonInteractive", "-Command", script))
    return read_windows(said or "")


def quoted(text: str) -> str:
    """The inside of a string of PowerShell in single quotes, which typographic ones end, too."""
    return re.sub("(['\u2018\u2019\u201a\u201b])", r"\1\1", text)


def read_windows(said: str) -> tuple[WindowsNetwork, ...]:
    """Read the answer; what is not as expected is left out."""
    try:
        told = json.loads(said)
    except ValueError:
        return ()
    if not isinstance(told, dict):
        return ()
    rules = [
        rule
        for rule in _objects(told, "rules")
        if rule.get("Enabled") == _TRUE and rule.get("Direction") == _INBOUND
    ]
    on = {one.get("Name") for one in _objects(told, "profiles") if one.get("Enabled") == _TRUE}
    found = []
    for one in _objects(told, "networks")[:_NETWORKS_MAX]:
        category, index = one.get("Category"), one.get("InterfaceIndex")
        if not isinstance(category, int) or category not in _PROFILES or not isinstance(index, int):
            continue
        profile, bit = _PROFILES[category]
        actions = {rule.get("Action") for rule in rules if _covers(rule.get("Profile"), bit)}
        name = shown(str(one.get("Name") or one.get("InterfaceAlias") or ""))[:_NAME_MAX]
        lets_in = _ALLOW in actions and _BLOCK not in actions
        found.append(WindowsNetwork(name, index, category == _PUBLIC, profile in on, lets_in))
    return tuple(found)


def examine_category(networks: Sequence[WindowsNetwork]) -> list[Finding]:
    """Check that no network is a public one, where Windows hides this computer."""
    return [
        Finding(
            "firewall",
            Severity.WRONG,
            message(
                N_("Windows treats the network {name} as public, and hides this computer there."),
                name=network.name,
            ),
            Act(
                Deed.ALLOW,
                Message(N_("If you trust it, choose Private network in its settings.")),
                command=(
                    "powershell -NoProfile -Command Set-NetConnectionProfile -InterfaceIndex "
                    f"{network.index} -NetworkCategory Private",
                ),
            ),
        )
        for network in networks
        if network.public and network.firewall_on and not network.lets_in
    ]


def _objects(told: dict[str, Any], key: str) -> list[dict[str, Any]]:
    listed = told.get(key)
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _covers(profiles: object, bit: int) -> bool:
    return isinstance(profiles, int) and (profiles == 0 or bool(profiles & bit))
