"""`make bench`: what `camelnet bench` measures and what only the repository can: tables of peers on
loopback, keys and packs of cards, the app. Prints a table, writes build/bench.json.

A benchmark is a module here with `run() -> list[dict]`, a dict for each figure as
`camelnet.lab.bench.Measurement` has it, or a module of the package `camelnet.lab.bench`. People
compare figures; no test asserts one. Name modules to run only those:
`python -m bench.run core table`.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import click
from rich.console import Console

from camelnet.lab.bench import MODULES, RUNS, Measurement, machine
from camelnet.lab.bench.report import figure_table, machine_table, plain

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "build/bench.json"
LIBRARIES = ("cffi", "cryptography", "msgpack", "zeroconf", "PySide6-Essentials")
WIDTH = 150  # of what goes to a file


def modules() -> list[str]:
    """All that can be measured: the package's first, then this folder's."""
    here = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    return [*MODULES, *(name for name in here if name != "run")]


def figures_of(name: str) -> list[Measurement]:
    if name in MODULES:
        return MODULES[name](RUNS)
    return [Measurement(**figure) for figure in importlib.import_module(f"bench.{name}").run()]


@click.command()
@click.argument("wanted", metavar="[MODULE]...", nargs=-1, type=click.Choice(modules()))
def main(wanted: tuple[str, ...]) -> None:
    """Measure the modules that are named, or all."""
    around = machine(LIBRARIES)
    console = Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False)
    console.print(machine_table(around))
    figures: list[Measurement] = []
    for name in wanted or modules():
        console.print(f"running {name} ...", style="dim")
        figures += figures_of(name)
    console.print(figure_table(figures))
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(plain(around, figures), indent=1) + "\n")
    console.print(f"written to {REPORT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
