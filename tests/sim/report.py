"""The results of many simulated tables, in words."""

from __future__ import annotations

from rich.console import Console

from tests.sim.runner import Tally


def print_tally(console: Console, tally: Tally, wall_s: float, code: str) -> None:
    """Print the table at the end of a run; every failure with the command that replays it."""

    def row(name: str, value: object) -> None:
        console.print(f"  {name:<48}{value}", highlight=False)

    rate = tally.games / tally.cpu_s if tally.cpu_s else 0
    row("code", code)
    row("games", f"{tally.games} ({tally.real} with the real primitives)")
    row("simulated", f"{tally.virtual_ms / 3_600_000:.1f} hours in {wall_s:.0f} s")
    row("games a second on one core", f"{rate:.0f}")
    four_rate = tally.four / tally.four_s if tally.four_s else 0
    row("of four seats", f"{four_rate:.0f}")
    row("entries, frames", f"{tally.entries}, {tally.frames}")
    for trouble, count in sorted(tally.struck.items(), key=lambda item: item[0].value):
        row(trouble.value, count)
    row("restarts", tally.restarts)
    row("epochs changed", tally.epochs)
    row("played on apart", tally.partings)
    row("looked on", tally.watchers)
    row("from the lobby to the first moves", tally.halls)
    row("luck drawn anew by a change", tally.redrawn)
    row("epochs and steps that the model admits", f"{tally.traces}, {tally.steps}")
    for why, count in sorted(tally.unmodelled.items()):
        row(f"not in the model: {why}", count)
    row("cards dealt by all voters", f"{tally.dealt}, again in a leg {tally.anew}")
    for lie, count in sorted(tally.lies.items(), key=lambda item: item[0].value):
        row(f"liar: {lie.value}", count)
    row("liars with contradictions", tally.proofs)
    row("beyond the bounds", f"{tally.beyond}, of which forked {tally.forked}")
    for fault, count in sorted(tally.refusals.items()):
        row(f"refused: {fault.lower()}", count)
    row("still playing when all was well again", tally.healed)
    row("the slowest of these to its end", f"{tally.slowest_ms / 1000:.0f} s")
    row("waits for ever, as it may", tally.stuck)
    row("failures", len(tally.failures))
    for outcome in sorted(tally.failures, key=lambda outcome: outcome.seed):
        mode = "" if outcome.heal_ms is None else " --liveness"
        console.print(f"  python -m tests.sim {outcome.seed}{mode} -v", highlight=False)
