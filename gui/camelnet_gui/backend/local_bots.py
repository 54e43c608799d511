"""Bots that sit at my table as processes of their own, and end with the app.

A bot has a name that no other one of mine has; the lobby may show it under another, and knows it by
its key. Its profile stays in mine, so that it can be brought back to an unfinished game.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from camelnet.i18n import Message
from camelnet.net.address import show_address
from camelnet.record.profile import BOTS, Profile
from camelnet.session.api.facts import SavedGame
from camelnet.terminal.bot_processes import NAMES, returning
from camelnet.terminal.children import LOG, ChildProcess, ask_to_end, end_children

BOT_NAMES = (  # more than one laptop can seat
    *NAMES,
    *("Hind", "Idris", "Jamila", "Karim", "Latifa", "Mounir", "Nadia", "Othman"),
    *("Rachid", "Samira", "Tarik", "Warda", "Zohra"),
)
ADDRESS_AFTER_S = 6.0  # without multicast a bot dials the table's address after so long
PATIENCE_S = 3.0  # to end in order; then they are killed

Spawn = Callable[[Sequence[str], Path], "subprocess.Popen[bytes]"]


def _given_names() -> Iterator[str]:
    """All names, then each with a number."""
    yield from BOT_NAMES
    yield from (f"{name} {number}" for number in count(2) for name in BOT_NAMES)


class LocalBots:
    """Starts and ends bot processes. `close` ends all of them."""

    def __init__(self, home: Path, spawn: Spawn | None = None) -> None:
        """`home`: my profile's folder. `spawn` runs `camelnet` with the arguments given, and
        keeps its errors in the file given; tests pass their own."""
        self._home = home
        self._spawn = spawn or ChildProcess
        self._records: tempfile.TemporaryDirectory[str] | None = None
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._profiles: dict[str, Path] = {}  # of those that run, by name
        self._leaving: list[tuple[subprocess.Popen[bytes], Path]] = []  # sent home; their profiles

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those that run, in the order in which they were started."""
        return tuple(name for name, process in self._running.items() if process.poll() is None)

    @property
    def by_key(self) -> dict[bytes, str]:
        """The same names by the bots' keys; whoever sits at a table has one."""
        keys = ((Profile.key_in(self._profiles[name]), name) for name in self.names)
        return {key: name for key, name in keys if key is not None}

    def add(
        self,
        *,
        table: str,
        level: str,
        style: str = "",
        address: tuple[str, int] | None,
        interface: str | None,
        taken: Sequence[str],
    ) -> str:
        """Start a bot that sits down at a table; its name is none of those `taken`."""
        used = {*taken, *self.names}
        name = next(name for name in _given_names() if name not in used)
        words = ["join", "--table", table, "--level", level, "--name", name]
        words += ["--style", style] if style else []
        if interface:
            words += ["--interface", interface]
        if address:
            words += ["--address", show_address(*address), "--address-after", str(ADDRESS_AFTER_S)]
        self._start(name, self._free_profile(), words)
        return name

    def bring_back(self, saved: SavedGame, interface: str | None) -> None:
        """Start my bots that sat at an unfinished game; they go on with it when I do."""
        for child in returning(self._home, saved, interface, once=False):
            name = saved.names[saved.keys.index(child.key)]
            if name not in self.names:
                self._start(name, child.profile, child.words)

    def why_ended(self, name: str) -> Message | None:
        """The reason, if known, for which one that has not been sent home runs no more."""
        process = self._running.get(name)
        return process.why_ended() if isinstance(process, ChildProcess) else None

    def remove(self, name: str) -> None:
        """Send a bot home; nothing happens if it is none of ours. It leaves in order, while the
        window goes on."""
        process = self._running.pop(name, None)
        if process is not None:
            ask_to_end(process)
            self._leaving.append((process, self._profiles.pop(name)))

    def leave(self) -> None:
        """All of them begin to end, while other things do; `close` waits for them."""
        for process in self._running.values():
            ask_to_end(process)

    def close(self) -> None:
        leaving, self._leaving = [process for process, _profile in self._leaving], []
        processes, self._running = [*leaving, *self._running.values()], {}
        end_children(processes, PATIENCE_S)
        self._profiles.clear()
        if self._records is not None:
            self._records.cleanup()
            self._records = None

    def _free_profile(self) -> Path:
        numbered = (self._home / BOTS / f"app-{number}" for number in count(1))
        self._leaving = [item for item in self._leaving if item[0].poll() is None]
        held = {*self._profiles.values(), *(profile for _process, profile in self._leaving)}
        return next(path for path in numbered if path not in held)

    def _start(self, name: str, profile: Path, words: Sequence[str]) -> None:
        if self._records is None:  # theirs are the same as mine
            self._records = tempfile.TemporaryDirectory(
                prefix="camelnet-bots-", ignore_cleanup_errors=True
            )
        self._profiles[name] = profile
        where = ["--profile", str(profile), "--record", str(Path(self._records.name, profile.name))]
        self._running[name] = self._spawn([*words, *where, "--attended"], profile / LOG)
