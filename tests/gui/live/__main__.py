"""Runs the tests of this folder on an X server of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.display import desktop, missing

ROOT = Path(__file__).parents[3]
LIVE = "CAMELNET_LIVE_DISPLAY"  # set to the display where the tests run


def main(arguments: list[str]) -> int:
    """Pytest's exit code, or 1 where a program is missing."""
    if lacking := missing():
        print(f"live tests need {', '.join(lacking)}: packaging/bootstrap test", file=sys.stderr)
        return 1
    named = any(word.startswith("tests/") for word in arguments)
    words = arguments if named else [*arguments, "tests/gui/live"]
    command = [sys.executable, "-m", "pytest", *words]
    with tempfile.TemporaryDirectory() as folder, desktop(Path(folder)) as display:
        env = {**os.environ, "DISPLAY": display, LIVE: display, "QT_QPA_PLATFORM": "xcb"}
        return subprocess.call(command, cwd=ROOT, env=env)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
