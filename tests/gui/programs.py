"""Programs of their own that a test starts: with our sources, and without a screen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.patience import LONG_S

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "docs/vectors/records"


def around(**environment: str) -> dict[str, str]:
    """The environment of such a program."""
    paths = f"{ROOT}{os.pathsep}{ROOT / 'gui'}"
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": paths, **environment}


def run_python(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments to its end."""
    return subprocess.run(
        [sys.executable, *words],
        env=around(**environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONG_S,
        check=False,
    )
