"""Measures `make play` in a fresh clone with an empty home until the game begins.

What pip downloads counts; what apt-get would install does not, as it is on this machine already.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from bench._figure import figure

ROOT = Path(__file__).resolve().parent.parent
BEGUN = "Table code:"  # the first thing that is said of a game that has begun
PATIENCE_S = 600


def until_playable() -> float:
    """Seconds from `make play` to the game's first words."""
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as folder:
        clone, home = Path(folder, "clone"), Path(folder, "home")
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        began_s = time.monotonic()
        making = subprocess.Popen(
            ["make", "play", "AUTO=1"],
            cwd=clone,
            env={
                "HOME": str(home),
                "PATH": os.defpath,
                "LC_ALL": "C.UTF-8",
                "PYTHONUNBUFFERED": "1",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert making.stdout is not None
        said: list[str] = []
        try:
            for line in making.stdout:
                said.append(line)
                if BEGUN in line:
                    return time.monotonic() - began_s
                if time.monotonic() - began_s > PATIENCE_S:
                    break
        finally:
            os.killpg(making.pid, signal.SIGTERM)
            making.wait()
        raise RuntimeError("no game has begun:\n" + "".join(said[-20:]))


def run() -> list[dict[str, Any]]:
    taken_s = until_playable()
    return [figure("make play in a fresh clone: until the game begins", "s", [taken_s], 180.0)]
