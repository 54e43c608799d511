"""Counts the instructions of leg odds, sampled races and networks on 64-bit ARM, under qemu.

A count of instructions is the same on every machine and in every run: Debian's cross compiler with
the flags of our wheels, qemu's user mode with a plugin of ours (instructions.c). What the program
does besides is taken off, as the count of a program that does the work once from one that does it
twice. Where something is missing, nothing is measured, and a sentence says why.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import history
from bench._figure import figure
from camelnet.bench.odds import boards
from camelnet.rules.core import lib
from tests.portability.targets import FLAGS, NATIVE, TARGETS, Build, Target, say, where

FOLDER = Path(__file__).resolve().parent
POSITIONS = 64
OLD = history.VERSION
PATHS = {
    OLD: lib.CN_CAMELUP_PATH_PLAIN,
    "plain": lib.CN_CAMELUP_PATH_PLAIN,
    "NEON": lib.CN_CAMELUP_PATH_NEON,
}


@dataclass(frozen=True, slots=True)
class Work:
    """One kind of work of arm_work.c: what it does `each` times when it is done once."""

    key: str
    name: str
    each: int
    paths: tuple[str, ...] = ("plain", "NEON")
    reach: float | None = None  # of NEON, plain = 100


WORKS = (
    Work(
        "leg",
        "exact odds of a leg with landings and tiles, five dice",
        POSITIONS,
        (OLD, "plain", "NEON"),
        reach=35,
    ),
    Work("tiles", "the same with each desert tile that a seat may lay", POSITIONS),
    Work("races", "a race played on at random", 10_000),
    Work("network", "four seats judged by a network of 136 inputs, 96 units", POSITIONS, ("NEON",)),
)


class Missing(Exception):
    """Something that this machine lacks to count, in words."""


class Counter:
    """arm_work.c for ARM, and qemu with the plugin, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        target = next(target for target in TARGETS if target.name == "aarch64")
        if target.missing:
            raise Missing(f"{target.missing} is not installed")
        self._qemu = where(target.runner)
        self._plugin = plugin(self._qemu, folder)
        sources = sorted(NATIVE.glob("src/**/*.c"))
        today = Build(target, folder, sources, flags(NATIVE)).link(FOLDER / "arm_work.c")
        self._programs = {"plain": today, "NEON": today}
        try:
            self._programs[OLD] = of_0_4_0(target, folder)
        except history.HistoryError as error:
            print(f"not measured: instructions of {OLD} on ARM. {error}")
        self._states = b"".join(bytes(position.state) for position in boards(POSITIONS))

    def paths(self, work: Work) -> list[str]:
        """Those by which this machine can count the work."""
        return [path for path in work.paths if path in self._programs]

    def count(self, work: Work, path: str) -> tuple[float, str]:
        """The instructions of one of what is done, and the sum of its answers."""
        once, twice = (self._count(work.key, path, times) for times in (1, 2))
        return (twice[0] - once[0]) / work.each, twice[1]

    def _count(self, key: str, path: str, times: int) -> tuple[int, str]:
        words = [self._qemu, "-plugin", str(self._plugin), str(self._programs[path])]
        return counted([*words, key, str(PATHS[path]), str(times)], self._states)


def counted(words: list[str], told: bytes) -> tuple[int, str]:
    """The instructions of a program under qemu with the plugin, and what it prints."""
    done = subprocess.run(words, capture_output=True, check=False, input=told)
    said = done.stderr.decode(errors="replace").strip().splitlines()
    if done.returncode != 0 or not said or not said[-1].isdigit():
        raise Missing(f"qemu-aarch64 does not take our plugin: {' '.join(said)}")
    return int(said[-1]), done.stdout.decode().strip()


def flags(native: Path) -> list[str]:
    """Optimised as wheels are (native/cffi_build.py)."""
    return ["-O3", f"-I{native / 'include'}", f"-I{native / 'src'}"]


def of_0_4_0(target: Target, folder: Path) -> Path:
    """The program with 0.4.0's core, from the history of this checkout."""
    history.unpack(folder, "native")
    native, program = folder / "native", folder / "arm_work-0.4.0"
    sources = sorted(native.glob("src/**/*.c"))
    words: list[str | Path] = [*target.command(), *FLAGS, *flags(native), "-DOF_0_4_0", *sources]
    say([*words, FOLDER / "arm_work.c", "-lm", "-o", program], folder)
    return program


def plugin(qemu: str, folder: Path) -> Path:
    """The plugin for this qemu, whose interface was renumbered by version 9."""
    told = subprocess.run([qemu, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"version (\d+)", told)
    version = 2 if found and int(found[1]) >= 9 else 1
    made = folder / "instructions.so"
    compiler = where(os.environ.get("CC", "cc"))
    if not compiler:
        raise Missing("a C compiler is not installed")
    words = [compiler, "-std=c11", "-O2", "-shared", "-fPIC", f"-DPLUGIN_VERSION={version}"]
    subprocess.run([*words, "-o", made, FOLDER / "instructions.c"], check=True)
    return made


def figures_of(counter: Counter, work: Work) -> list[dict[str, Any]]:
    name = f"ARM, instructions: {work.name}"
    counts: dict[str, float] = {}
    sums = set[str]()
    for path in counter.paths(work):
        counts[path], answers = counter.count(work, path)
        sums.add(answers)
    if len(sums) != 1:
        raise RuntimeError(f"{work.name}: the paths come to different answers")
    figures = [figure(name, "k", [count / 1000], path=path) for path, count in counts.items()]
    if "plain" in counts:
        part = 100 * counts["NEON"] / counts["plain"]
        figures.append(figure(f"{name}, plain = 100", "", [part], work.reach, "NEON"))
    return figures


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        try:
            counter = Counter(Path(folder))
            return [found for work in WORKS for found in figures_of(counter, work)]
        except Missing as missing:
            print(f"not measured: instructions on ARM, as {missing} (see `make test-cross`)")
            return []
