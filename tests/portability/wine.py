"""A Windows by wine: programs run in it, its files and its registry, and what is running."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO

from tests.patience import until
from tests.portability.targets import where

IN_USE = 2  # the exit code of installer and uninstaller while the app runs
_DRAINED_S = 2.0  # for what is left in a pipe, which programs that wine leaves running hold open


class Windows:
    """A Windows in the folder `wine` of another; one that is there goes on being used. `inside`
    stands before each command, such as `ip netns exec NAME`; `environment` is added to ours.

    wine's server holds the sockets of all programs, so the first to start decides their network."""

    def __init__(self, folder: Path, inside: Sequence[str] = (), **environment: str) -> None:
        self.home = folder / "wine"
        self.environment = {
            **os.environ,
            **environment,
            "WINEPREFIX": str(self.home),
            "WINEDEBUG": "-all",
        }
        self._inside = list(inside)
        self._started: dict[subprocess.Popen[str], list[Thread]] = {}
        self.run("wineboot", "-i")
        self.settle()

    def start(self, *words: str | Path, output: Path | None = None) -> subprocess.Popen[str]:
        """Start a program that goes on until it is told something. The file `output` takes what it
        prints, and the one that `errors` names the rest: by pipes, for Python on wine takes no file
        of ours for its streams."""
        return self._start(words, subprocess.PIPE, output)

    def _start(
        self, words: Sequence[str | Path], stdin: int, output: Path | None
    ) -> subprocess.Popen[str]:
        out = subprocess.PIPE if output else subprocess.DEVNULL
        process = subprocess.Popen(
            [*self._inside, where("wine"), *map(str, words)],
            env=self.environment,
            stdin=stdin,
            stdout=out,
            stderr=out,
            text=True,
        )
        self._started[process] = threads = []
        if output is not None:
            copies = ((process.stdout, output), (process.stderr, errors(output)))
            threads += [Thread(target=_copy, args=each, daemon=True) for each in copies]
            for thread in threads:
                thread.start()
        return process

    def run(self, *words: str | Path) -> tuple[int, str]:
        """The exit code and the output; fails when nothing computes any more."""
        code = self.ended(self._start(words, subprocess.DEVNULL, self.output))
        return code, self.output.read_text(encoding="utf-8", errors="replace")

    @property
    def output(self) -> Path:
        """The file with what the last `run` printed."""
        return self.home.parent / "output"

    def ended(self, process: subprocess.Popen[str]) -> int:
        """Wait for the end of a program: its exit code."""
        until(
            lambda: process.poll() is not None,
            what=f"{process.args} does nothing",
            moving=self.computed,
            between=lambda: time.sleep(0.2),
        )
        for thread in self._started.pop(process, ()):
            thread.join(_DRAINED_S)
        if process.stdin is not None:
            process.stdin.close()
        return process.wait()

    def settle(self) -> None:
        """Wait until every program has ended; the uninstaller goes on in a copy of itself."""
        self._server("-w")

    def end(self) -> None:
        """End every program that is left."""
        self._server("-k")
        self.settle()
        for process in list(self._started):
            self.ended(process)

    def _server(self, flag: str) -> None:
        server = where("wineserver") or "/usr/lib/wine/wineserver"
        subprocess.run([server, flag], env=self.environment, timeout=600, check=flag == "-w")

    def processes(self) -> dict[int, str]:
        """The command line of each program that runs in this Windows."""
        found = {}
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has just ended
                if f"WINEPREFIX={self.home}\0".encode() in (place / "environ").read_bytes():
                    words = (place / "cmdline").read_bytes().replace(b"\0", b" ")
                    found[int(place.name)] = words.decode(errors="replace")
        return found

    def computed(self) -> int:
        """The time that these programs have computed, in the system's ticks."""
        ticks = 0
        for number in self.processes():
            with suppress(OSError):
                words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
                ticks += int(words[11]) + int(words[12])
        return ticks

    @property
    def drive(self) -> Path:
        return self.home / "drive_c"

    @property
    def user(self) -> Path:
        (folder,) = (path for path in (self.drive / "users").iterdir() if path.name != "Public")
        return folder

    @property
    def installed(self) -> Path:
        return self.user / "AppData/Local/Programs/camelnet"

    @property
    def games(self) -> Path:
        return self.user / "AppData/Local/camelnet"

    def files(self) -> set[str]:
        """All files and folders of the user, but for those of the moment."""
        found = (str(path.relative_to(self.user)) for path in self.user.rglob("*"))
        return {name for name in found if "/Temp/" not in name}

    def registry(self, key: str) -> str:
        return self.run("reg", "query", rf"HKCU\{key}", "/s")[1]


def errors(output: Path) -> Path:
    """The file of errors beside one of output."""
    return output.with_name(f"{output.name}.errors")


def _copy(stream: IO[str], path: Path) -> None:
    with stream, path.open("wb", buffering=0) as file:
        while data := os.read(stream.fileno(), 65_536):
            file.write(data)
