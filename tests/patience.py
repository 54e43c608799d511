"""Waiting in tests for what must come: as long as something moves.

A machine with other work may be ten or twenty times as slow, so no test says how long work takes.
Who waits says what has to move on the way (a log, words, clicks). Only when nothing of that has
moved for `STILL_S` it hangs, and the test fails. What cannot be watched is given `LONG_S`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

STILL_S = 150.0
LONG_S = 600.0
LONG_MS = int(LONG_S * 1000)


class Patience:
    """Ask `lasts` again and again; `moving` tells what moves, and is compared with what it was."""

    def __init__(
        self,
        moving: Callable[[], object] = lambda: None,
        *,
        still_s: float = STILL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._moving = moving
        self._still_s = still_s
        self._clock = clock
        self._before = moving()
        self._moved_s = clock()

    @property
    def lasts(self) -> bool:
        """Whether something has moved lately."""
        now_s, state = self._clock(), self._moving()
        if state != self._before:
            self._before, self._moved_s = state, now_s
        return now_s - self._moved_s < self._still_s


def until(
    done: Callable[[], object],
    *,
    what: str = "it never came to that",
    moving: Callable[[], object] = lambda: None,
    between: Callable[[], object] = lambda: time.sleep(0.02),
) -> None:
    """Wait until something is so, doing `between` again and again; fail when nothing moves."""
    patience = Patience(moving)
    while not done():
        assert patience.lasts, what
        between()


def written(folder: Path) -> int:
    """How many bytes lie in a folder: what processes that keep their files there have done."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):  # just replaced
            total += path.stat().st_size
    return total
