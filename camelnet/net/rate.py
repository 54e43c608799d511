"""A token bucket: how much may pass per second, with a burst. The clock is an argument."""

from __future__ import annotations


class Bucket:
    """Holds up to `burst` tokens and gains `per_s` of them each second."""

    __slots__ = ("_burst", "_level", "_per_s", "_then")

    def __init__(self, *, per_s: float, burst: float, now: float) -> None:
        self._per_s = per_s
        self._burst = burst
        self._level = burst
        self._then = now

    def take(self, amount: float, now: float) -> float:
        """Take `amount` even if it makes a debt; returns the seconds until the debt is paid."""
        self._fill(now)
        self._level -= amount
        return max(0.0, -self._level / self._per_s)

    def try_take(self, amount: float, now: float) -> bool:
        """Take `amount` if it is there."""
        self._fill(now)
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def _fill(self, now: float) -> None:
        gained = max(0.0, now - self._then) * self._per_s
        self._level = min(self._burst, self._level + gained)
        self._then = now
