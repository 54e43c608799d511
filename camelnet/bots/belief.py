"""Beliefs about hidden cards, from the public history of a game: who laid what when, and what not.

The core follows the history move by move; each game keeps a belief in its own form (docs/lab.md).
We remember the latest beliefs, so a bot that is asked at every turn pays for the new moves only.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from camelnet.bots.base import History
from camelnet.odds.tables import tables
from camelnet.rules import Position, validation
from camelnet.rules.core import ffi, lib

_REMEMBERED = 4  # games, or places in them, that callers look at in turns


@dataclass(frozen=True, slots=True)
class _Followed:
    """A history, and the core's state and belief after it."""

    start: bytes
    history: tuple[str, ...]
    state: bytes
    belief: bytes


_followed: list[_Followed] = []  # the newest first
_following = threading.Lock()


def belief(position: Position, history: History | None) -> Any:
    """The belief at a position, in memory of its own in the core's form; NULL without a history,
    and in a game in which history tells nothing.

    ValueError names the first notation that does not fit, or says that the history does not end at
    the position.
    """
    if history is None:
        return ffi.NULL
    start = position.first_node().state
    with _following:
        found = _follow(start, tuple(history))
    if found.state != position.state:
        raise validation.wrong("history", "does not lead to this position")
    if not found.belief:
        return ffi.NULL
    memory = ffi.new("uint64_t[]", (len(found.belief) + 7) // 8)
    ffi.memmove(memory, found.belief, len(found.belief))
    return memory


def _follow(start: bytes, history: tuple[str, ...]) -> _Followed:
    known = _longest(start, history)
    if len(known.history) < len(history) or not known.history:
        known = _play(known, history)
    _followed[:] = [known, *(other for other in _followed if other is not known)][:_REMEMBERED]
    return known


def _longest(start: bytes, history: tuple[str, ...]) -> _Followed:
    """The remembered belief of the longest beginning of a history."""
    best = _Followed(start, (), start, b"")
    for item in _followed:
        length = len(item.history)
        if length > len(best.history) and item.start == start and history[:length] == item.history:
            best = item
    return best


def _play(known: _Followed, history: tuple[str, ...]) -> _Followed:
    shared = tables(Position(known.start).game)
    size = lib.cn_belief_bytes(known.start[0])
    memory = ffi.new("uint64_t[]", (size + 7) // 8) if size else ffi.NULL
    if size and known.history:
        ffi.memmove(memory, known.belief, size)
    elif size:
        lib.cn_belief_begin(known.start, shared, memory)
    state = bytearray(known.state)
    done = len(known.history)
    text = b"".join(_line(notation) for notation in history[done:])
    fitted = done + lib.cn_belief_follow(
        ffi.from_buffer("uint8_t[]", state), text, len(text), shared, memory
    )
    if fitted < len(history):
        why = Position(bytes(state)).why_not(history[fitted])
        raise validation.wrong(f"history.{fitted}", f"{history[fitted]!r:.40} does not fit: {why}")
    found = bytes(ffi.buffer(memory, size)) if size else b""
    return _Followed(known.start, history, bytes(state), found)


def _line(notation: object) -> bytes:
    """A notation and a line end; for a text with more or fewer lines than one, a line that never
    fits."""
    fits = isinstance(notation, str) and notation.isascii() and "\n" not in notation
    return f"{notation}\n".encode() if fits else b"\n"
