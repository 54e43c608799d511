"""Token buckets: how much may pass per second, with a burst. The clock is an argument."""

from __future__ import annotations

from typing import Final

FRAMES_PER_S: Final = 1_000
FRAMES_BURST: Final = 2_000
BYTES_PER_S: Final = 2 * 1024 * 1024
BYTES_BURST: Final = 4 * 1024 * 1024
PEERS_OF_A_HOST: Final = 4  # together they may send as much as so many


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
        return -self._level / self._per_s if self._level < 0 else 0.0

    def try_take(self, amount: float, now: float) -> bool:
        """Take `amount` if it is there."""
        self._fill(now)
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def fullness(self, now: float) -> float:
        """1 when full, 0 when empty, less in debt."""
        self._fill(now)
        return self._level / self._burst

    def _fill(self, now: float) -> None:
        """Runs four times for each frame."""
        if now > self._then and self._level < self._burst:
            level = self._level + (now - self._then) * self._per_s
            self._level = level if level < self._burst else self._burst
        self._then = now


class Throttle:
    """The limits of one peer in frames and bytes, and for how long it has been straining at them.

    Whoever takes more than there is has to wait; who does so for long without a pause between
    is no busy peer but a flood. Shared by all connections of a peer; `above` it is what all peers
    of its address may send together, which is `times` as much as one.
    """

    __slots__ = ("_bytes", "_frames", "_strained_since", "above")

    def __init__(self, now: float, *, times: int = 1) -> None:
        self._frames = Bucket(per_s=times * FRAMES_PER_S, burst=times * FRAMES_BURST, now=now)
        self._bytes = Bucket(per_s=times * BYTES_PER_S, burst=times * BYTES_BURST, now=now)
        self._strained_since: float | None = None
        self.above: Throttle | None = None

    def frame(self, now: float) -> float:
        """One frame has come: seconds to wait before the next is read."""
        crowd_s = 0.0 if self.above is None else self.above.frame(now)
        return max(crowd_s, self._taken(self._frames.take(1, now), now))

    def bytes(self, count: int, now: float) -> float:
        """Accounts for received bytes; returns how long to pause reading, in seconds."""
        crowd_s = 0.0 if self.above is None else self.above.bytes(count, now)
        return max(crowd_s, self._taken(self._bytes.take(count, now), now))

    def strained_s(self, now: float) -> float:
        """The seconds for which the peer has been at its limit; 0 once half of both bursts is
        back."""
        if self._strained_since is None:
            return 0.0
        if min(self._frames.fullness(now), self._bytes.fullness(now)) >= 0.5:
            self._strained_since = None
            return 0.0
        return now - self._strained_since

    def _taken(self, wait_s: float, now: float) -> float:
        if self._strained_since is not None:
            self.strained_s(now)  # a pause between may have ended the strain
        if wait_s > 0 and self._strained_since is None:
            self._strained_since = now
        return wait_s
