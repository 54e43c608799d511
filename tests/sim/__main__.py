"""`python -m tests.sim SEED -v` replays one seed; `python -m tests.sim --seeds N` runs many.

The results of many are on disk as they come. Ctrl-C or SIGTERM sums up what there is, and
`--resume` goes on from there.
"""

from __future__ import annotations

import signal
import sys
import time
from contextlib import closing
from pathlib import Path
from types import FrameType

import click
from rich.console import Console
from rich.progress import Progress

from tests.sim.plan import plan_of
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
def main(
    seed: int | None,
    verbose: bool,
    seeds: int,
    first: int,
    processes: int | None,
    results: Path | None,
    resume: bool,
) -> None:
    """Simulate whole tables: SEED alone, or many seeds."""
    if seed is not None:
        sys.exit(_one(seed, verbose))
    path = results or BUILD / f"sim-{first}-{seeds}.jsonl"
    try:
        with Results(path, resume=resume, code=code_digest()) as kept:
            sys.exit(_many(range(first, first + seeds), processes, kept))
    except OtherCode as error:
        raise click.ClickException(f"{error}; begin anew without --resume") from None


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


def _many(seeds: range, processes: int | None, results: Results) -> int:
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
            closing(run_seeds(left, processes)) as outcomes,
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
    print_tally(console, tally, time.monotonic() - begun)
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
