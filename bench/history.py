"""Version 0.4.0, from this checkout's history: its files, and its figures beside today's.

`figures_of` measures 0.4.0 with the benchmarks of today, as far as it has what they measure, in
processes of the same Python. What else it needs is installed beside its files, in build/bench.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
VERSION = "0.4.0"
COMMIT = "99bb3a37b219fc8bbcb546a94887b9a92bfd4a94"
BUILT = ROOT / "build" / "bench" / f"{VERSION}-{sysconfig.get_platform()}"

_UNPACKED = ("camelnet", "gui", "native", "tests", "packaging", "pyproject.toml", "setup.py")
_LIBRARIES = ("rbcl>=1.1.2",)  # which 0.4.0 needs and today's version does not
_MOVED = {  # modules of today that had other names
    "camelnet.session.api.facts": "camelnet.session.facts",
    "camelnet.session.peer.node": "camelnet.session.node",
}
_IN_THE_PACKAGE = """
import json, sys
from dataclasses import asdict
from camelnet.bench import MODULES, RUNS
print(json.dumps([asdict(figure) for figure in MODULES[sys.argv[1]](RUNS)]))
"""
_BESIDE_IT = """
import importlib, json, sys
print(json.dumps(importlib.import_module(f"bench.{sys.argv[1]}").run_of_0_4_0()))
"""


class HistoryError(Exception):
    """Why 0.4.0 cannot be had here, as a sentence."""


def unpack(folder: Path, *paths: str) -> None:
    """Writes 0.4.0's files at `paths` into a folder; HistoryError where history lacks them."""
    try:
        archive = _output(["git", "archive", "--format=tar", COMMIT, *paths], ROOT)
    except (OSError, subprocess.CalledProcessError) as error:
        raise HistoryError(
            f"{VERSION} (commit {COMMIT[:7]}) is not in the history of {ROOT}: it takes a whole "
            "git checkout (git fetch --unshallow completes one)."
        ) from error
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(folder, filter="data")


def figures_of(module: str, *, in_the_package: bool) -> dict[tuple[str, str], float]:
    """0.4.0's medians by name and path: of a module of `camelnet.bench`, or of one in this folder
    that has `run_of_0_4_0`.

    Raises HistoryError where 0.4.0 cannot be had or its figures cannot be measured.
    """
    place = built()
    _copy_benchmarks(place)
    program = _IN_THE_PACKAGE if in_the_package else _BESIDE_IT
    try:
        printed = _output([sys.executable, "-c", program, module], place, _around(place))
    except subprocess.CalledProcessError as error:
        raise HistoryError(
            f"{VERSION}'s {module} could not be measured:\n{_said(error)}"
        ) from error
    found: list[dict[str, Any]] = json.loads(printed.splitlines()[-1])
    return {(each["name"], each.get("path", "")): each["median"] for each in found}


def built() -> Path:
    """The folder of 0.4.0, made at the first call (some 20 s of a processor)."""
    if BUILT.is_dir():
        return BUILT
    BUILT.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=BUILT.parent) as folder:
        made = Path(folder) / VERSION
        unpack(made, *_UNPACKED)
        install = ["-m", "pip", "install", "--quiet", "--target", str(made / "site"), *_LIBRARIES]
        compile_ = ["setup.py", "--quiet", "build_ext", "--inplace"]
        try:
            for words in (install, compile_):
                _output([sys.executable, *words], made)
        except subprocess.CalledProcessError as error:
            raise HistoryError(f"{VERSION} could not be built:\n{_said(error)}") from error
        made.rename(BUILT)
    return BUILT


def _copy_benchmarks(place: Path) -> None:
    """This folder's modules and what they need, beside 0.4.0 and with its names of modules."""
    (place / "bench").mkdir(exist_ok=True)
    for file in (*Path(__file__).parent.glob("*.py"), ROOT / "tests" / "display.py"):
        text = file.read_text("utf-8")
        for today, then in _MOVED.items():
            text = text.replace(today, then)
        (place / file.relative_to(ROOT)).write_text(text, "utf-8")


def _around(place: Path) -> dict[str, str]:
    path = os.pathsep.join(map(str, (place, place / "gui", place / "site")))
    return {**os.environ, "PYTHONPATH": path}


def _said(error: subprocess.CalledProcessError) -> str:
    said: str = error.stderr.decode(errors="replace").strip()
    return said[-2000:]


def _output(command: list[str], folder: Path, around: dict[str, str] | None = None) -> bytes:
    done = subprocess.run(command, cwd=folder, env=around, check=True, capture_output=True)
    return done.stdout
