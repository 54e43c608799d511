"""Bots as processes of their own, which end with the process that started them."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from camelnet.bots import split
from camelnet.i18n import N_, Message, message
from camelnet.record.profile import bot_homes
from camelnet.session.api.facts import SavedGame
from camelnet.terminal.children import LOG, ChildProcess, end_children

_PATIENCE_S = 5.0  # to end in order; then we kill them

NAMES = ("Amina", "Badr", "Chafia", "Driss", "Elyas", "Farida", "Ghali")


@dataclass(frozen=True, slots=True)
class Child:
    """A bot's process: its profile, its other arguments, and its key, if known."""

    profile: Path
    words: tuple[str, ...]
    key: bytes = b""

    @property
    def name(self) -> str:
        """The bot's name at the table."""
        told = dict(zip(self.words, self.words[1:], strict=False))
        return told.get("--name", self.profile.name)


def returning(home: Path, saved: SavedGame, interface: str | None, *, once: bool) -> list[Child]:
    """The bots started for the profile at `home` that sit at one of its games. Each returns to its
    game as soon as it hears that the game is being resumed; until then it is in the lobby, and it
    sends the end of a game that is over."""
    homes = bot_homes(home)
    found = []
    for key, level, name in zip(saved.keys, saved.levels, saved.names, strict=False):
        if key in homes and level:
            plain, style = split(level)
            words = ["bot", "--table", saved.table, "--level", plain, "--name", name]
            words += ["--style", style] if style else []
            words += ["--interface", interface] if interface else []
            words += ["--once"] if once else []
            found.append(Child(homes[key], tuple(words), key))
    return found


class BotProcesses:
    """Running bots, and messages about those that ended too early."""

    def __init__(self) -> None:
        self.running: list[ChildProcess] = []
        self._names: dict[ChildProcess, str] = {}

    def start(self, child: Child, records: str) -> None:
        """Run `camelnet WORDS --attended`."""
        words = [*child.words, "--profile", str(child.profile), "--attended"]
        words += ["--record", str(Path(records, child.profile.name))]
        process = ChildProcess(words, child.profile / LOG)
        self.running.append(process)
        self._names[process] = child.name

    def troubles(self) -> list[Message]:
        """A sentence about each bot that failed since the last call."""
        failed = [process for process in self._names if process.poll()]
        names = [self._names.pop(process) for process in failed]
        text = N_("{name} cannot play. {why}")
        return [
            message(text, name=name, why=process.why_ended())
            for name, process in zip(names, failed, strict=True)
        ]


@contextlib.contextmanager
def bot_processes(children: Sequence[Child]) -> Iterator[BotProcesses]:
    """Run them all. Their profiles stay, so that their games can be resumed; we delete their
    records, which are the same as ours. They end with this process, however it ends.
    """
    with contextlib.ExitStack() as stack:
        records = stack.enter_context(
            tempfile.TemporaryDirectory(prefix="camelnet-bots-", ignore_cleanup_errors=True)
        )
        bots = BotProcesses()
        stack.callback(end_children, bots.running, _PATIENCE_S)
        for child in children:
            bots.start(child, records)
        yield bots
