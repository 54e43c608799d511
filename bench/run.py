"""`make bench`: what `camelnet bench` measures and what only the repository can: tables of peers on
loopback, keys and packs of cards, the app. Prints a table, writes build/bench.json.

A benchmark is a module here with `run() -> list[dict]`, a dict for each figure as
`camelnet.bench.Measurement` has it, or a module of the package `camelnet.bench`. Figures are
compared by people, never asserted by a test. Name modules to run only those:
`python -m bench.run core table`.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

from rich.console import Console

from camelnet.bench import MODULES, RUNS, Measurement, machine
from camelnet.bench.report import figure_table, machine_table, plain

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "build/bench.json"
LIBRARIES = ("cffi", "cryptography", "msgpack", "zeroconf", "PySide6-Essentials")
WIDTH = 130  # of what goes to a file


def modules() -> list[str]:
    """All that can be measured: the package's first, then this folder's."""
    mine = Path(__file__).stem
    here = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    return [*MODULES, *(name for name in here if name != mine)]


def figures_of(name: str) -> list[Measurement]:
    if name in MODULES:
        return MODULES[name](RUNS)
    return [Measurement(**figure) for figure in importlib.import_module(f"bench.{name}").run()]


def main(wanted: list[str]) -> int:
    unknown = sorted(set(wanted) - set(modules()))
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(modules())}")
        return 2
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
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
