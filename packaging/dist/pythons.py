"""Runs the fast tests against the installed wheel: `make test-pythons` runs it.

    python packaging/dist/pythons.py [3.12 3.14]      these; without: all that pyproject.toml names

If this machine lacks a Python, one comes from a release of Debian that has it: root and debootstrap
create a folder of that release, and the tests run inside. If that is impossible, the result says
so.
The tests cannot reach the checkout's packages, only the wheel's. (The lowest requirements:
lowest.py.)
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import lowest
import try_out
import source_files

WORK = source_files.ROOT / "build/pythons"
SUITES = {"3.13": "trixie", "3.14": "forky"}  # the release of Debian with this Python
MIRROR = "http://deb.debian.org/debian"
LIBRARIES = (
    *("ca-certificates", "fontconfig-config", "libegl1", "libgl1", "libglib2.0-0t64"),
    *("libdbus-1-3", "libfontconfig1", "libxkbcommon0", "iproute2", "dbus-daemon"),
)


def say(words: str) -> None:
    print(f"pythons: {words}", flush=True)


def versions() -> list[str]:
    """The Pythons that pyproject.toml promises, oldest first."""
    lines = source_files.project()["project"]["classifiers"]
    found = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in lines]
    return [match[1] for match in found if match]


def works(python: str, version: str) -> bool:
    ask = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and done.stdout.strip() == version


def here(version: str) -> str | None:
    """An interpreter of this machine: on the path, or from pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    made = sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    for place in (f"python{version}", f"/usr/bin/python{version}", *map(str, made)):
        if works(place, version):
            return place
    return None


@dataclass(frozen=True, slots=True)
class Place:
    """An interpreter, and the words before it that enter the system in which it lives."""

    python: str
    enter: tuple[str, ...] = ()


def other_system(version: str, folder: Path) -> Place | None:
    """A release of Debian in a folder, with this Python; None if we cannot create it."""
    suite = SUITES.get(version)
    ready = sys.platform == "linux" and os.getuid() == 0 and shutil.which("debootstrap")
    if suite is None or not ready:
        return None
    root = WORK / suite
    wanted = ",".join([f"python{version}-venv", *LIBRARIES])
    stamp = root / ".made"
    if not stamp.exists() or stamp.read_text() != wanted:
        say(f"there is no Python {version} here: fetching Debian's ({suite})")
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        # An older system's debootstrap has no script for a newer one; they are all the same.
        script = "/usr/share/debootstrap/scripts/sid"
        command = ["debootstrap", "--variant=minbase", f"--include={wanted}"]
        with (WORK / "debootstrap.log").open("w") as log:
            if subprocess.run([*command, suite, root, MIRROR, script], stdout=log).returncode:
                shutil.rmtree(root, ignore_errors=True)
                say(f"debootstrap failed: {log.name} says why")
                return None
        stamp.write_text(wanted)
    certificates = os.environ.get("PIP_CERT")
    inner = root / str(folder).lstrip("/")
    inner.mkdir(parents=True, exist_ok=True)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    if certificates:
        target = root / certificates.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(certificates, target)
    fonts = Path("/usr/share/fonts")  # ours: the tests of layouts need their metrics
    (root / str(fonts).lstrip("/")).mkdir(parents=True, exist_ok=True)
    steps = (
        f"mount --bind '{folder}' '{inner}' && mount --bind {fonts} '{root}{fonts}' &&"
        f" mount -t proc proc '{root}/proc' &&"
        f" mount --rbind /dev '{root}/dev' && exec chroot '{root}' \"$@\""
    )
    # Mounts in a namespace of its own: none stays behind, whatever happens.
    return Place(
        f"/usr/bin/python{version}", ("unshare", "--mount", "/bin/sh", "-c", steps, "sh")
    )


def prepare(version: str) -> Path:
    """A folder with the tests and the files that they read, but without the packages themselves."""
    folder = WORK / version
    shutil.rmtree(folder, ignore_errors=True)
    source_files.copy(folder / "checkout")
    for package in ("camelnet", "gui"):
        shutil.rmtree(folder / "checkout" / package)
    (folder / "home").mkdir()
    shutil.copy(try_out.the_wheel(), folder)
    return folder


def check(version: str, tests: Sequence[str]) -> str:
    """Test one Python; its result in a sentence that begins with ok, failed or not tested."""
    folder = WORK / version
    found = here(version)
    place = Place(found) if found else None
    folder.mkdir(parents=True, exist_ok=True)
    place = place or other_system(version, folder)
    if place is None:
        return "not tested: it is not on this machine, and no Debian with it can be made here"
    prepare(version)
    around = {**os.environ, "HOME": str(folder / "home"), "QT_QPA_PLATFORM": "offscreen"}
    around.pop("PYTHONPATH", None)
    enter, inner = list(place.enter), str(folder / "venv/bin/python")

    def run(*words: str, where: Path = folder) -> int:
        shown = f'cd "{where}" && exec "$@"'
        return subprocess.run(
            [*enter, "/bin/sh", "-c", shown, "sh", *words], env=around, check=False
        ).returncode

    wheel = folder / try_out.the_wheel().name
    pip = [inner, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    if run(place.python, "-m", "venv", str(folder / "venv")):
        return "failed: no virtual environment"
    if run(*pip, f"{wheel}[gui,test]"):
        return "failed: the wheel could not be installed"
    command = [inner, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--numprocesses=auto"]
    enter = try_out.alone(enter)
    if run(*command, *tests, where=folder / "checkout"):
        return "failed: see above"
    shutil.rmtree(folder)
    return "ok"


def main() -> int:
    chosen = [word for word in sys.argv[1:] if not word.startswith("tests")]
    tests = [word for word in sys.argv[1:] if word.startswith("tests")]
    results = {}
    for version in chosen or versions():
        say(f"{version}: the wheel is installed and tested")
        results[version] = check(version, tests or lowest.TESTS)
    for version, result in results.items():
        say(f"{version}: {result}")
    return int(any(result.startswith("failed") for result in results.values()))


if __name__ == "__main__":
    raise SystemExit(main())
