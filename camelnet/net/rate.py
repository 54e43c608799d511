"""Token buckets: an amount per second, with a burst. The clock is an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one peer or of several: frames and bytes, per second and in one burst.

    Whoever is at them is not read for `pause_s` at least: what it sent meanwhile is read at once,
    which costs less than a wake-up for each frame.
    """

    frames_per_s: float
    frames_burst: float
    bytes_per_s: float
    bytes_burst: float
    pause_s: float = 0.0

    def divided(self, peers: int) -> Limits:
        """One peer's share of these limits, divided among `peers`."""
        return replace(
            self,
            frames_per_s=self.frames_per_s / peers,
            frames_burst=self.frames_burst / peers,
            bytes_per_s=self.bytes_per_s / peers,
            bytes_burst=self.bytes_burst / peers,
        )

    def at_most(self, other: Limits) -> Limits:
        """The lower of both limits, in each field but the pause."""
        return replace(
            self,
            frames_per_s=min(self.frames_per_s, other.frames_per_s),
            frames_burst=min(self.frames_burst, other.frames_burst),
            bytes_per_s=min(self.bytes_per_s, other.bytes_per_s),
            bytes_burst=min(self.bytes_burst, other.bytes_burst),
        )


_KIB: Final = 1024
_MIB: Final = 1024 * 1024

SEAT: Final = Limits(1_000, 2_000, 2 * _MIB, 4 * _MIB)  # in a running game
COMPANY: Final = Limits(60, 300, 256 * _KIB, _MIB)  # before a game begins, or where I look on
OTHER: Final = Limits(20, 60, 32 * _KIB, 128 * _KIB, pause_s=0.5)
# The sum for all other peers, up to so many. Each of a larger crowd has no less: twice what an
# honest peer says in a lobby.
OTHERS: Final = Limits(160, 320, 256 * _KIB, _MIB)
CROWD: Final = 32


def share_of_others(others: int) -> Limits:
    """The limits of one of `others` peers. The shares are equal, and nobody's frames wait for those
    of another peer."""
    return OTHER.at_most(OTHERS.divided(min(max(others, 1), CROWD)))


class Bucket:
    """Holds up to `burst` tokens and gains `per_s` of them each second."""

    __slots__ = ("_burst", "_level", "_per_s", "_then")

    def __init__(self, *, per_s: float, burst: float, now: float) -> None:
        self._per_s = per_s
        self._burst = burst
        self._level = burst
        self._then = now

    def limit(self, *, per_s: float, burst: float, now: float) -> None:
        """Continue with other limits. The tokens stay, as far as they fit; a debt stays whole."""
        self._fill(now)
        self._per_s, self._burst = per_s, burst
        self._level = min(self._level, burst)

    def take(self, amount: float, now: float) -> float:
        """Take `amount` even if it makes a debt; returns the seconds until the debt is paid."""
        self._fill(now)
        self._level -= amount
        return -self._level / self._per_s if self._level < 0 else 0.0

    def try_take(self, amount: float, now: float) -> bool:
        """Take `amount` if there is enough; return False otherwise."""
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
        """Add the tokens gained since the last call. Runs twice for each frame."""
        if now > self._then and self._level < self._burst:
            level = self._level + (now - self._then) * self._per_s
            self._level = level if level < self._burst else self._burst
        self._then = now


class Throttle:
    """The limits of one peer, and how long it has been straining at them.

    A peer that takes more than there is has to wait; one that does so for long without a pause is
    not busy but a flood. All connections of a peer share its throttle.
    """

    __slots__ = ("_bytes", "_frames", "_limits", "_strained_since")

    def __init__(self, now: float, limits: Limits = OTHER) -> None:
        self._limits = limits
        self._frames = Bucket(per_s=limits.frames_per_s, burst=limits.frames_burst, now=now)
        self._bytes = Bucket(per_s=limits.bytes_per_s, burst=limits.bytes_burst, now=now)
        self._strained_since: float | None = None

    def limit(self, limits: Limits, now: float) -> None:
        """Continue with other limits."""
        if limits == self._limits:
            return
        self._limits = limits
        self._frames.limit(per_s=limits.frames_per_s, burst=limits.frames_burst, now=now)
        self._bytes.limit(per_s=limits.bytes_per_s, burst=limits.bytes_burst, now=now)

    def frame(self, now: float, *, frames: int = 1) -> float:
        """Count a received frame, or one that counts as several; return the seconds to wait before
        reading the next."""
        return self._taken(self._frames.take(frames, now), now)

    def bytes(self, count: int, now: float) -> float:
        """Account for received bytes; return how long to pause reading, in seconds."""
        return self._taken(self._bytes.take(count, now), now)

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
            self.strained_s(now)  # a pause in between may have ended the strain
        if wait_s > 0 and self._strained_since is None:
            self._strained_since = now
        return max(wait_s, self._limits.pause_s) if wait_s > 0 else 0.0
