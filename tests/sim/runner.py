"""Many seeds: on all cores, with a progress bar, and what came of them."""

from __future__ import annotations

import gc
import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from camelnet import rules
from tests.processes import in_processes
from tests.sim.lies import Lie
from tests.sim.lobby_world import GUESTS_MAX, LobbyWorld
from tests.sim.memoization import forget, remembering
from tests.sim.plan import Plan, Trouble, plan_of
from tests.sim.toys import toys_known
from tests.sim.violation import Violation
from tests.sim.world import Forked, Trace, World, signer_of

CHUNK = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one seed."""

    seed: int
    real: bool
    seats: int
    failure: str  # "" if all is well
    virtual_ms: int
    cpu_s: float
    entries: int
    frames: int
    struck: dict[Trouble, int] = field(default_factory=dict)
    restarts: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    lies: tuple[Lie, ...] = ()
    beyond: bool = False
    forked: bool = False
    epochs: int = 0
    proofs: int = 0
    redrawn: int = 0
    dealt: int = 0  # so many times all cards that nobody had seen
    anew: int = 0  # of these, again in one dealing of the rules
    partings: int = 0  # games in which somebody played on apart
    watchers: int = 0
    hall: bool = False  # from the lobby to the first moves
    heal_ms: int | None = None  # when all went well again, if the seed was run for that
    stuck: bool = False  # some wait for ever, as they may
    traces: int = 0  # epochs whose every step the model admits
    steps: int = 0  # in these
    unmodelled: dict[str, int] = field(default_factory=dict)  # what the model has no words for


# What a tally adds up under the name that it has in an outcome; the others count by what it is.
SUMS = (
    *("real", "virtual_ms", "cpu_s", "entries", "frames", "restarts", "beyond", "forked", "epochs"),
    *("proofs", "redrawn", "dealt", "anew", "partings", "watchers", "stuck", "traces", "steps"),
)
COUNTS = ("struck", "refusals", "lies", "unmodelled")


@dataclass(slots=True)
class Tally:
    """Many outcomes."""

    games: int = 0
    real: int = 0
    virtual_ms: int = 0
    cpu_s: float = 0.0
    four: int = 0  # games of four seats on symbolic primitives: the figure of the bench
    four_s: float = 0.0
    entries: int = 0
    frames: int = 0
    restarts: int = 0
    struck: Counter[Trouble] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    lies: Counter[Lie] = field(default_factory=Counter)
    beyond: int = 0
    forked: int = 0
    epochs: int = 0
    proofs: int = 0
    redrawn: int = 0
    dealt: int = 0
    anew: int = 0
    partings: int = 0
    watchers: int = 0
    halls: int = 0
    healed: int = 0  # tables that were still playing then
    slowest_ms: int = 0  # so long one of these took to its end, if it came to that
    stuck: int = 0
    traces: int = 0
    steps: int = 0
    unmodelled: Counter[str] = field(default_factory=Counter)
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(outcome, name))
        for name in COUNTS:
            getattr(self, name).update(getattr(outcome, name))
        if outcome.seats == 4 and not outcome.real:
            self.four += 1
            self.four_s += outcome.cpu_s
        self.halls += outcome.hall
        if outcome.heal_ms is not None and outcome.virtual_ms > outcome.heal_ms:
            self.healed += 1
            if not outcome.stuck:
                self.slowest_ms = max(self.slowest_ms, outcome.virtual_ms - outcome.heal_ms)
        if outcome.failure:
            self.failures.append(outcome)


@contextmanager
def simulating() -> Iterator[None]:
    """Within this, tables can be simulated."""
    with toys_known(), remembering():
        yield


class Runs(Protocol):
    def run(self) -> None: ...


def played(world: Runs) -> tuple[str, bool]:
    """Run a table to its end: what failed, "" if nothing did, and whether it forked."""
    forked = False
    try:
        try:
            world.run()
        except Forked:
            forked = True
        if isinstance(world, World):
            world.hold_against_model()
    except Violation as violation:
        return str(violation), forked
    except Exception:
        return traceback.format_exc(), forked
    return "", forked


def run(plan: Plan, trace: Trace | None = None) -> Outcome:
    """Play one table, within `simulating`; failures are told, not raised."""
    if plan.hall:
        return _run_hall(plan)
    begun = time.process_time()
    world = World(plan, trace)
    failure, forked = played(world)
    return Outcome(
        seed=plan.seed,
        real=plan.real,
        seats=plan.seats,
        failure=failure,
        virtual_ms=world.now_ms,
        cpu_s=time.process_time() - begun,
        entries=max(len(peer.lines) for peer in world.peers),
        frames=world.links.frames,
        struck=dict(world.struck),
        restarts=sum(peer.restarts for peer in world.peers),
        refusals=dict(world.refusals),
        lies=tuple(plan.lies.values()),
        beyond=plan.beyond,
        forked=forked,
        epochs=world.oracle.epochs,
        proofs=world.oracle.proofs,
        redrawn=world.oracle.redrawn,
        dealt=world.oracle.dealings.dealt,
        anew=world.oracle.dealings.anew,
        partings=world.oracle.partings,
        watchers=len(plan.watchers),
        hall=False,
        heal_ms=plan.heal_ms,
        stuck=world.stuck,
        traces=world.witness.admitted.traces,
        steps=world.witness.admitted.steps.total(),
        unmodelled=dict(world.witness.admitted.skipped),
    )


def _run_hall(plan: Plan) -> Outcome:
    begun, failure = time.process_time(), ""
    signers = [signer_of(plan.seed, number, real=False) for number in range(GUESTS_MAX)]
    hall = LobbyWorld(plan, signers)
    try:
        hall.run()
    except Violation as violation:
        failure = str(violation)
    except Exception:
        failure = traceback.format_exc()
    return Outcome(
        seed=plan.seed,
        real=False,
        seats=0,
        failure=failure,
        virtual_ms=hall.now_ms,
        cpu_s=time.process_time() - begun,
        entries=hall.entries,
        frames=hall.frames,
        struck=dict(hall.struck),
        restarts=hall.restarts,
        hall=True,
    )


def run_seed(number: int, plan_of: Callable[[int], Plan] = plan_of) -> Outcome:
    outcome = run(plan_of(number))
    forget()
    if number % 16 == 0:
        gc.collect()
    return outcome


def _begin_process() -> None:
    """A table's objects are all of one seed: they are collected now and then, by `run_seed`. What
    stops the run is the first process's to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()
    gc.freeze()


def run_seeds(
    seeds: Iterable[int],
    processes: int | None = None,
    *,
    in_order: bool = False,
    plan_of: Callable[[int], Plan] = plan_of,
) -> Generator[Outcome, None, None]:
    """The outcomes as they come; `plan_of` says what each number stands for. The processes are
    forked, so what is replaced in this one is replaced in them."""
    rules.rules_digest()  # once
    with simulating():
        yield from in_processes(
            partial(run_seed, plan_of=plan_of),
            seeds,
            begin=_begin_process,
            chunk=CHUNK,
            processes=processes,
            in_order=in_order,
        )
