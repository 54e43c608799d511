"""`make bench`: what `camelnet bench` measures and what only the repository can: tables of peers on
loopback, keys and packs of cards, the app. Prints a table, writes build/bench.json.

A benchmark is a module here with `run() -> list[dict]`, a dict for each figure as
`camelnet.bench.Measurement` has it, or a module of the package `camelnet.bench`. Figures are
compared by people, never asserted by a test. Name modules to run only those:
`python -m bench.run core table`.

Beside each figure stands that of version 0.4.0, measured right after it, where 0.4.0 could do the
same: in the package's modules, and in those here with `run_of_0_4_0`, which gives figures of the
same names. `--today` leaves 0.4.0 out.
"""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from bench import history
from camelnet.bench import MODULES, RUNS, Measurement, machine
from camelnet.bench.report import figure_table, machine_table, plain

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "build/bench.json"
LIBRARIES = ("cffi", "cryptography", "msgpack", "zeroconf", "PySide6-Essentials")
NO_BENCHMARKS = ("run", "history")
WIDTH = 150  # of what goes to a file


def modules() -> list[str]:
    """All that can be measured: the package's first, then this folder's."""
    here = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    return [*MODULES, *(name for name in here if name not in NO_BENCHMARKS)]


def figures_of(name: str, *, compare: bool) -> list[Measurement]:
    module = None if name in MODULES else importlib.import_module(f"bench.{name}")
    if module is None:
        figures = MODULES[name](RUNS)
    else:
        figures = [Measurement(**figure) for figure in module.run()]
    if not compare or (module is not None and not hasattr(module, "run_of_0_4_0")):
        return figures
    try:
        before = history.figures_of(name, in_the_package=module is None)
    except history.HistoryError as error:
        print(error)
        return figures
    return [replace(each, before=before.get((each.name, each.path))) for each in figures]


@click.command()
@click.argument("wanted", metavar="[MODULE]...", nargs=-1, type=click.Choice(modules()))
@click.option("--today", is_flag=True, help=f"Do not measure {history.VERSION}.")
def main(wanted: tuple[str, ...], today: bool) -> None:
    """Measure the modules that are named, or all."""
    around = machine(LIBRARIES)
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    console.print(machine_table(around))
    figures: list[Measurement] = []
    for name in wanted or modules():
        console.print(f"running {name} ...", style="dim")
        figures += figures_of(name, compare=not today)
    console.print(figure_table(figures, before=history.VERSION))
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(plain(around, figures), indent=1) + "\n")
    console.print(f"written to {REPORT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
