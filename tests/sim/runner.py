"""Many seeds: on all cores, with a progress bar, and what came of them."""

from __future__ import annotations

import gc
import multiprocessing
import os
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from camelnet import rules
from tests.sim.oracle import Violation
from tests.sim.pebble import pebble_known
from tests.sim.plan import Plan, Trouble, plan_of
from tests.sim.world import Trace, World

CHUNK = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one seed came to."""

    seed: int
    real: bool
    seats: int
    failure: str  # "" if all is well
    virtual_ms: int
    wall_s: float
    entries: int
    frames: int
    struck: dict[Trouble, int]
    restarts: int
    refusals: dict[str, int]


@dataclass(slots=True)
class Tally:
    """Many outcomes."""

    games: int = 0
    real: int = 0
    virtual_ms: int = 0
    wall_s: float = 0.0
    entries: int = 0
    frames: int = 0
    restarts: int = 0
    struck: Counter[Trouble] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        self.real += outcome.real
        self.virtual_ms += outcome.virtual_ms
        self.wall_s += outcome.wall_s
        self.entries += outcome.entries
        self.frames += outcome.frames
        self.restarts += outcome.restarts
        self.struck.update(outcome.struck)
        self.refusals.update(outcome.refusals)
        if outcome.failure:
            self.failures.append(outcome)


def run(plan: Plan, trace: Trace | None = None) -> Outcome:
    """Play one table; failures are told, not raised."""
    begun = time.perf_counter()
    failure = ""
    with pebble_known():
        world = World(plan, trace)
        try:
            world.run()
        except Violation as violation:
            failure = str(violation)
        except Exception:
            failure = traceback.format_exc()
    return Outcome(
        seed=plan.seed,
        real=plan.real,
        seats=plan.seats,
        failure=failure,
        virtual_ms=world.now_ms,
        wall_s=time.perf_counter() - begun,
        entries=max(len(peer.lines) for peer in world.peers),
        frames=world.links.frames,
        struck=dict(world.struck),
        restarts=sum(peer.restarts for peer in world.peers),
        refusals=dict(world.refusals),
    )


def run_seed(seed: int) -> Outcome:
    outcome = run(plan_of(seed))
    if seed % 16 == 0:
        gc.collect()
    return outcome


def run_seeds(seeds: Iterable[int], processes: int | None = None) -> Iterator[Outcome]:
    """The outcomes as they come, in any order."""
    rules.rules_digest()  # once, before the processes part
    with multiprocessing.get_context("fork").Pool(
        processes or os.cpu_count(), initializer=gc.disable
    ) as pool:
        yield from pool.imap_unordered(run_seed, seeds, chunksize=CHUNK)
