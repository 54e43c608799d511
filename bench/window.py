"""Measures a table in the app's window: frames while pieces move, idle load, memory.

Each figure comes from a fresh process (`bench._window`) on the offscreen platform, unless
QT_QPA_PLATFORM names another. CPU time is that of the process: other programs do not count.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from bench._figure import figure

REPETITIONS = 3
PATIENCE_S = 300
GAMES = ("camelup", "cards", "targui")
FRAME_MS, FRAME_2X_MS = 8.0, 16.0
VISIBLE, HIDDEN = 0.8, 0.2  # per cent of one core
MEMORY_MIB = 180.0


def measured(*words: str, scale: int = 1) -> dict[str, float]:
    """What the process prints. RuntimeError if it fails; its words stand above."""
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as home:
        around = {
            "QT_QPA_PLATFORM": "offscreen",
            **os.environ,
            "HOME": home,
            "TMPDIR": home,
            "QT_SCALE_FACTOR": str(scale),
        }
        done = subprocess.run(
            [sys.executable, "-m", "bench._window", *words],
            env=around,
            stdout=subprocess.PIPE,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    if done.returncode != 0:
        raise RuntimeError(f"bench._window {' '.join(words)} failed")
    return {key: float(value) for key, value in json.loads(done.stdout.splitlines()[-1]).items()}


def run() -> list[dict[str, Any]]:
    figures = []
    for scale, reach, size in ((1, FRAME_MS, "1440x900"), (2, FRAME_2X_MS, "1440x900 at 2x")):
        for game in GAMES:
            values = [measured("frames", game, scale=scale)["ms"] for _n in range(REPETITIONS)]
            name = f"the app: CPU for a frame while pieces move, {game}, {size}"
            figures.append(figure(name, "ms", values, reach))
    idle = [measured("idle") for _n in range(REPETITIONS)]
    for key, reach in (("visible", VISIBLE), ("hidden", HIDDEN)):
        name = f"the app: CPU of its {key} window at a table where nothing moves"
        figures.append(figure(name, "%", [share[key] for share in idle], reach))
    used = [measured("memory")["MiB"] for _n in range(REPETITIONS)]
    figures.append(figure("the app: memory after three games", "MiB", used, MEMORY_MIB))
    return figures
