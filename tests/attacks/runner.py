"""Many attacks: on all cores, and what came of them."""

from __future__ import annotations

import gc
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field

from camelnet import rules
from tests.attacks.arena import Arena
from tests.attacks.case import Case, Stage, Way
from tests.sim.runner import played, simulating
from tests.sim.world import Trace

CHUNK = 16


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one attack."""

    case: Case
    failure: str  # "" if all is well
    lies: int  # frames that were not what the real code would have said
    virtual_ms: int
    cpu_s: float
    frames: int
    named: bool
    epochs: int
    forked: bool

    @property
    def reason(self) -> str:
        """The last line of the failure."""
        return self.failure.strip().splitlines()[-1] if self.failure else ""


@dataclass(slots=True)
class Tally:
    """Many outcomes."""

    cases: int = 0
    told: int = 0  # in which the lie was told at all
    named: int = 0
    epochs: int = 0
    forked: int = 0
    frames: int = 0
    virtual_ms: int = 0
    cpu_s: float = 0.0
    by_way: Counter[Way] = field(default_factory=Counter)
    by_stage: Counter[Stage] = field(default_factory=Counter)
    untold: list[Case] = field(default_factory=list)
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.cases += 1
        self.named += outcome.named
        self.epochs += outcome.epochs
        self.forked += outcome.forked
        self.frames += outcome.frames
        self.virtual_ms += outcome.virtual_ms
        self.cpu_s += outcome.cpu_s
        if outcome.lies:
            self.told += 1
            self.by_way[outcome.case.way] += 1
            self.by_stage[outcome.case.stage] += 1
        else:
            self.untold.append(outcome.case)
        if outcome.failure:
            self.failures.append(outcome)


def run(case: Case, trace: Trace | None = None) -> Outcome:
    """Make one attack, within `simulating`; failures are told, not raised."""
    begun = time.process_time()
    arena = Arena(case, trace)
    failure, forked = played(arena)
    return Outcome(
        case=case,
        failure=failure,
        lies=arena.attacker.lies,
        virtual_ms=arena.now_ms,
        cpu_s=time.process_time() - begun,
        frames=arena.links.frames,
        named=arena.named,
        epochs=arena.oracle.epochs,
        forked=forked,
    )


def run_all(cases: Iterable[Case], processes: int | None = None) -> Generator[Outcome, None, None]:
    """The outcomes as they come; the processes are forked, so what is replaced here is replaced
    there."""
    rules.rules_digest()  # once
    fork = multiprocessing.get_context("fork")
    with simulating(), fork.Pool(processes or os.cpu_count(), initializer=gc.disable) as pool:
        yield from pool.imap_unordered(_run, cases, chunksize=CHUNK)


_runs = 0


def _run(case: Case) -> Outcome:
    global _runs
    _runs += 1
    if _runs % 16 == 0:
        gc.collect()
    return run(case)
