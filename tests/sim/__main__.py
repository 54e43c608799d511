"""`python -m tests.sim SEED -v` replays one seed; `python -m tests.sim --seeds N` runs many."""

from __future__ import annotations

import sys
import time

import click
from rich.console import Console
from rich.progress import Progress

from tests.sim.plan import plan_of
from tests.sim.report import print_tally
from tests.sim.runner import Tally, run, run_seeds, simulating


@click.command()
@click.argument("seed", type=int, required=False)
@click.option("-v", "--verbose", is_flag=True, help="print what happens, frame by frame")
@click.option("--seeds", type=click.IntRange(1), default=2000, show_default=True)
@click.option("--from", "first", type=click.IntRange(0), default=0, show_default=True)
@click.option("--processes", type=click.IntRange(1), help="as many as there are cores by default")
def main(seed: int | None, verbose: bool, seeds: int, first: int, processes: int | None) -> None:
    """Simulate whole tables: SEED alone, or many seeds."""
    if seed is not None:
        sys.exit(_one(seed, verbose))
    sys.exit(_many(first, seeds, processes))


def _one(seed: int, verbose: bool) -> int:
    plan = plan_of(seed)
    print(plan)
    with simulating():
        outcome = run(plan, print if verbose else None)
    print(
        f"{outcome.entries} entries, {outcome.frames} frames, "
        f"{outcome.virtual_ms / 1000:.1f} s simulated in {outcome.cpu_s * 1000:.0f} ms"
    )
    print(f"FAILED: {outcome.failure}" if outcome.failure else "all is well")
    return 1 if outcome.failure else 0


def _many(first: int, seeds: int, processes: int | None) -> int:
    console = Console()
    tally = Tally()
    begun = time.monotonic()
    with Progress(console=console) as progress:
        task = progress.add_task("tables", total=seeds)
        for outcome in run_seeds(range(first, first + seeds), processes):
            tally.add(outcome)
            progress.advance(task)
            if outcome.failure:
                progress.console.print(f"seed {outcome.seed}: {outcome.failure}", markup=False)
    print_tally(console, tally, time.monotonic() - begun)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    main()
