"""The time that a search has: all of it, or as much as the choice between moves needs.

A search that has made sure of its move ends early: nothing that is left could bring another one as
many visits. One whose best two moves lie close together goes on, up to twice the time.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping

CLOSE = 0.5  # so many visits of the first move has the second one in a close choice
CLOSE_TIME = 2.0  # what a close choice gets, of the time of a decision


class Deadline:
    """Of one search, in seconds of its caller's clock; shared by its threads."""

    def __init__(self, begun: float, seconds: float, *, threads: int, adaptive: bool) -> None:
        """`adaptive`: it depends on what the search finds, as `note` hears it."""
        self.adaptive = adaptive
        self._end = begun + seconds
        self._last_end = begun + seconds * CLOSE_TIME
        self._threads = threads
        self._visits: dict[int, Mapping[str, int]] = {}
        self._noting = threading.Lock()

    def left_s(self, now: float) -> float:
        """The time until then; 0 or less when it is over."""
        return self._end - now

    def note(self, thread: int, visits: Mapping[str, int], now: float, each_s: float) -> None:
        """A thread's visits by move, and how long each of its iterations takes now."""
        with self._noting:
            self._visits[thread] = visits
            total: Counter[str] = Counter()
            for seen in self._visits.values():
                total.update(seen)
            counts = sorted(total.values(), reverse=True)
            first, second = (*counts, 0, 0)[:2]
            close = second >= CLOSE * first and len(counts) > 1
            if close and self._end <= now < self._last_end:
                self._end = self._last_end
            to_come = (self._end - now) / each_s * self._threads
            decided = self._end == self._last_end and not close
            if decided or len(counts) == 1 or first - second > to_come:
                self._end = min(self._end, now)
