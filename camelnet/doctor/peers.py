"""Findings about other peers: those that we found, those that answer, and those that came to us."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from camelnet.doctor.finding import ROUND, Act, Deed, Finding, Severity, again
from camelnet.foreign_text import shown
from camelnet.i18n import N_, Message, message
from camelnet.net.address import show_address
from camelnet.net.interfaces import local_addresses
from camelnet.net.probes import Neighbour, Reached
from camelnet.session.lobby.builds import Build

NOBODY: Final = "nobody"  # the check that anybody was found
_NAME_MAX: Final = 40
_APART: Final = N_(
    "Usual causes: a guest Wi-Fi that keeps its laptops apart, or a firewall on this computer or "
    "on theirs. Use another Wi-Fi, a cable, or the hotspot of a phone."
)
_NOBODY: Final = N_(
    "Is one open on another laptop, in the same network? Then the network keeps multicast from "
    "you: let it join by your address, or join by the one that its home page shows."
)


def examine_peers(
    neighbours: Sequence[Neighbour], visitors: Iterable[str], look_s: float, allow: Act
) -> list[Finding]:
    """Check which peers we found, and which we could reach; `visitors` are hosts that came to
    us, `allow` lets camelnet through the firewall."""
    # If any peer answers, the network works, and a silent peer has probably just gone.
    mute = Severity.NOTE if any(one.reached for one in neighbours) else Severity.WRONG
    findings = [_examine_peer(neighbour, mute) for neighbour in neighbours]
    far = [one for one in neighbours if one.reached and not _is_here(one)]
    if not neighbours:
        text = message(
            N_("No other camelnet was found in {seconds} seconds."), seconds=round(look_s)
        )
        act = Act(Deed.SHOW_ADDRESS, Message(_NOBODY))
        findings.append(Finding(NOBODY, Severity.NOTE, text, act))
    elif far and not any(visitors):
        text = Message(N_("Others can be reached from here, but none of them connected here."))
        findings.append(Finding("peers", Severity.NOTE, text, allow))
    elif far:
        text = Message(
            N_(
                "Another computer was found automatically and connected here: players find each"
                " other."
            )
        )
        findings.append(Finding(ROUND, Severity.WELL, text))
    return findings


def examine_called(
    neighbours: Sequence[Neighbour],
    asked: Iterable[Reached],
    called: Iterable[Reached],
    ours: Collection[bytes] = (),
) -> list[Finding]:
    """Check which peers answer at addresses without discovery: the user gave the `asked` addresses;
    the `called` ones come from our notes, and may be long gone. Nothing is told of `ours`."""
    keys = {attempt.key for one in neighbours for attempt in one.attempts if attempt.key}
    findings = []
    for attempt in asked:
        if attempt.key is None:
            where = show_address(attempt.host, attempt.port)
            text = message(N_("No camelnet answers at {address}."), address=where)
            findings.append(Finding("peers", Severity.WRONG, text, again(_APART)))
    for attempt in (*asked, *called):
        if attempt.key is None or attempt.key in ours:
            continue
        where = show_address(attempt.host, attempt.port)
        if attempt.key in keys:
            text = message(N_("A camelnet answers at {address}, as it was found."), address=where)
            findings.append(Finding("peers", Severity.WELL, text))
            continue
        text = message(
            N_(
                "A camelnet answers at {address}, but was not found by itself: multicast does not "
                "pass between it and this computer."
            ),
            address=where,
        )
        words = message(
            N_("Join by address: {address}, and let others join by yours."), address=where
        )
        act = Act(Deed.SHOW_ADDRESS, words)
        findings.append(Finding("peers", Severity.NOTE, text, act))
    return findings


def examine_builds(greetings: Iterable[bytes]) -> list[Finding]:
    """Report peers whose camelnet differs from ours, and those that therefore cannot play with us;
    what they say of themselves is a claim. `greetings`: the first frame of each peer."""
    build = Build.own()
    told = dict.fromkeys(build.compare(greeting) for greeting in greetings)
    return [Finding("versions", Severity.NOTE, text) for text in told if text is not None]


def _examine_peer(neighbour: Neighbour, mute: Severity) -> Finding:
    found = neighbour.found
    name = shown(found.hints.get("n", ""))[:_NAME_MAX]
    addresses = ", ".join(show_address(host, found.port) for host in found.hosts)
    who: dict[str, str | int | Message] = {
        "name": name or Message(N_("Somebody")),
        "addresses": addresses,
    }
    if neighbour.reached:
        return Finding("peers", Severity.WELL, message(N_("{name} answers ({addresses})."), **who))
    if any(attempt.key is not None for attempt in neighbour.attempts):
        text = message(N_("{name} was announced at {addresses}; somebody else is there."), **who)
        act = again(N_("Probably an announcement that is too old: wait a minute."))
        return Finding("peers", Severity.NOTE, text, act)
    if any(isinstance(attempt.error, ConnectionRefusedError) for attempt in neighbour.attempts):
        text = message(N_("{name} is announced at {addresses}, but has closed by now."), **who)
        return Finding("peers", Severity.NOTE, text)
    text = message(N_("{name} is announced at {addresses}, but does not answer."), **who)
    return Finding("peers", mute, text, again(_APART))


def _is_here(neighbour: Neighbour) -> bool:
    own = {local.host.split("%")[0] for local in local_addresses()}
    return any(host.split("%")[0] in own for host in neighbour.found.hosts)
