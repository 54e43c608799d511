"""`make bench`: run every benchmark of this folder, print a table, write build/bench.json.

A benchmark is a module here with `run() -> list[dict]`; each dict is one figure:
`name`, `unit`, `repetitions`, `median`, `min`, `max` and `reach`, the median to stay under (None
where there is no such aim). Figures are compared by people, never asserted by a test. Name modules
to run only those: `python -m bench.run core table`.
"""

from __future__ import annotations

import importlib
import json
import os
import platform
import subprocess
import sys
import sysconfig
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import TypedDict

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "build/bench.json"
LIBRARIES = ("cffi", "cryptography", "msgpack", "zeroconf", "PySide6-Essentials")


class Figure(TypedDict):
    """One measured thing; `median`, `min`, `max` and `reach` are in `unit`."""

    name: str
    unit: str
    repetitions: int
    median: float
    min: float
    max: float
    reach: float | None


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor())


def compiler() -> str:
    """The compiler that setuptools builds the core with, as it names itself."""
    command = (os.environ.get("CC") or str(sysconfig.get_config_var("CC"))).split()
    try:
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "none"
    return said.stdout.splitlines()[0]


def version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"


def machine() -> dict[str, str]:
    """What the figures depend on."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "compiler": compiler(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        **{library: version(library) for library in LIBRARIES},
    }


def modules() -> list[str]:
    mine = Path(__file__).stem
    return sorted(
        path.stem for path in Path(__file__).parent.glob("[a-z]*.py") if path.stem != mine
    )


def table_of(figures: list[Figure]) -> Table:
    table = Table(title="camelnet")
    table.add_column("figure")
    for heading in ("median", "min", "max", "runs", "to reach", ""):
        table.add_column(heading, justify="right")
    for figure in figures:
        unit, reach = figure["unit"], figure["reach"]
        reached = "" if reach is None else "yes" if figure["median"] < reach else "NO"
        table.add_row(
            figure["name"],
            *(f"{figure[key]:.3g} {unit}" for key in ("median", "min", "max")),
            str(figure["repetitions"]),
            "" if reach is None else f"< {reach:g} {unit}",
            reached,
        )
    return table


def main(wanted: list[str]) -> int:
    unknown = sorted(set(wanted) - set(modules()))
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(modules())}")
        return 2
    around = machine()
    console = Console(width=None if sys.stdout.isatty() else 110)
    for name, value in around.items():
        console.print(f"{name:>20}  {value}", highlight=False)
    figures: list[Figure] = []
    for name in wanted or modules():
        console.print(f"running {name} ...", style="dim")
        figures += importlib.import_module(f"bench.{name}").run()
    console.print(table_of(figures))
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps({"machine": around, "figures": figures}, indent=1) + "\n")
    console.print(f"written to {REPORT.relative_to(ROOT)}", highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
