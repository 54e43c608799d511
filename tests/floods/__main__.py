"""`make floods`: strangers flood a peer that plays, and what that does to the table is measured.

Three people's peers play on loopback, real processes with clicks at a steady pace. For a while they
are left in peace; then a stranger with 32 connections sends the first of them one kind of frame
after another, as fast as it is taken. The bound: a tenth of a core more than in peace, nobody's
moves 100 ms later, under ten lines a minute on screen and in the log, and nobody loses the seat.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

import click
from rich.console import Console
from rich.table import Table as Grid

from tests.floods.flooder import ALL, HANDSHAKES, KNOCKS, PINGS
from tests.floods.frames import Victim, kinds
from tests.floods.player import Seen
from tests.floods.table import table

CONNECTIONS = 32
CORE_PERCENT_MAX = 10.0
DELAY_MS_MAX = 100.0
LINES_A_MINUTE_MAX = 10
WARM_S = 3.0  # what a newcomer may send at once is over then; it counts for the lines
KINDS = (*kinds(Victim(bytes(32), bytes(32), b"")), PINGS, KNOCKS, HANDSHAKES, ALL)


def percent(seen: Seen) -> float:
    """Of a core."""
    return 100 * seen.cpu_s / seen.seconds


def moves(seats: Sequence[Seen]) -> tuple[float, float]:
    """The median of all seats' moves and the slowest twentieth's, in milliseconds."""
    taken = [ms for seen in seats for ms in seen.moves_ms]
    if len(taken) < 2:
        return (float("inf"), float("inf"))
    return median(taken), quantiles(taken, n=20)[-1]


@click.command()
@click.option("--seconds", default=12.0, help="How long each flood lasts.", show_default=True)
@click.option("--kind", "wanted", multiple=True, type=click.Choice(KINDS), help="Only these.")
def main(seconds: float, wanted: tuple[str, ...]) -> None:
    """Measure all floods; exit status 1 if one breaks the bound."""
    console = Console(width=None if sys.stdout.isatty() else 150)
    grid = Grid(title=f"floods from {CONNECTIONS} connections", title_justify="left")
    for name in ("flood", "read", "sent", "more of a core", "a move, median", "95 of 100"):
        grid.add_column(name, justify="left" if name == "flood" else "right")
    for name in ("longest pause", "lines", "bound"):
        grid.add_column(name, justify="right")
    broken = 0
    with (
        tempfile.TemporaryDirectory(prefix="camelnet-floods-") as folder,
        table(Path(folder)) as room,
    ):
        time.sleep(2 * WARM_S)
        room.look()
        time.sleep(seconds)
        calm = room.look()
        grid.add_row("none", *_row(calm, calm, 0, 0))
        for kind in wanted or KINDS:
            with room.flooded(kind, CONNECTIONS) as sent:
                time.sleep(WARM_S)
                begun = room.look()
                time.sleep(seconds)
                seen = room.look()
            lines = len(begun[0].lines) + len(seen[0].lines)
            kept = _keeps(calm, seen, lines)
            broken += not kept
            count = sent[0].get("frames", sent[0].get("connections", 0))
            row = _row(calm, seen, lines, count)
            grid.add_row(kind, *row[:-1], "kept" if kept else "BROKEN")
            console.print(kind, *row, sep="  ", highlight=False)
            time.sleep(WARM_S)
            room.look()
    console.print(grid)
    sys.exit(1 if broken else 0)


def _keeps(calm: Sequence[Seen], seen: Sequence[Seen], lines: int) -> bool:
    late_ms = moves(seen)[0] - moves(calm)[0]
    return (
        percent(seen[0]) - percent(calm[0]) < CORE_PERCENT_MAX
        and late_ms < DELAY_MS_MAX
        and lines < LINES_A_MINUTE_MAX
        and not any(each.removed or each.serious for each in seen)
    )


def _row(calm: Sequence[Seen], seen: Sequence[Seen], lines: int, sent: int) -> tuple[str, ...]:
    middle_ms, slow_ms = moves(seen)
    victim = seen[0]
    more = percent(victim) - (percent(calm[0]) if calm is not seen else 0.0)
    return (
        f"{victim.frames / victim.seconds:.0f}/s",
        str(sent),
        f"{more:.1f} %",
        f"{middle_ms:.0f} ms",
        f"{slow_ms:.0f} ms",
        f"{victim.pause_ms:.0f} ms",
        str(lines),
        "",
    )


if __name__ == "__main__":
    main()
