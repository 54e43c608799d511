"""A person at a pseudo-terminal: starts `camelnet`, reads what it prints, types lines."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.patience import LONG_S, Patience

ROOT = Path(__file__).parents[2]


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment, with the sources on the path."""
    path = os.pathsep.join(part for part in (str(ROOT), os.environ.get("PYTHONPATH", "")) if part)
    return {**os.environ, "PYTHONPATH": path, **(changes or {})}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "camelnet", *arguments]


def ran(
    words: Sequence[str], changes: Mapping[str, str] | None = None, **streams: Any
) -> subprocess.CompletedProcess[str]:
    """A command that has run to its end, with what it said, where `streams` do not take it."""
    kept = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run(
        words, env=environment(changes), text=True, timeout=LONG_S, check=False, **(kept | streams)
    )


class PtyPlayer:
    """Use as a context manager: the process is ended on leaving."""

    def __init__(self, *arguments: str, changes: Mapping[str, str] | None = None) -> None:
        self.seen = ""
        self._read_up_to = 0
        self._main, far = os.openpty()
        changes = {"TERM": "dumb", "COLUMNS": "80", "LINES": "24", **(changes or {})}
        self.process = subprocess.Popen(
            command(*arguments),
            stdin=far,
            stdout=far,
            stderr=far,
            env=environment(changes),
            start_new_session=True,
        )
        os.close(far)

    def __enter__(self) -> PtyPlayer:
        return self

    def __exit__(self, *_error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    def type(self, line: str) -> None:
        self.press(line + "\n")

    def press(self, keys: str) -> None:
        os.write(self._main, keys.encode())

    def modes(self) -> list[object]:
        """How the terminal is set: whether it echoes, and hands on lines or single keys."""
        import termios  # which is POSIX's

        return list(termios.tcgetattr(self._main))

    def end_of_input(self) -> None:
        os.write(self._main, b"\x04")

    def wait_for(self, *texts: str) -> str:
        """Read until one of the texts has come after what was waited for before; which one."""
        patience = Patience(lambda: self.seen)
        while True:
            fresh = self.seen[self._read_up_to :]
            found = [(fresh.index(text), text) for text in texts if text in fresh]
            if found:
                at, text = min(found)
                self._read_up_to += at + len(text)
                return text
            assert patience.lasts, f"{texts} did not come; seen:\n{self.seen}"
            assert self._read(), f"ended before {texts}; seen:\n{self.seen}"

    def hang_up(self) -> None:
        """Close the terminal, as a window is closed; nothing can be read then."""
        if self._main >= 0:
            os.close(self._main)
            self._main = -1

    def exit_code(self) -> int:
        """Read to the end, and the process's code."""
        while self._read():
            pass
        return self.process.wait(LONG_S)

    def _read(self) -> bool:
        """Some more output; False at its end."""
        ready, _, _ = select.select([self._main], [], [], 1.0)
        if not ready:
            return True
        try:
            chunk = os.read(self._main, 65536)
        except OSError:  # the other side is closed
            return False
        self.seen += chunk.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(chunk)


def table_at(port: int) -> str:
    """A table's name that no other test on this machine uses at the same time."""
    return f"friday {port}"


def hosting(folder: Path, port: int, *more: str) -> list[str]:
    """The arguments of a person who opens that table."""
    return [
        *("host", "--table", table_at(port), "--port", str(port), "--interface", "127.0.0.1"),
        *("--profile", str(folder / "anna"), "--name", "Anna", *more),
    ]


def bots(count: int, port: int, folder: Path, *more: object) -> list[str]:
    """The arguments of one process that runs `count` bots for the table of `hosting`."""
    return command(
        "bot",
        *("--table", table_at(port)),
        *("--count", str(count)),
        *("--address", f"127.0.0.1:{port}"),
        *("--interface", "127.0.0.1"),
        *("--profile", str(folder)),
        *(str(item) for item in more),
    )
