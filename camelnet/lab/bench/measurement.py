"""One measured figure, and the way to measure it."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Literal

Unit = Literal["ns", "µs", "ms", "k/s"]

RUNS = 21
RUN_S = 0.01  # least duration of a run, so that a clock's tick does not count
_CALLS_MAX = 1 << 24
_PER_SECOND: dict[Unit, float] = {"ns": 1e9, "µs": 1e6, "ms": 1e3}
_RATES: dict[Unit, float] = {"k/s": 1e3}


@dataclass(frozen=True, slots=True)
class Measurement:
    """`median`, `min`, `max`, `reach` and `stretch` are in `unit`. Less is better for a time, more
    for a rate (k/s); `reach` and `stretch` are targets for the median, if there are any. `path`
    names the measured code, if there is a choice."""

    name: str  # marked for the catalogue
    unit: str
    repetitions: int
    median: float
    min: float
    max: float
    reach: float | None = None
    stretch: float | None = None
    path: str = ""

    @property
    def more_is_better(self) -> bool:
        return self.unit in _RATES

    @property
    def reached(self) -> bool | None:
        """True if the median meets its target; None if it has no target."""
        if self.reach is None:
            return None
        return self.median >= self.reach if self.more_is_better else self.median <= self.reach


def measure(
    name: str,
    unit: Unit,
    work: Callable[[int], object],
    *,
    runs: int,
    each: int = 1,
    reach: float | None = None,
    stretch: float | None = None,
    path: str = "",
) -> Measurement:
    """Measure `work(n)`, which does it n times, each time `each` of the figure's units. Garbage
    collection is off meanwhile, as in `timeit`."""
    calls = _calls(work)
    taken_s = []
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _run in range(runs):
            begin = time.perf_counter()
            work(calls)
            taken_s.append((time.perf_counter() - begin) / (calls * each))
    finally:
        if collecting:
            gc.enable()
    if unit in _RATES:
        found = [1 / (_RATES[unit] * seconds) for seconds in taken_s]
    else:
        found = [seconds * _PER_SECOND[unit] for seconds in taken_s]
    return Measurement(
        name, unit, runs, median(found), min(found), max(found), reach, stretch, path
    )


def _calls(work: Callable[[int], object]) -> int:
    """The number of calls in one run. Finding it also warms up the code under test."""
    calls = 1
    while calls < _CALLS_MAX:
        begin = time.perf_counter()
        work(calls)
        if time.perf_counter() - begin >= RUN_S:
            break
        calls *= 2
    return calls


def repeat(call: Callable[[], object]) -> Callable[[int], None]:
    """`call` in the form for `measure`. The loop itself takes some 20 ns a turn."""

    def work(calls: int) -> None:
        for _ in range(calls):
            call()

    return work
