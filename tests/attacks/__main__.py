"""`python -m tests.attacks` makes all, `--quick` those of `make test-all`, `--case ID -v` one."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from random import Random

import click
from rich.console import Console
from rich.progress import Progress

from tests.attacks import campaign
from tests.attacks.arena import PATIENCE_MS, Arena
from tests.attacks.runner import AnyCase, Tally, run, run_all
from tests.attacks.session_case import SessionCase
from tests.sim.runner import simulating


@click.command()
@click.option("--case", "name", help="make one attack")
@click.option("-v", "--verbose", is_flag=True, help="print it frame by frame")
@click.option("--quick", is_flag=True, help="those of `make test-all` only")
@click.option("--only", default="", help="those whose id contains this")
@click.option(
    "--out", type=click.Path(path_type=Path), help="write the outcomes there, as JSON lines"
)
@click.option("--processes", type=click.IntRange(1), help="at once; all cores without it")
def main(
    name: str | None, verbose: bool, quick: bool, only: str, out: Path | None, processes: int | None
) -> None:
    """Make directed attacks on simulated tables and sessions, and see what they come to."""
    console = Console()
    if name is not None:
        try:
            case = campaign.case_of(name)
        except ValueError as error:
            raise click.BadParameter(f"there is no case {name}") from error
        _one(console, case, verbose)
        return
    cases = [case for case in (campaign.quick() if quick else campaign.full()) if only in case.id]
    Random("order").shuffle(cases)  # what is stopped has seen a bit of everything
    tally, begun = Tally(), time.monotonic()
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("attacks", total=len(cases))
        for outcome in run_all(cases, processes):
            tally.add(outcome)
            progress.advance(task)
            if out is not None:
                with out.open("a") as file:
                    told = {"case": outcome.case.id, "why": outcome.reason, "lies": outcome.lies}
                    file.write(json.dumps(told) + "\n")
    _print(console, tally, time.monotonic() - begun)
    sys.exit(1 if tally.failures else 0)


def _one(console: Console, case: AnyCase, verbose: bool) -> None:
    def trace(line: str) -> None:
        console.print(line, highlight=False, markup=False, emoji=False, soft_wrap=True)

    with simulating():
        if verbose and not isinstance(case, SessionCase):
            trace(str(Arena(case).plan))
        outcome = run(case, trace if verbose else None)
    trace(f"{case}: {outcome.failure or 'well'}; {outcome.lies} lies")
    sys.exit(1 if outcome.failure else 0)


def _print(console: Console, tally: Tally, wall_s: float) -> None:
    def row(name: str, value: object) -> None:
        console.print(f"  {name:<48}{value}", highlight=False, emoji=False)

    row("attacks", f"{tally.cases}, {tally.told} of them told")
    row("simulated", f"{tally.virtual_ms / 3_600_000:.1f} hours in {wall_s:.0f} s")
    row(
        "processor time",
        f"{tally.cpu_s:.0f} s, {tally.cases / max(tally.cpu_s, 1e-9):.0f} a second",
    )
    row("frames, changed epochs", f"{tally.frames}, {tally.epochs}")
    row("epochs and steps that the model admits", f"{tally.traces}, {tally.steps}")
    row("liars named by a proof", tally.named)
    row("forked, of three voters one of whom lies", tally.forked)
    for way, count in sorted(tally.by_way.items()):
        row(f"way: {way}", count)
    for stage, count in sorted(tally.by_stage.items()):
        row(f"stage: {stage}", count)
    for decided, outcome in sorted(tally.held.items()):
        patience_ms = PATIENCE_MS if decided else 0
        whom = "people, patience apart" if decided else "bots"
        row(f"held up at most, {whom}", f"{max(0, outcome.held_ms - patience_ms) / 1000:.1f} s")
        console.print(f"      {outcome.case}", highlight=False, markup=False, soft_wrap=True)
    row("failures", len(tally.failures))
    for outcome in sorted(tally.failures, key=lambda outcome: outcome.case.id):
        for told in (f"  --case {outcome.case}", f"      {outcome.reason}"):
            console.print(told, highlight=False, markup=False, emoji=False, soft_wrap=True)


if __name__ == "__main__":
    main()
