"""The build of a peer: version, protocols and rules, and notices where two builds differ.

A peer only claims its build. We show a version only if it has the form of one: otherwise a stranger
could put a sentence or an address on our screen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from camelnet import __version__, rules
from camelnet.foreign_text import shown_name
from camelnet.i18n import N_, Message, message
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.wire.frames import Hello, common_protocol, read_frame
from camelnet.protocol.wire.limits import CAPABILITIES, PROTOCOL_MAX, PROTOCOL_MIN
from camelnet.session.api.facts import Kind

NEWS_MAX: Final = 3  # notices of newer versions per run
_VERSION: Final = re.compile(
    r"(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})"
    r"(?:(a|b|rc)([1-9][0-9]{0,2}))?"
)


@dataclass(frozen=True, slots=True)
class Build:
    """A build of camelnet, as its greeting states it."""

    version: str
    protocol_min: int
    protocol_max: int
    rules: bytes  # the digest
    capabilities: tuple[str, ...] = CAPABILITIES

    @classmethod
    def own(cls) -> Build:
        """This build."""
        return cls(__version__, PROTOCOL_MIN, PROTOCOL_MAX, rules.rules_digest())

    def hello(self, name: str, kind: Kind) -> Hello:
        """The greeting of a peer of this build."""
        return Hello(
            self.protocol_min, self.protocol_max, self.version, self.rules, name, kind.value
        )

    def incompatible(self, hello: Hello) -> Message | None:
        """The reason why we cannot play with the sender of a greeting; it names both versions."""
        ours = (self.protocol_min, self.protocol_max)
        theirs = (hello.protocol_min, hello.protocol_max)
        if common_protocol(ours, theirs) is None:
            return message(
                N_(
                    "{name} runs camelnet {theirs} (protocol {their_protocol}), this is {ours} "
                    "(protocol {our_protocol}): they cannot talk together. {cure}"
                ),
                cure=self._cure(hello),
                name=shown_name(hello.name),
                theirs=version_of(hello),
                their_protocol=_range(*theirs),
                ours=self.version,
                our_protocol=_range(*ours),
            )
        if hello.rules != self.rules:
            return message(
                N_(
                    "{name} plays by other rules (camelnet {theirs}, rules {their_rules}; this is "
                    "{ours}, rules {our_rules}). {cure}"
                ),
                cure=self._cure(hello),
                name=shown_name(hello.name),
                theirs=version_of(hello),
                their_rules=hello.rules.hex()[:8],
                ours=self.version,
                our_rules=self.rules.hex()[:8],
            )
        return None

    def _cure(self, hello: Hello) -> Message:
        """The way to make the two builds play together."""
        name = shown_name(hello.name)
        if self.newer(hello):
            return message(N_("{name} has the newer one: install that here."), name=name)
        if self.other_version(hello):
            return message(N_("You have the newer one: {name} needs it."), name=name)
        return message(N_("Install the same version on both."))

    def compare(self, greeting: bytes) -> Message | None:
        """Tell how the sender of this first frame differs from us: the reason why we cannot play
        together, or a person's other version. None if neither applies or it is no greeting."""
        try:
            hello = read_frame(greeting)
        except Refusal:
            return None
        if not isinstance(hello, Hello):
            return None
        keeps = self.incompatible(hello)
        return keeps if keeps or hello.kind == Kind.BOT.value else self.difference(hello)

    def other_version(self, hello: Hello) -> str:
        """The version that a greeting claims; "" if it is ours or not well-formed."""
        theirs = version_of(hello)
        return theirs if theirs not in ("?", self.version) else ""

    def newer(self, hello: Hello) -> bool:
        """True if a greeting claims a newer version than ours."""
        theirs = self.other_version(hello)
        return bool(theirs) and _order(theirs) > _order(self.version)

    def difference(self, hello: Hello) -> Message | None:
        """A notice with both versions if a greeting claims another one than ours; else None."""
        theirs = self.other_version(hello)
        if not theirs:
            return None
        return message(
            N_("{name} has camelnet {theirs}, you have {ours}."),
            name=shown_name(hello.name),
            theirs=theirs,
            ours=self.version,
        )


class VersionNews:
    """Notices of newer versions: one per version, at most `NEWS_MAX`, however many peers claim ever
    higher ones."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self._told: dict[str, bytes] = {}  # the claimant of each version

    def hear(self, key: bytes, hello: Hello) -> Message | None:
        """A notice if a compatible person's greeting claims a new version; each peer causes one at
        most."""
        if not self._build.newer(hello) or hello.kind == Kind.BOT.value:
            return None
        told = self._told
        if hello.version in told or key in told.values() or len(told) >= NEWS_MAX:
            return None
        told[hello.version] = key
        return self._build.difference(hello)


def version_of(hello: Hello) -> str:
    """The version that a greeting claims; "?" if it is not well-formed."""
    return hello.version if _VERSION.fullmatch(hello.version) else "?"


def _order(version: str) -> tuple[int, int, int, str, int]:
    """The sort key of a version; a release comes after its previews ("release" > "rc")."""
    found = _VERSION.fullmatch(version)
    if found is None:
        return 0, 0, 0, "", 0
    first, second, third, stage, number = found.groups()
    return int(first), int(second), int(third), stage or "release", int(number or 0)


def _range(lowest: int, highest: int) -> str:
    return str(lowest) if lowest == highest else f"{lowest}-{highest}"
