"""Processes of camelnet that camelnet starts: how it calls itself, and how they end.

A child holds a pipe of ours and leaves when that closes, so it ends even if this process is killed.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

VOICE = "voice"  # the command of the process that plays sounds; no help lists it
_CONSOLE = "camelnet.exe"  # stands beside the windowed executable, which has no standard streams


def self_command() -> list[str]:
    """The command that runs this camelnet once more; its words follow.

    A frozen app is its own command. On Windows that is the console executable beside it.
    """
    if not getattr(sys, "frozen", False):
        # -P: a folder named camelnet where the user happens to stand is not us.
        return [sys.executable, "-P", "-m", "camelnet"]
    if sys.platform == "win32":
        return [str(Path(sys.executable).with_name(_CONSOLE))]
    return [sys.executable]


def self_environment() -> dict[str, str]:
    """This process's environment, in which a child finds the camelnet that runs here."""
    if getattr(sys, "frozen", False):
        return dict(os.environ)
    places = [entry or os.getcwd() for entry in sys.path]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(places)}


def start_child(words: Sequence[str]) -> subprocess.Popen[bytes]:
    """Run `camelnet WORDS`, with a pipe of ours as its standard input, and without a window."""
    return subprocess.Popen(
        [*self_command(), *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=self_environment(),
        creationflags=_without_window(),
    )


def _without_window() -> int:
    """The flag of Windows that keeps a child from opening a console."""
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW
    return 0


def ask_to_end(process: subprocess.Popen[bytes]) -> None:
    """Close the pipe that a child reads; where a signal lets it end in order, send that too."""
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    if sys.platform != "win32":  # there it would be killed
        process.terminate()


def end_children(processes: Sequence[subprocess.Popen[bytes]], patience_s: float) -> None:
    """Wait until all have ended; those that take longer are killed."""
    for process in processes:
        ask_to_end(process)
    for process in processes:
        try:
            process.wait(patience_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
