"""Lines from standard input, read beside the loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable

LINE_MAX = 2000  # longer lines are cut
AHEAD_MAX = 16  # lines read before the loop has taken them: a flood waits in its pipe
_CHUNK = 4096


class LineReader:
    """Calls `heard(line)` in the loop for every line typed, and `heard(None)` at the end of input.

    The thread reads the file descriptor itself: a thread blocked in `sys.stdin` would hold a lock
    that the interpreter needs in order to end.
    """

    def __init__(self, heard: Callable[[str | None], None]) -> None:
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._room = threading.Semaphore(AHEAD_MAX)

    def start(self) -> None:
        threading.Thread(target=self._read, name="camelnet-stdin", daemon=True).start()

    def _read(self) -> None:
        try:
            descriptor = sys.stdin.fileno()
            encoding = sys.stdin.encoding or "utf-8"
        except (AttributeError, ValueError, OSError):
            self._tell(None)
            return
        rest = b""
        while True:
            try:
                chunk = os.read(descriptor, _CHUNK)
            except OSError:  # the terminal has closed
                chunk = b""
            *whole, rest = (rest + chunk).split(b"\n")
            if not chunk and rest:
                whole.append(rest)
            for line in whole:
                self._tell(line[:LINE_MAX].decode(encoding, "replace").strip())
            if not chunk:
                self._tell(None)
                return
            rest = rest[:LINE_MAX]

    def _tell(self, line: str | None) -> None:
        self._room.acquire()
        with contextlib.suppress(RuntimeError):  # the loop has ended; nobody listens any more
            self._loop.call_soon_threadsafe(self._hear, line)

    def _hear(self, line: str | None) -> None:
        self._room.release()
        self._heard(line)


def can_edit() -> bool:
    """True if input and output are terminals that can move the cursor."""
    try:
        both = os.isatty(sys.stdin.fileno()) and os.isatty(sys.stdout.fileno())
    except (AttributeError, ValueError, OSError):
        return False
    return both and os.environ.get("TERM", "") not in ("dumb", "unknown")
