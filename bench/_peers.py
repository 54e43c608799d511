"""Processes of a benchmark that sit at one table on loopback."""

from __future__ import annotations

import socket
import subprocess
import sys

TABLE = "bench"
LOOPBACK = "127.0.0.1"
PATIENCE_S = 120.0


def outputs_of(module: str, count: int, home: str, *words: str) -> tuple[list[int], list[str]]:
    """Run `python -m module NUMBER PORT FOLDER WORD...` for each number below `count`, number 0 to
    listen at PORT, each with a folder of its own below `home`; their exit codes and outputs."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port = probe.getsockname()[1]
    peers = [
        subprocess.Popen(
            [sys.executable, "-m", module, str(number), str(port), f"{home}/{number}", *words],
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(count)
    ]
    try:
        said = [each.communicate(timeout=PATIENCE_S + 30)[0] for each in peers]
    finally:
        for each in peers:
            each.kill()
    return [each.returncode for each in peers], said
