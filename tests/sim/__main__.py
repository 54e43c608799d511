"""`python -m tests.sim SEED -v` replays one seed; `python -m tests.sim --seeds N` runs many.

With `--liveness` all goes well from some moment on, and the table has to come to its end. `--branch
N` plays N other futures of one seed, `--future K` one of these.

The results of many are on disk as they come. Ctrl-C or SIGTERM sums up what there is, and
`--resume` goes on from there.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import FrameType

import click
from rich.console import Console
from rich.progress import Progress

from tests.sim.plan import Plan, branched, healed_plan_of, plan_of
from tests.sim.report import print_tally
from tests.sim.results import OtherCode, Results, code_digest
from tests.sim.runner import Tally, run, run_seeds, simulating

BUILD = Path(__file__).resolve().parent.parent.parent / "build"
STOPPED = 130  # the exit code, as shells have it


@click.command()
@click.argument("seed", type=int, required=False)
@click.option("-v", "--verbose", is_flag=True, help="print what happens, frame by frame")
@click.option("--seeds", type=click.IntRange(1), default=2000, show_default=True)
@click.option("--from", "first", type=click.IntRange(0), default=0, show_default=True)
@click.option("--processes", type=click.IntRange(1), help="as many as there are cores by default")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    help="where results are kept; build/sim-FROM-SEEDS.jsonl by default",
)
@click.option("--resume", is_flag=True, help="go on with the results that are there")
@click.option("--liveness", is_flag=True, help="at some moment all is well: the table has to end")
@click.option("--branch", type=click.IntRange(1), help="so many other futures of SEED")
@click.option("--future", type=click.IntRange(1), help="that one of them")
@click.option("--at", "at_ms", type=click.IntRange(0), help="where they branch off; half-way")
def main(
    seed: int | None,
    verbose: bool,
    seeds: int,
    first: int,
    processes: int | None,
    results: Path | None,
    resume: bool,
    liveness: bool,
    branch: int | None,
    future: int | None,
    at_ms: int | None,
) -> None:
    """Simulate whole tables: SEED alone, or many seeds."""
    make_plan, mode = (healed_plan_of, "live") if liveness else (plan_of, "sim")
    if seed is not None:
        plan = make_plan(seed)
        if branch or future:
            at_ms = _half_way(plan) if at_ms is None else at_ms
        if branch:
            sys.exit(_futures(plan, at_ms or 0, branch, processes))
        sys.exit(_one(branched(plan, at_ms or 0, future) if future else plan, verbose))
    path = results or BUILD / f"{mode}-{first}-{seeds}.jsonl"
    code = code_digest()
    try:
        with Results(path, resume=resume, code=f"{mode} {code}") as kept:
            sys.exit(_many(range(first, first + seeds), make_plan, processes, kept, code))
    except OtherCode as error:
        raise click.ClickException(f"{error}; begin anew without --resume") from None


def _half_way(plan: Plan) -> int:
    with simulating():
        return run(plan).virtual_ms // 2


def _futures(plan: Plan, at_ms: int, count: int, processes: int | None) -> int:
    """How many of the futures of a plan fail, and how each of these is replayed."""
    mode = "" if plan.heal_ms is None else " --liveness"
    numbers, failed = range(1, count + 1), 0
    futures = run_seeds(numbers, processes, in_order=True, plan_of=partial(branched, plan, at_ms))
    for number, outcome in zip(numbers, futures, strict=True):
        if outcome.failure:
            failed += 1
            print(f"python -m tests.sim {plan.seed}{mode} --at {at_ms} --future {number} -v")
            print(f"  {outcome.failure.strip().splitlines()[-1]}")
    print(f"{failed} of {count} futures fail from {at_ms} ms on")
    return 1 if failed else 0


def _one(plan: Plan, verbose: bool) -> int:
    print(plan)
    with simulating():
        outcome = run(plan, print if verbose else None)
    print(
        f"{outcome.entries} entries, {outcome.frames} frames, "
        f"{outcome.virtual_ms / 1000:.1f} s simulated in {outcome.cpu_s * 1000:.0f} ms"
    )
    print(f"FAILED: {outcome.failure}" if outcome.failure else "all is well")
    return 1 if outcome.failure else 0


def _many(
    seeds: range,
    make_plan: Callable[[int], Plan],
    processes: int | None,
    results: Results,
    code: str,
) -> int:
    console = Console()
    tally = Tally()
    for seed, outcome in results.known.items():
        if seed in seeds:
            tally.add(outcome)
    left = [seed for seed in seeds if seed not in results.known]
    begun, stopped = time.monotonic(), False
    signal.signal(signal.SIGTERM, _stop)
    try:
        with (
            Progress(console=console) as progress,
            closing(run_seeds(left, processes, plan_of=make_plan)) as outcomes,
        ):
            task = progress.add_task("tables", total=len(seeds), completed=tally.games)
            for outcome in outcomes:
                results.add(outcome)
                tally.add(outcome)
                progress.advance(task)
                if outcome.failure:
                    progress.console.print(f"seed {outcome.seed}: {outcome.failure}", markup=False)
    except KeyboardInterrupt:
        stopped = True
    print_tally(console, tally, time.monotonic() - begun, code)
    if stopped:
        console.print(f"stopped: {tally.games} of {len(seeds)}; {results.path} holds them")
    if tally.failures:
        return 1
    return STOPPED if stopped else 0


def _stop(number: int, frame: FrameType | None) -> None:
    """SIGTERM ends a run as Ctrl-C does."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
