"""The time of a search: all of it, or as much as the choice between moves needs.

A search that is sure of its move ends early: the remaining time could not bring another move as
many visits. A search whose best two moves lie close together continues, up to twice the time.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping

CLOSE = 0.5  # in a close choice the second move has this part of the first one's visits
CLOSE_TIME = 2.0  # a close choice gets this multiple of a decision's time


class Deadline:
    """The deadline of one search, in seconds of its caller's clock; shared by its threads."""

    def __init__(self, begun: float, seconds: float, *, threads: int, adaptive: bool) -> None:
        """`adaptive`: the deadline depends on the findings of the search, reported by `note`."""
        self.adaptive = adaptive
        self._end = begun + seconds
        self._last_end = begun + seconds * CLOSE_TIME
        self._threads = threads
        self._visits: dict[int, Mapping[str, int]] = {}
        self._noting = threading.Lock()

    def left_s(self, now: float) -> float:
        """The seconds until the deadline; 0 or less after it."""
        return self._end - now

    def note(self, thread: int, visits: Mapping[str, int], now: float, each_s: float) -> None:
        """Report a thread's visits by move, and the seconds that each of its iterations takes
        now."""
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
