"""A player's laptop: a bundle, an empty environment, a network, and nothing of those who built it.

Each command runs with the checkout, every Python and the home of this user hidden under empty
folders, in a network namespace of `tests/net/netns.py`.
"""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from glob import glob
from pathlib import Path
from typing import Any

from tests.net.netns import Room
from tests.patience import LONG_S, until, written
from tests.scripts import ROOT

ARCHIVE = "CAMELNET_BUNDLE"  # set to the packed bundle that is tested
_HIDE = 'for place in $HIDDEN; do mount -t tmpfs none "$place" || exit 99; done; exec "$@"'


def hidden() -> list[str]:
    """What the bundle must not lean on."""
    prefixes = {sys.base_prefix, sys.prefix} - {"/usr", "/usr/local"}
    home = pwd.getpwuid(os.getuid()).pw_dir
    places = {str(ROOT), home, *prefixes, *glob("/usr/lib/python3*")}
    places.update(glob("/usr/local/lib/python3*"))
    return sorted(
        place
        for place in places
        if Path(place).is_dir() and not any(str(above) in places for above in Path(place).parents)
    )


@dataclass
class Laptop:
    """One laptop of a room. `home` is all that its user has."""

    room: Room
    number: int
    app: Path
    home: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.home.mkdir(exist_ok=True)

    def command(self, *words: str | Path, **environment: str) -> list[str]:
        given = {"HOME": str(self.home), **self.environment, **environment}
        assert " " not in "".join(hidden())
        return [
            *("unshare", "--mount", "env", f"HIDDEN={' '.join(hidden())}"),
            *("sh", "-c", _HIDE, "sh", "env", "-i", *(f"{k}={v}" for k, v in given.items())),
            *(str(self.app), *map(str, words)),
        ]

    def run(
        self, *words: str | Path, code: int = 0, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run `camelnet WORDS` to its end, which must have this exit code."""
        process = self.start(*words, **environment)
        out, err = process.communicate(timeout=LONG_S)
        assert process.returncode == code, f"{words}: {process.returncode}\n{out}\n{err}"
        return subprocess.CompletedProcess(words, code, out, err)

    def start(self, *words: str | Path, **environment: str) -> subprocess.Popen[str]:
        """Start `camelnet WORDS`. The process is the app itself: all before it becomes it."""
        process: subprocess.Popen[str] = self.room.popen(
            self.number,
            self.command(*words, **environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return process

    def until(self, done: Callable[[], object], what: str) -> None:
        """Wait as long as files of this user grow."""
        until(done, what=what, moving=lambda: written(self.home))

    def files(self, pattern: str) -> list[Path]:
        return sorted(self.home.rglob(pattern))


def ended(process: subprocess.Popen[Any]) -> str:
    """Wait for its end, which must be a good one; what it printed."""
    out, err = process.communicate(timeout=LONG_S)
    assert process.returncode == 0, f"{process.returncode}\n{out}\n{err}"
    return str(out)
