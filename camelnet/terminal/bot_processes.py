"""Bots as processes of their own, which end with the one that started them."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from camelnet.record.profile import bot_homes
from camelnet.session.api.facts import SavedGame

_PATIENCE_S = 5.0  # to end in order; then they are killed

NAMES = ("Amina", "Badr", "Chafia", "Driss", "Elyas", "Farida", "Ghali")


@dataclass(frozen=True, slots=True)
class Child:
    """A bot's process: its profile, what it is told besides, and its key, where that is known."""

    profile: Path
    words: tuple[str, ...]
    key: bytes = b""


def returning(home: Path, saved: SavedGame, interface: str | None, *, once: bool) -> list[Child]:
    """The bots that were started for the profile at `home` and sit at one of its games. Each goes
    back to it as soon as it hears that the game is played on; until then it is in the lobby, and
    it sends the end of a game that is over."""
    homes = bot_homes(home)
    found = []
    for key, level, name in zip(saved.keys, saved.levels, saved.names, strict=False):
        if key in homes and level:
            words = ["bot", "--table", saved.table, "--level", level, "--name", name]
            words += ["--interface", interface] if interface else []
            words += ["--once"] if once else []
            found.append(Child(homes[key], tuple(words), key))
    return found


@contextlib.contextmanager
def bot_processes(children: Sequence[Child]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run `camelnet WORDS --attended` for each. Their profiles stay, so that their games can be
    gone on with; their records are thrown away, for they are the same as ours.

    They read a pipe of ours and leave when it closes, so that they end even if this process is
    killed. What they print is dropped.
    """
    with contextlib.ExitStack() as stack:
        records = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="camelnet-bots-", ignore_cleanup_errors=True)
        )
        started: list[subprocess.Popen[bytes]] = []
        stack.callback(_end, started)
        for child in children:
            command = [sys.executable, "-m", "camelnet", *child.words]
            command += ["--profile", str(child.profile), "--attended"]
            command += ["--record", str(Path(records, child.profile.name))]
            started.append(
                subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                )
            )
        yield started


def _environment() -> dict[str, str]:
    """This process's, with the place from which it runs camelnet."""
    places = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(place for place in places if place)}


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        if process.stdin is not None:
            process.stdin.close()
        process.terminate()
    for process in processes:
        try:
            process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
