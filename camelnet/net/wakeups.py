"""Timers with slack that go off together, so that an idle computer wakes up once for all of them.

Each has an earliest and a latest time. Whenever the loop is awake anyway, every timer past its
earliest time goes off; only the first of the latest times wakes the loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

SOONEST: Final = 0.6  # of a period of 2 s or more: a heartbeat falls between these two, so that
LATEST: Final = 1.15  # work done once a period needs no wakeup of its own


@dataclass(frozen=True, slots=True, eq=False)
class Wakeup:
    """One timer; times are the loop's."""

    earliest: float
    latest: float
    act: Callable[[], object]


class Wakeups:
    """The timers of one loop, for use in its thread alone."""

    def __init__(self) -> None:
        self._pending: set[Wakeup] = set()
        self._going_off: set[Wakeup] = set()  # due in this turn of the loop or the next
        self._handle: asyncio.TimerHandle | None = None
        self._earliest = float("inf")  # earliest time for which `awake` has not yet scheduled a run

    def between(self, earliest_s: float, latest_s: float, act: Callable[[], object]) -> Wakeup:
        """Call `act` once, between `earliest_s` and `latest_s` seconds from now."""
        now = asyncio.get_running_loop().time()
        wakeup = Wakeup(now + earliest_s, now + latest_s, act)
        self._pending.add(wakeup)
        self._arm()
        return wakeup

    def cancel(self, wakeup: Wakeup) -> None:
        """Stop a timer; do nothing if it went off already."""
        self._going_off.discard(wakeup)
        if wakeup in self._pending:
            self._pending.remove(wakeup)
            self._arm()

    async def wait(self, event: asyncio.Event, earliest_s: float, latest_s: float) -> None:
        """Wait for the event; set it ourselves when that time comes."""
        wakeup = self.between(earliest_s, latest_s, event.set)
        try:
            await event.wait()
        finally:
            self.cancel(wakeup)

    def awake(self) -> None:
        """Note that the loop is awake for whatever reason: timers that are due go off in its next
        turn."""
        if self._pending and (loop := asyncio.get_running_loop()).time() >= self._earliest:
            self._earliest = float("inf")
            loop.call_soon(self._go_off)

    def _arm(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        self._earliest = min((each.earliest for each in self._pending), default=float("inf"))
        if self._pending:
            latest = min(each.latest for each in self._pending)
            self._handle = asyncio.get_running_loop().call_at(latest, self._go_off)

    def _go_off(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        due = [each for each in self._pending if each.earliest <= now]
        self._pending.difference_update(due)
        self._going_off.update(due)
        self._arm()
        for each in sorted(due, key=lambda each: each.latest):
            loop.call_soon(self._act, each)

    def _act(self, wakeup: Wakeup) -> None:
        if wakeup in self._going_off:  # otherwise it was cancelled meanwhile
            self._going_off.remove(wakeup)
            wakeup.act()
