"""Version 0.4.0's C core, built from this checkout's history into build/strength.

Its module has a name of its own, so it lives beside the core of today in one process. The rules
have not changed since (their digest says so), so it reads the positions of today.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench import history
from camelnet import rules

RULES = "996acd32a0a11b2ec8dc87f88a51a23d0eae2b0d2b19d7fd39e398fe3e4b4b95"  # its rules digest
MODULE = "camelnet_0_4_0"
FOLDER = history.ROOT / "build" / "strength" / f"0.4.0-{sysconfig.get_platform()}"

# In a process of its own, since cffi compiles relative to the current folder.
_COMPILE = "import runpy; runpy.run_path('native/cffi_build.py')['ffibuilder'].compile()"


class NoOldCoreError(Exception):
    """Why 0.4.0 cannot play here, as a sentence."""


def built() -> Path | None:
    """The module's file, if it has been built."""
    files = (FOLDER / f"{MODULE}{suffix}" for suffix in EXTENSION_SUFFIXES)
    return next((file for file in files if file.is_file()), None)


@lru_cache(maxsize=1)
def core() -> Any:
    """The module, with `ffi` and `lib`; built at the first call (some 10 s of a processor).

    Raises NoOldCoreError in a folder without that commit or without a compiler, and when the rules
    have changed since.
    """
    if rules.rules_digest().hex() != RULES:
        raise NoOldCoreError("The rules have changed since 0.4.0: its search cannot play by them.")
    file = built() or _build()
    loader = ExtensionFileLoader(MODULE, str(file))
    spec = spec_from_file_location(MODULE, file, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _build() -> Path:
    """Builds elsewhere and moves the whole to its place: several processes may come at once."""
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=FOLDER.parent) as folder:
        made = _compile(Path(folder))
        try:
            made.replace(FOLDER)
        except OSError:  # another process was first
            if built() is None:
                raise
    file = built()
    assert file is not None
    return file


def _compile(folder: Path) -> Path:
    """Builds in `folder`; the folder of it that holds nothing but the module."""
    try:
        history.unpack(folder, "native")
    except history.HistoryError as error:
        raise NoOldCoreError(f"{error} 0.4.0's search cannot play without it.") from error
    script = folder / "native" / "cffi_build.py"
    script.write_text(script.read_text("utf-8").replace('"camelnet._native"', f'"{MODULE}"'))
    try:
        _output([sys.executable, "-c", _COMPILE], folder)
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip()[-2000:]
        raise NoOldCoreError(f"0.4.0's core could not be built:\n{said}") from error
    done = folder / "done"
    done.mkdir()
    for suffix in EXTENSION_SUFFIXES:
        if (file := folder / f"{MODULE}{suffix}").is_file():
            file.replace(done / file.name)
    return done


def _output(command: list[str], folder: Path) -> bytes:
    return subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout
