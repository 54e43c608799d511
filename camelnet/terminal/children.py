"""Processes of camelnet that camelnet starts, their last words when they fail, and their ends.

A child holds a pipe of ours and leaves when the pipe closes, so it ends even if we are killed.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from camelnet.i18n import N_, Message, message
from camelnet.terminal.sanitize import visible
from camelnet.terminal.self_command import self_command, self_environment

LOG = "errors.log"  # in a child's profile: standard error of its last run
_KEPT = 65_536  # bytes of it, the last ones
_QUOTED = 300  # letters of its last line
_DRAINED_S = 5.0  # limit on draining a pipe whose writer has ended


class ChildProcess(subprocess.Popen[bytes]):
    """A run of `camelnet WORDS`, with a pipe of ours as its standard input, and without a window.
    We keep the end of its standard error, which stands in the file `log` once the run has ended."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        self.log = log
        self._kept = b""
        with contextlib.suppress(OSError):
            log.unlink(missing_ok=True)
        super().__init__(
            [*self_command(), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=self_environment(),
            creationflags=_without_window(),
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.stderr is not None
        with self.stderr as stream:
            while chunk := stream.read1(4096):  # type: ignore[attr-defined]
                self._kept = (self._kept + chunk)[-_KEPT:]
        if self._kept:
            with contextlib.suppress(OSError):  # then the last line has to suffice
                self.log.parent.mkdir(parents=True, exist_ok=True)
                self.log.write_bytes(self._kept)

    def why_ended(self) -> Message:
        """The reason for its end in a sentence: its last line, and the place of the others."""
        self._reader.join(_DRAINED_S)
        lines = self._kept.decode("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        told = visible(" ".join(last.removeprefix("camelnet: ").split()))[:_QUOTED]
        if not told:
            return message(N_("It ended with the code {code} and said nothing."), code=self.wait())
        if not self.log.exists():
            return message(N_("It says: {words}"), words=told)
        return message(N_("It says: {words} (All of it: {path})"), words=told, path=str(self.log))


def _without_window() -> int:
    """The flag that keeps a child from opening a console on Windows."""
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW
    return 0


def ask_to_end(process: subprocess.Popen[bytes]) -> None:
    """Close the pipe that a child reads; also send a signal on systems that let it end in order.
    Once: a second signal would disturb that."""
    if process.stdin is not None:
        if process.stdin.closed:
            return
        with contextlib.suppress(OSError):
            process.stdin.close()
    if sys.platform != "win32":  # Windows would kill it
        process.terminate()


def end_children(processes: Sequence[subprocess.Popen[bytes]], patience_s: float) -> None:
    """Wait until all have ended; kill those that take longer."""
    for process in processes:
        ask_to_end(process)
    for process in processes:
        try:
            process.wait(patience_s)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
