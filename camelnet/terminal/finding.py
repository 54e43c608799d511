"""A finding of the doctor: one thing that was tried, how bad it is, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from camelnet.i18n import N_, Message

FIREWALL: Final = N_(
    "Allow camelnet in the firewall of this computer (UDP ports 5353 and 21776, and TCP), at least "
    "for private networks."
)
ROUND: Final = "round"  # the check that another computer was found, and found us


class Severity(Enum):
    """The severity of a finding: a `NOTE` may explain something, with `WRONG` games will fail."""

    WELL = "well"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was tried."""

    check: str  # for machines: profile, clock, interfaces, multicast, port, peers, round
    severity: Severity
    text: Message
    advice: Message | None = None
