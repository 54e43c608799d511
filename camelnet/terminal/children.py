"""Processes of camelnet that camelnet starts, and how they end.

A child holds a pipe of ours and leaves when that closes, so it ends even if this process is killed.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Sequence

from camelnet.terminal.self_command import self_command, self_environment


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
