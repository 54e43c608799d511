"""Checks that pip finds a wheel of every dependency, for each system and processor that we name.

python packaging/release/wheels.py [NAME …]    all of TARGETS, or these

pip resolves as it would there, by its index of today, and builds nothing: so nobody who installs
needs a compiler, or Rust. It evaluates markers for the machine on which it runs, so ours are
evaluated here, with that system's words; those of dependencies are not.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pip._vendor.packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("3.11", "3.13", "3.14")
EXTRAS = ("gui", "sound")


@dataclass(frozen=True, slots=True)
class Target:
    """`tags`: the platforms of wheels that run there. `sound`: has a wheel of miniaudio."""

    system: str
    machine: str
    tags: tuple[str, ...]
    sound: bool = True


def _linux(machine: str) -> tuple[str, ...]:
    names = (*(f"manylinux_2_{minor}" for minor in range(41, 16, -1)), "manylinux2014")
    return tuple(f"{name}_{machine}" for name in names)


def _macos(machine: str) -> tuple[str, ...]:
    return tuple(
        f"macosx_{version}_{kind}"
        for version in ("15_0", "14_0", "13_0", "12_0", "11_0", "10_15", "10_13", "10_12", "10_9")
        for kind in (machine, "universal2")
    )


TARGETS = {
    "linux-x86_64": Target("linux", "x86_64", _linux("x86_64")),
    "linux-arm64": Target("linux", "aarch64", _linux("aarch64"), sound=False),
    "windows-x86_64": Target("win32", "AMD64", ("win_amd64",)),
    "windows-arm64": Target("win32", "ARM64", ("win_arm64",), sound=False),
    "macos-arm64": Target("darwin", "arm64", _macos("arm64")),
    "macos-x86_64": Target("darwin", "x86_64", _macos("x86_64")),
}


def needed(project: Mapping[str, Any], target: Target, python: str) -> Iterator[str]:
    """The project's requirements whose markers hold on that target, without them."""
    extras = [extra for extra in EXTRAS if target.sound or extra != "sound"]
    words = {
        "sys_platform": target.system,
        "platform_machine": target.machine,
        "python_version": python,
        "extra": "",
    }
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    for requirement in map(Requirement, lines):
        if requirement.marker is None or requirement.marker.evaluate(words):
            yield f"{requirement.name}{requirement.specifier}"


def resolve(requirements: list[str], target: Target, python: str) -> str:
    """Let pip resolve; "" if there is a wheel of everything, else its reason."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:", "--python-version", python]
    abi = "cp" + python.replace(".", "")
    for option, values in {"--abi": (abi, "abi3", "none"), "--platform": target.tags}.items():
        command += [word for value in values for word in (option, value)]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [*command, "--implementation", "cp", "--target", folder, *requirements],
            capture_output=True,
            text=True,
            check=False,
        )
    return "" if done.returncode == 0 else done.stderr.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(TARGETS))
    names = parser.parse_args().names or list(TARGETS)
    if unknown := set(names) - set(TARGETS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    status = 0
    for name in names:
        for python in PYTHONS:
            requirements = list(needed(project, TARGETS[name], python))
            why = resolve(requirements, TARGETS[name], python)
            print(f"{name}, Python {python}: {why or 'all wheels are there'}", flush=True)
            status |= bool(why)
    return status


if __name__ == "__main__":
    sys.exit(main())
