"""A table of real processes on loopback, and floods beside it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from camelnet.terminal.play import free_port
from tests.floods.player import HOST, SEATS, Seen

ROOT = Path(__file__).resolve().parents[2]


class Table:
    """People's peers at one table, each a process. The first is the one that is flooded."""

    def __init__(self, players: list[subprocess.Popen[str]], port: int) -> None:
        self._players = players
        self._port = port
        self._victim = json.dumps(_answer(players[0]))
        self.look()

    def look(self) -> tuple[Seen, ...]:
        """What each of them saw since the last look."""
        return tuple(Seen(**_answer(player)) for player in self._players)

    @contextmanager
    def flooded(self, kind: str, connections: int) -> Iterator[list[dict[str, int]]]:
        """Meanwhile a stranger floods the first of them; what it sent is in the list afterwards."""
        sent: list[dict[str, int]] = []
        flooder = _started(
            "tests.floods.flooder", str(self._port), kind, str(connections), self._victim
        )
        assert flooder.stdout is not None
        flooder.stdout.readline()  # it has begun
        try:
            yield sent
        finally:
            said, _ = flooder.communicate()
            sent.append(json.loads(said))


@contextmanager
def table(folder: Path) -> Iterator[Table]:
    """Begin a game."""
    port = free_port(HOST)
    players = [
        _started("tests.floods.player", str(number), str(port), str(folder / str(number)))
        for number in range(SEATS)
    ]
    try:
        yield Table(players, port)
    finally:
        for player in players:
            player.terminate()
        for player in players:
            player.communicate()


def _started(module: str, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": "en"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _answer(player: subprocess.Popen[str]) -> Any:
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write("\n")
    player.stdin.flush()
    said = player.stdout.readline()
    assert said, "a player has ended"
    return json.loads(said)
