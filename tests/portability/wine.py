"""A Windows by wine: programs run in it, its files and its registry, and what is running."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tests.patience import until
from tests.portability.targets import where

IN_USE = 2  # the exit code of installer and uninstaller while the app runs


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
        self.run("wineboot", "-i")
        self.settle()

    def start(self, *words: str | Path, output: Path | None = None) -> subprocess.Popen[str]:
        """Start a program that goes on until it is told something. `output` is a file, since a
        pipe would be held open by the programs that wine leaves running; beside it, `.errors`."""
        errors = f"{output}.errors" if output else os.devnull
        with Path(output or os.devnull).open("wb") as out, Path(errors).open("wb") as err:
            return subprocess.Popen(
                [*self._inside, where("wine"), *map(str, words)],
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                text=True,
            )

    def run(self, *words: str | Path) -> tuple[int, str]:
        """The exit code and the output; the file `output.errors` beside this Windows has the rest.
        Fails when nothing computes any more."""
        output = self.home.parent / "output"
        process = self.start(*words, output=output)
        assert process.stdin is not None
        process.stdin.close()
        self.ended(process)
        return process.returncode, output.read_text(encoding="utf-8", errors="replace")

    def ended(self, process: subprocess.Popen[str]) -> int:
        """Wait for the end of a program: its exit code."""
        until(
            lambda: process.poll() is not None,
            what=f"{process.args} does nothing",
            moving=self.computed,
            between=lambda: time.sleep(0.2),
        )
        return process.wait()

    def settle(self) -> None:
        """Wait until every program has ended; the uninstaller goes on in a copy of itself."""
        self._server("-w")

    def end(self) -> None:
        """End every program that is left."""
        self._server("-k")
        self.settle()

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
