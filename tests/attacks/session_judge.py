"""What must hold of whole sessions, whoever lies in the room.

- No exception comes out of an honest peer.
- Nobody honest loses the chair that it holds, is named as a liar, or is barred.
- No two honest peers are in two games in which both sit.
- All who play a game have the same record at its end, and it verifies.
- Nothing that is kept in memory grows with what one liar says.
- What people read stays within `NOTICES_MAX` a minute, whoever makes the notices.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any
from unittest import mock

from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.frames import Genesis, LogLine
from camelnet.session.api.facts import Noticed
from camelnet.session.table import verify
from tests.sim.violation import Violation

NOTICES_MAX = 10  # about somebody or something, that a person reads in a minute
MINUTE_MS = 60_000
ITEMS_MAX = 256  # in one container; every list of the protocol has fewer
_UNSIGNED = "hasn't signed the table"
_ACCUSING = (_UNSIGNED, "two contradicting statements", "hasn't been ready", "was refused")
_CONTAINERS = (dict, list, set, frozenset, deque)
_LEAVES = (bytes, str, int, float, bool, type(None), type)


def judge_notices(
    who: str, told: list[tuple[int, Noticed]], honest: Iterable[str], *, two_faced: bool
) -> None:
    """What one honest person read, with the times in milliseconds; `honest`: the names of the
    honest. `two_faced`: a player says different things to different players; then each of them
    waits for another start, and reads that the others have not signed theirs."""
    names = set(honest)
    for _, fact in told:
        said = fact.message
        named = {value for key, value in said.values if key in ("name", "who", "names")}
        accused = any(words in said.template for words in _ACCUSING)
        if named & names and accused and not (two_faced and _UNSIGNED in said.template):
            raise Violation("somebody honest is accused", f"{who} reads: {said}")
    times = [when for when, fact in told if fact.message.values]
    for first, last in zip(times, times[NOTICES_MAX:], strict=False):
        if last < first + MINUTE_MS:
            shown = "; ".join(str(fact.message) for when, fact in told if when >= first)
            raise Violation("people have too much to read", f"{who}: {shown[:300]}")


def judge_memory(who: str, root: Any) -> None:
    """No container that is reached from there holds more than `ITEMS_MAX`."""
    seen: set[int] = set()
    waiting: list[tuple[str, Any]] = [("", root)]
    while waiting:
        path, item = waiting.pop()
        if isinstance(item, _LEAVES) or id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, (*_CONTAINERS, tuple)):
            if isinstance(item, _CONTAINERS) and len(item) > ITEMS_MAX:
                raise Violation("memory grows", f"{who}{path} holds {len(item)}")
            inside = [*item, *item.values()] if isinstance(item, dict) else list(item)
            waiting += [(path, value) for value in inside]
        elif type(item).__module__.startswith("camelnet.") and not _is_outside(item):
            waiting += [(f"{path}.{name}", value) for name, value in _fields(item)]


def _is_outside(item: Any) -> bool:
    """True of the network and the disk, which have limits of their own."""
    return type(item).__module__.startswith(("camelnet.net", "camelnet.record", "camelnet.rules"))


def _fields(item: Any) -> list[tuple[str, Any]]:
    names = list(getattr(item, "__dict__", ()))
    for kind in type(item).__mro__:
        names += getattr(kind, "__slots__", ())
    return [(name, getattr(item, name)) for name in names if hasattr(item, name)]


def judge_record(who: str, game_start: GameStart, lines: tuple[LogLine, ...], suite: Suite) -> None:
    """The record holds, and goes to the end."""

    def record(source: object, version: object) -> tuple[Genesis | LogLine, ...]:
        return game_start.frame(), *lines

    with (
        mock.patch.object(verify, "read_record", record),
        mock.patch.object(verify, "Ed25519Suite", return_value=suite),
    ):
        try:
            verdict = verify.verify(None)  # type: ignore[arg-type]
        except verify.BadRecord as error:
            raise Violation("a record does not hold", f"{who}: {error}") from error
    if not verdict.ended:
        raise Violation("a record stops before its end", f"{who}: {verdict.standing}")
