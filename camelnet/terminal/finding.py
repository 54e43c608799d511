"""A finding of the doctor: one attempt, its severity, and advice."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import Enum
from typing import Final

from camelnet.i18n import N_, Message

_FIREWALL: Final = N_(
    "Allow camelnet in the firewall of this computer (UDP ports 5353 and 21776, and TCP), at least "
    "for private networks."
)
_WINDOWS_FIREWALL: Final = N_(
    "In Windows Security, under Firewall & network protection, Allow an app through firewall, tick "
    "camelnet for private networks. In the settings of this network, choose Private network."
)
_MAC_FIREWALL: Final = N_(
    "In System Settings, under Privacy & Security, Local Network, switch camelnet on. If the "
    "firewall under Network is on, let camelnet accept incoming connections in its options."
)
ROUND: Final = "round"  # the check that we found another computer, and it found us


def firewall_advice(system: str = sys.platform) -> Message:
    """The way to let camelnet through, in the words of that system's own windows."""
    return Message({"win32": _WINDOWS_FIREWALL, "darwin": _MAC_FIREWALL}.get(system, _FIREWALL))


class Severity(Enum):
    """The severity of a finding: `NOTE` may explain a problem, with `WRONG` games will fail."""

    WELL = "well"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of one attempt."""

    check: str  # for machines: profile, clock, interfaces, multicast, port, peers, round
    severity: Severity
    text: Message
    advice: Message | None = None
