"""Many attacks: on all cores, and what came of them."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field

from camelnet import rules
from tests.attacks.arena import Arena, may_wait
from tests.attacks.case import Case
from tests.attacks.duo import Duo
from tests.attacks.session_arena import SessionArena
from tests.attacks.session_case import SessionCase
from tests.processes import in_processes
from tests.sim.runner import played, simulating
from tests.sim.world import Trace

CHUNK = 16
AnyCase = Case | Duo | SessionCase


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one attack."""

    case: AnyCase
    failure: str  # "" if all is well
    lies: int  # frames that were not what the real code would have said
    virtual_ms: int
    cpu_s: float
    frames: int
    named: bool
    epochs: int
    forked: bool
    traces: int  # epochs whose every step the model admits
    steps: int  # in these
    held_ms: int  # so long at most it took from one line to the next

    @property
    def withheld(self) -> bool:
        """True if something was kept back that the table could not do without for ever."""
        case = self.case
        return isinstance(case, Case) and self.lies > 0 and case.silent and not may_wait(case)

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
    traces: int = 0
    steps: int = 0
    virtual_ms: int = 0
    cpu_s: float = 0.0
    by_way: Counter[str] = field(default_factory=Counter)
    by_stage: Counter[str] = field(default_factory=Counter)
    held: dict[bool, Outcome] = field(default_factory=dict)  # by whether people decide: the longest
    untold: list[AnyCase] = field(default_factory=list)
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.cases += 1
        self.named += outcome.named
        self.epochs += outcome.epochs
        self.forked += outcome.forked
        self.frames += outcome.frames
        self.traces += outcome.traces
        self.steps += outcome.steps
        self.virtual_ms += outcome.virtual_ms
        self.cpu_s += outcome.cpu_s
        if outcome.withheld and isinstance(outcome.case, Case):
            longest = self.held.setdefault(outcome.case.voting, outcome)
            if outcome.held_ms > longest.held_ms:
                self.held[outcome.case.voting] = outcome
        if outcome.lies:
            self.told += 1
            self.by_way[outcome.case.way.value] += 1
            self.by_stage[outcome.case.stage.value] += 1
        else:
            self.untold.append(outcome.case)
        if outcome.failure:
            self.failures.append(outcome)


def run(case: AnyCase, trace: Trace | None = None) -> Outcome:
    """Make one attack, within `simulating`; failures are told, not raised."""
    begun = time.process_time()
    arena = SessionArena(case, trace) if isinstance(case, SessionCase) else Arena(case, trace)
    failure, forked = played(arena)
    admitted = arena.witness.admitted if isinstance(arena, Arena) else None
    return Outcome(
        case=case,
        failure=failure,
        lies=arena.lies,
        virtual_ms=arena.now_ms,
        cpu_s=time.process_time() - begun,
        frames=arena.frames,
        named=arena.named,
        epochs=arena.epochs,
        forked=forked,
        traces=admitted.traces if admitted else 0,
        steps=admitted.steps.total() if admitted else 0,
        held_ms=arena.held_ms if isinstance(arena, Arena) else 0,
    )


def run_all(
    cases: Iterable[AnyCase], processes: int | None = None
) -> Generator[Outcome, None, None]:
    """The outcomes as they come; the processes are forked, so what is replaced here is replaced
    there."""
    rules.rules_digest()  # once
    with simulating():
        yield from in_processes(_run, cases, begin=gc.disable, chunk=CHUNK, processes=processes)


_runs = 0


def _run(case: AnyCase) -> Outcome:
    global _runs
    _runs += 1
    if _runs % 16 == 0:
        gc.collect()
    return run(case)
