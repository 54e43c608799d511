"""One bare system with what the readme asks for: its two commands, in a fresh clone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.systems.bare import RELEASES, System

ROOT = Path(__file__).parents[2]
ASKED = ("git", "make", "gcc", "python3")  # the readme names them
CLONE = "/root/camelnet"
# What fetches and builds has a network; what plays and tests has none.
COMMANDS = {
    "ready-play": True,
    "play AUTO=1": False,
    "ready-test": True,
    "test": False,
}


def main(suite: str) -> None:
    (release,) = (release for release in RELEASES if release.suite == suite)
    system = System(release)
    system.install(*ASKED)
    python = system.run("python3", "--version").strip()
    inside = system.root / CLONE.lstrip("/")
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(inside)], check=True)
    for words, online in COMMANDS.items():
        system.run("make", "-C", CLONE, *words.split(), online=online)
        print(f"{release.title}, {python}: make {words}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
