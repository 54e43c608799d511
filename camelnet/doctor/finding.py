"""A finding of the doctor: one attempt, its severity, and one act."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from camelnet.i18n import Message

ROUND: Final = "round"  # the check that we found another computer, and it found us


class Severity(Enum):
    """The severity of a finding: `NOTE` may explain a problem, with `WRONG` games will fail."""

    WELL = "well"
    NOTE = "note"
    WRONG = "wrong"


class Deed(Enum):
    """The deed of a front end at a click."""

    TRY_AGAIN = "try again"
    USE_NETWORK = "use network"
    SHOW_ADDRESS = "show address"
    ALLOW = "allow"  # as an administrator
    OPEN_SETTINGS = "open settings"  # of the system


@dataclass(frozen=True, slots=True)
class Act:
    """The help against an obstacle, in words and as a deed."""

    deed: Deed
    words: Message
    target: str = ""  # a network's name ("": all), or the address of a page of the settings
    command: tuple[str, ...] = ()  # lines for an administrator, who runs one after the other


@dataclass(frozen=True, slots=True)
class Finding:
    """The finding of one attempt."""

    # For machines: profile, clock, interfaces, route, multicast, port, firewall, permission, peers,
    # nobody, versions, round; file, list, signature.
    check: str
    severity: Severity
    text: Message
    act: Act | None = None


def again(words: str) -> Act:
    """Something to do by hand, after which one tries again."""
    return Act(Deed.TRY_AGAIN, Message(words))
