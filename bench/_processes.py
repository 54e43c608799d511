"""Figures of running processes, as Linux's /proc tells them: processor time, wake-ups, memory."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

QUIET_PERCENT = 8.0  # of a core: nothing but waiting takes so little
_CPU_OF_A_PROCESS = 2  # CPUCLOCK_SCHED of the kernel: how a clock is named that is another's


@dataclass(frozen=True, slots=True)
class Rest:
    """A process at rest: per cent of a core, and wake-ups a second."""

    percent: float
    wakes: float


def spent_s(pid: int) -> float:
    """Processor time of a process and all the threads that it has and had."""
    return time.clock_gettime(~pid << 3 | _CPU_OF_A_PROCESS)


def sleeps(pid: int) -> dict[int, int]:
    """How often each thread of a process has gone to sleep by itself, and so been woken."""
    found = {}
    for task in _tasks(pid):
        with suppress(FileNotFoundError, ProcessLookupError):
            for line in (task / "status").read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches"):
                    found[int(task.name)] = int(line.split()[1])
    return found


def rest(pids: Sequence[int], seconds: float) -> list[Rest]:
    """What each process does in that time."""
    before = [(spent_s(pid), sleeps(pid)) for pid in pids]
    since_s = time.monotonic()
    time.sleep(seconds)
    taken_s = time.monotonic() - since_s
    found = []
    for pid, (cpu_s, slept) in zip(pids, before, strict=True):
        percent = 100 * (spent_s(pid) - cpu_s) / taken_s
        woken = sum(count - slept.get(task, 0) for task, count in sleeps(pid).items())
        found.append(Rest(percent, woken / taken_s))
    return found


def wait_until_quiet(pids: Sequence[int], patience_s: float) -> None:
    """Return when all of them have done next to nothing for three seconds; RuntimeError if they do
    not come to that."""
    last_s, quiet = time.monotonic() + patience_s, 0
    while quiet < 3:
        if time.monotonic() > last_s:
            raise RuntimeError(f"the processes did not come to rest within {patience_s:.0f} s")
        quiet = quiet + 1 if all(each.percent < QUIET_PERCENT for each in rest(pids, 1)) else 0


def memory_mib(pid: int) -> float:
    """Resident memory; what it shares with other processes counts in part (Pss)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not tell a process's share of memory")


def resident_mib(pid: int) -> float:
    """Resident memory; what it shares with other processes counts whole (Rss)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this system does not tell a process's memory")


def children(pid: int) -> list[int]:
    """The processes that this one has started."""
    found: list[int] = []
    for task in _tasks(pid):
        with suppress(FileNotFoundError, ProcessLookupError):
            found += map(int, (task / "children").read_text().split())
    return sorted(found)


def _tasks(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").iterdir())
