"""Bots that sit at my table as processes of their own, and end with the app.

A bot is known by the name it plays under, which is how the lobby shows it too. It holds a pipe of
ours and leaves when that closes, so it ends even if the app is killed.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

BOT_NAMES = ("Amina", "Badr", "Chafia", "Driss", "Elyas", "Farida", "Ghali", "Hind", "Idris")
ADDRESS_AFTER_S = 6.0  # without multicast a bot dials the table's address after so long
PATIENCE_S = 3.0  # to end in order; then they are killed

Spawn = Callable[[Sequence[str]], "subprocess.Popen[bytes]"]


class LocalBots:
    """Starts and ends bot processes. `close` ends all of them."""

    def __init__(self, spawn: Spawn | None = None) -> None:
        """`spawn` runs `camelnet` with the arguments given; tests pass their own."""
        self._spawn = spawn or _spawn
        self._home: tempfile.TemporaryDirectory[str] | None = None
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._made = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those that run, in the order in which they were started."""
        return tuple(name for name, process in self._running.items() if process.poll() is None)

    def add(
        self,
        *,
        table: str,
        level: str,
        address: tuple[str, int] | None,
        interface: str | None,
        taken: Sequence[str],
    ) -> str:
        """Start a bot that sits down at a table; its name is none of those `taken`."""
        if self._home is None:
            self._home = tempfile.TemporaryDirectory(
                prefix="camelnet-bots-", ignore_cleanup_errors=True
            )
        used = {*taken, *self.names}
        name = next((name for name in BOT_NAMES if name not in used), f"Bot {self._made + 1}")
        self._made += 1
        words = ["join", "--table", table, "--level", level, "--name", name]
        words += ["--profile", str(Path(self._home.name, f"bot-{self._made}")), "--attended"]
        if interface:
            words += ["--interface", interface]
        if address:
            host, port = address
            shown = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            words += ["--address", shown, "--address-after", str(ADDRESS_AFTER_S)]
        self._running[name] = self._spawn(words)
        return name

    def remove(self, name: str) -> None:
        """Send a bot home; nothing happens if it is none of ours."""
        process = self._running.pop(name, None)
        if process is not None:
            _end([process])

    def close(self) -> None:
        processes, self._running = list(self._running.values()), {}
        _end(processes)
        if self._home is not None:
            self._home.cleanup()
            self._home = None


def _spawn(words: Sequence[str]) -> subprocess.Popen[bytes]:
    places = [entry or os.getcwd() for entry in sys.path]  # so that it finds what we found
    return subprocess.Popen(
        [sys.executable, "-m", "camelnet", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
    )


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        process.terminate()
    for process in processes:
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
