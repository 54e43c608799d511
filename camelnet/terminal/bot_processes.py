"""Bots as processes of their own, which end with the one that started them."""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from camelnet.record.profile import bot_homes
from camelnet.session.api.facts import SavedGame
from camelnet.terminal.children import end_children, start_child

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

    They end with this process, however it ends. What they print is dropped.
    """
    with contextlib.ExitStack() as stack:
        records = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="camelnet-bots-", ignore_cleanup_errors=True)
        )
        started: list[subprocess.Popen[bytes]] = []
        stack.callback(end_children, started, _PATIENCE_S)
        for child in children:
            words = [*child.words, "--profile", str(child.profile), "--attended"]
            words += ["--record", str(Path(records, child.profile.name))]
            started.append(start_child(words))
        yield started
