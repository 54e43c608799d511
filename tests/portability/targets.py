"""The targets that the C sources are built for: a compiler each, and what runs its programs here.

A cross compiler's programs run under qemu's user mode, Windows' programs under wine. zig is found
on the path or in build/zig, where `make test-cross` puts it; it builds for macOS and for Windows on
ARM too, whose programs nothing here can run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NATIVE = ROOT / "native"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
# zig, like some distributions' flags, defines NDEBUG as soon as it optimises.
FLAGS = ("-std=c11", "-O2", "-UNDEBUG")
PATIENCE_S = 3000
# Outside of the checkout: the drive z: in it is a link to the whole disk, and setuptools follows
# links when it looks for sources.
WINE = Path(tempfile.gettempdir()) / f"camelnet-wine-{os.environ.get('USER', 'tests')}"


@dataclass(frozen=True, slots=True)
class Target:
    """A compiler and, where its programs do not run by themselves, the program that runs them."""

    name: str
    compiler: str
    options: tuple[str, ...] = ()
    runner: str = ""
    runs: bool = True

    @property
    def native(self) -> bool:
        return self.runs and not self.runner

    @property
    def missing(self) -> str:
        """The name of a program that this machine lacks for the target; "" if none."""
        wanted = (self.compiler, self.runner) if self.runner else (self.compiler,)
        return next((name for name in wanted if not where(name)), "")

    def command(self) -> list[str]:
        words = [where(self.compiler)]
        if self.compiler == "zig":
            words += ["cc"]
        return [*words, *self.options]


def cross(name: str, triple: str, runner: str) -> Target:
    """A cross compiler of Debian's, whose programs carry all that they need."""
    return Target(name, f"{triple}-gcc", ("-static",), runner)


def zig(name: str, triple: str, runner: str = "", *, runs: bool = False) -> Target:
    return Target(f"zig-{name}", "zig", ("-target", triple), runner, runs or bool(runner))


TARGETS = (
    Target("gcc", "gcc"),
    Target("clang", "clang"),
    cross("aarch64", "aarch64-linux-gnu", "qemu-aarch64"),
    cross("s390x", "s390x-linux-gnu", "qemu-s390x"),
    cross("ppc64", "powerpc64-linux-gnu", "qemu-ppc64"),
    cross("i686", "i686-linux-gnu", "qemu-i386"),
    cross("windows", "x86_64-w64-mingw32", "wine"),
    zig("linux", "x86_64-linux-musl", runs=True),
    zig("linux-arm64", "aarch64-linux-musl", "qemu-aarch64"),
    zig("windows", "x86_64-windows-gnu", "wine"),
    zig("windows-arm64", "aarch64-windows-gnu"),
    zig("macos", "x86_64-macos"),
    zig("macos-arm64", "aarch64-macos"),
)


def where(program: str) -> str:
    """The path of a program, or ""."""
    places = os.pathsep.join((os.environ.get("PATH", os.defpath), str(ROOT / "build/zig/ziglang")))
    return shutil.which(program, path=places) or ""


def say(words: Sequence[str | Path], folder: Path, told: str = "") -> str:
    """Run a command that is told something on its standard input, and return its output; what it
    prints is the failure's text."""
    environment = {
        **os.environ,
        "WINEDEBUG": "-all",
        "WINEPREFIX": str(WINE),
        "ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build" / "zig-cache"),
        "ZIG_LOCAL_CACHE_DIR": str(ROOT / "build" / "zig-cache"),
    }
    (ROOT / "build").mkdir(exist_ok=True)
    done = subprocess.run(
        [str(word) for word in words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        cwd=folder,
        env=environment,
        input=told,
    )
    assert done.returncode == 0, f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}"
    return done.stdout


class Build:
    """The objects of some sources for one target, in a folder of its own."""

    def __init__(
        self, target: Target, folder: Path, sources: Sequence[Path], flags: Sequence[str]
    ) -> None:
        self.target = target
        self.folder = folder
        self._flags = (*FLAGS, *flags)
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            self._objects = list(workers.map(self._object, sources))

    def _object(self, source: Path) -> Path:
        name = "-".join(source.relative_to(ROOT).with_suffix(".o").parts)
        compiled = self.folder / name
        words: list[str | Path] = [*self.target.command(), *self._flags, "-c", source]
        say([*words, "-o", compiled], self.folder)
        return compiled

    def link(self, main: Path) -> Path:
        """A program of the objects and `main`."""
        program = self.folder / f"{main.stem}.exe"  # a name that every system takes
        words: list[str | Path] = [*self.target.command(), self._object(main), *self._objects]
        words += ["-o", program]
        if "windows" not in self.target.name:
            words.append("-lm")
        say(words, self.folder)
        return program

    def run(self, main: Path, told: str = "") -> str:
        """The output of the program of `main`."""
        program = self.link(main)
        if not self.target.runs:
            return ""
        runner = [where(self.target.runner)] if self.target.runner else []
        return say([*runner, program], self.folder, told)
