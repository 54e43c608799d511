"""Bots as processes of their own, which end with the one that started them."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

_PATIENCE_S = 5.0  # to end in order; then they are killed

NAMES = ("Amina", "Badr", "Chafia", "Driss", "Elyas", "Farida", "Ghali")


@contextlib.contextmanager
def bot_processes(arguments: Sequence[Sequence[str]]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run `camelnet ARGUMENTS --attended` for each, in profiles that are thrown away afterwards.

    They read a pipe of ours and leave when it closes, so that they end even if this process is
    killed. What they print is dropped.
    """
    with contextlib.ExitStack() as stack:
        home = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="camelnet-bots-", ignore_cleanup_errors=True)
        )
        started: list[subprocess.Popen[bytes]] = []
        stack.callback(_end, started)
        for number, words in enumerate(arguments, start=1):
            profile = Path(home, f"bot-{number}")
            command = [sys.executable, "-m", "camelnet", *words]
            command += ["--profile", str(profile), "--attended"]
            started.append(
                subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                )
            )
        yield started


def _environment() -> dict[str, str]:
    """This process's, with the place from which it runs camelnet."""
    places = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(place for place in places if place)}


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        if process.stdin is not None:
            process.stdin.close()
        process.terminate()
    for process in processes:
        try:
            process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
