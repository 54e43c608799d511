"""Measures the start of the command: the processor time of `camelnet --version` and `--help`, and
the part of it that imports take, as `python -X importtime` counts it.

Each start is a fresh process with an empty home. Processor time is user and system time together.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any

from bench._figure import figure

STARTS = 11
REACH_MS = 150.0
OPTIONS = ("--version", "--help")
_IMPORTED = re.compile(r"^import time:\s+(\d+) \|", re.MULTILINE)  # each module's own microseconds


def start(home: str, option: str, *flags: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *flags, "-m", "camelnet", option],
        env={**os.environ, "HOME": home},
        capture_output=True,
        text=True,
        check=True,
    )


def processor_ms(home: str, option: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start(home, option)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def import_ms(home: str, option: str) -> float:
    told = start(home, option, "-X", "importtime").stderr
    return sum(map(int, _IMPORTED.findall(told))) / 1000


def figure_of(
    name: str, measure: Callable[[], float], reach: float | None = None
) -> dict[str, Any]:
    measure()  # once for the caches of the disk, which are not what is measured
    return figure(name, "ms", [measure() for _number in range(STARTS)], reach)


def run() -> list[dict[str, Any]]:
    figures = []
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as home:
        for option in OPTIONS:
            name, spent = f"camelnet {option}", partial(processor_ms, home, option)
            figures.append(figure_of(f"{name}: processor time", spent, REACH_MS))
            figures.append(figure_of(f"{name}: imports", partial(import_ms, home, option)))
    return figures
