"""Runs the tests of this folder, each worker on an X server of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.display import missing

ROOT = Path(__file__).parents[3]
LIVE = "CAMELNET_LIVE"  # set where a worker's tests get a live display
WORKERS = 2 * (os.cpu_count() or 1)  # they mostly wait for things that move


def main(arguments: list[str]) -> int:
    """Pytest's exit code, or 1 where a program is missing."""
    if lacking := missing():
        print(f"live tests need {', '.join(lacking)}: packaging/bootstrap test", file=sys.stderr)
        return 1
    named = any(word.startswith("tests/") for word in arguments)
    words = arguments if named else [*arguments, "tests/gui/live"]
    spread = [] if arguments else [f"--numprocesses={WORKERS}"]
    env = {**os.environ, LIVE: "1", "QT_QPA_PLATFORM": "xcb"}
    return subprocess.call([sys.executable, "-m", "pytest", *spread, *words], cwd=ROOT, env=env)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
