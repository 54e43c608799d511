"""Installs the wheel like a player, on a system without a compiler, and plays a whole game with it.

    python packaging/dist/try_out.py        the wheel in dist/; without and with the app

The programs cannot reach the checkout: they run in an empty home, in a folder of their own and in a
network that has only loopback (if we may create one). The requirements are downloaded first, so
that the printed time is the machine's and not the network's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import source_files

WHEELS = source_files.ROOT / "build/dist/wheels"
COMPILERS = ("cc", "gcc", "clang", "tcc", "c99", "x86_64-linux-gnu-gcc")
PATIENCE_S = 600  # ends a hang; measures nothing
BEGUN = "The game begins."


def the_wheel() -> Path:
    found = sorted((source_files.ROOT / "dist").glob("camelnet-*.whl"))
    if len(found) != 1:
        raise SystemExit("dist: there is no wheel in dist/, or more than one: run `make dist`")
    return found[0]


def download(wheel: Path, extras: str, python: str | Path = sys.executable) -> None:
    """Fetch the wheel's requirements, as wheels: a source would need a compiler."""
    WHEELS.mkdir(parents=True, exist_ok=True)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "-qq"]
    wanted = ["download", "--only-binary=:all:", f"--dest={WHEELS}", f"{wheel}{extras}"]
    subprocess.run([*pip, *wanted], check=True)
    (WHEELS / wheel.name).unlink(missing_ok=True)  # we install the one in dist/


def alone(command: Sequence[str]) -> list[str]:
    """The command in a network of its own, if we are root on Linux; else unchanged."""
    tools = [shutil.which(name) for name in ("unshare", "ip")]
    if sys.platform != "linux" or os.getuid() or not all(tools):
        return list(command)
    unshare, ip = map(str, tools)
    return [unshare, "--net", "/bin/sh", "-c", f'{ip} link set lo up; exec "$@"', "sh", *command]


@dataclass(frozen=True, slots=True)
class Player:
    """The folder of a user who has Python and nothing else."""

    folder: Path

    @property
    def bin(self) -> Path:
        return self.folder / "venv/bin"

    def around(self) -> dict[str, str]:
        """The environment: no compiler on the path, an empty home, English."""
        path = str(self.bin)
        found = [name for name in COMPILERS if shutil.which(name, path=path)]
        if found:
            raise SystemExit(f"dist: {found} on the path {path}")
        (self.folder / "home").mkdir(exist_ok=True)
        (self.folder / "tmp").mkdir(exist_ok=True)
        return {
            "PATH": path,
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"),
            "LC_ALL": "C.UTF-8",
        }

    def install(self, wheel: Path, extras: str) -> None:
        subprocess.run([sys.executable, "-m", "venv", self.bin.parent], check=True)
        pip = [str(self.bin / "python"), "-m", "pip", "--isolated", "--disable-pip-version-check"]
        wanted = ["install", "--quiet", "--no-index", f"--find-links={WHEELS}", f"{wheel}{extras}"]
        subprocess.run([*pip, *wanted], check=True, cwd=self.folder, env=self.around())

    def camelnet(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            alone([str(self.bin / "camelnet"), *words]),
            cwd=self.folder,
            env=self.around(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def play(self) -> float:
        """Play a game of bots to its end; return the moment at which it began."""
        started = 0.0
        lines = []
        with self.camelnet("play", "--auto", "--record", "records") as playing:
            assert playing.stdout is not None
            for line in playing.stdout:
                lines.append(line)
                if line.strip() == BEGUN:
                    started = time.monotonic()
        if playing.returncode or not started:
            raise SystemExit("dist: no game was played\n" + "".join(lines[-40:]))
        return started

    def verify(self) -> str:
        """The first line of `camelnet verify` about the game."""
        (record,) = (self.folder / "records").iterdir()
        with self.camelnet("verify", str(record.relative_to(self.folder))) as verifying:
            said, _ = verifying.communicate(timeout=PATIENCE_S)
        if verifying.returncode:
            raise SystemExit(f"dist: the record is not valid\n{said}")
        return re.sub(r"^\S+ ", "the record ", said.partition("\n")[0])

    def left_behind(self) -> list[str]:
        """The files in the temporary folder after everything has ended."""
        return sorted(path.name for path in (self.folder / "tmp").iterdir())


def try_wheel(wheel: Path, extras: str) -> None:
    """Install, play, verify, and print the time up to the first game."""
    download(wheel, extras)
    with tempfile.TemporaryDirectory(prefix="camelnet-player-") as folder:
        player = Player(Path(folder).resolve())
        before = time.monotonic()
        player.install(wheel, extras)
        installed = time.monotonic()
        began = player.play()
        print(
            f"dist: {wheel.name}{extras} without a compiler: installed in"
            f" {installed - before:.1f} s, the first game began {began - installed:.1f} s later;"
            f" {player.verify()}",
            flush=True,
        )
        if player.left_behind():
            raise SystemExit(f"dist: left in the temporary folder: {player.left_behind()}")


def main() -> None:
    for extras in ("", "[gui]"):
        try_wheel(the_wheel(), extras)


if __name__ == "__main__":
    main()
