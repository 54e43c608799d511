"""The circumstances behind the figures: machine, compiler of the core, libraries."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from camelnet.rules.core import ffi, lib

# The paths of the odds, by their bits in the core.
PATHS = {
    lib.CN_CAMELUP_PATH_PLAIN: "plain",
    lib.CN_CAMELUP_PATH_AVX2: "AVX2",
    lib.CN_CAMELUP_PATH_NEON: "NEON",
}


def machine(libraries: Sequence[str] = ("cffi",)) -> dict[str, str]:
    """The machine's description by heading, in the order of display."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "load": _load(),
        "compiler": ffi.string(lib.cn_compiler()).decode("ascii", "replace"),
        "paths": ", ".join(path_names()),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        **{library: _version(library) for library in libraries},
    }


def path_names() -> list[str]:
    """The code paths that this processor supports."""
    return [name for bit, name in PATHS.items() if lib.cn_camelup_paths() & bit]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor())


def _load() -> str:
    """The load average of the last minute; a busy machine gives worse figures."""
    try:
        return f"{os.getloadavg()[0]:.1f}"
    except (AttributeError, OSError):
        return "unknown"


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "none"
