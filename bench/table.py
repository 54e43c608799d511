"""How long a roll takes at a table of four processes on loopback: from the click until the entry is
final and the luck is known, as the one who clicks sees it.

Everything is as in a real game: TLS, signatures, fsynced journals. All four only roll, and one
clicks as soon as it is on turn.
"""

from __future__ import annotations

import asyncio
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from camelnet.record.profile import Profile
from camelnet.session.facts import Fact, LobbyChanged, Phase, Stepped, TableChanged
from camelnet.session.node import Node

SEATS = 4
GAMES = 4
TABLE = "bench"
LOOPBACK = "127.0.0.1"
PATIENCE_S = 120.0


class Roller:
    """A peer that rolls whenever it may and notes how long each roll took."""

    def __init__(self, profile: Profile, number: int, port: int) -> None:
        self.node = Node(
            profile=profile,
            name=f"peer {number}",
            interface=LOOPBACK,
            port=port if number == 0 else 0,
            listener=self._hear,
        )
        self.rolls_ms: list[float] = []
        self.over = asyncio.Event()
        self._clicked_ns: int | None = None
        self._sat = False
        self._loop = asyncio.get_running_loop()

    def _hear(self, fact: Fact) -> None:
        match fact:
            case LobbyChanged(lobby) if lobby.table is None and not self._sat:
                for offer in lobby.tables:
                    if offer.name == TABLE and offer.trouble is None:
                        self._sat = True
                        self._loop.call_soon(self._sit, offer.id)
            case Stepped(notation=notation) if self._clicked_ns and notation.startswith("die "):
                self.rolls_ms.append((time.perf_counter_ns() - self._clicked_ns) / 1e6)
                self._clicked_ns = None
            case TableChanged(table):
                mine = table.position.turn == table.me and table.phase is Phase.PLAY
                if mine and table.pending is None and self._clicked_ns is None:
                    self._clicked_ns = time.perf_counter_ns()
                    self._loop.call_soon(self._roll)
                if table.phase is Phase.OVER:
                    self.over.set()

    def _sit(self, table_id: bytes) -> None:
        self.node.sit(table_id)
        self.node.ready(True)

    def _roll(self) -> None:
        self._clicked_ns = time.perf_counter_ns()
        self.node.play("roll")


async def peer(number: int, port: int, folder: Path) -> list[float]:
    """Play one game; the milliseconds of this peer's rolls."""
    profile = Profile.open(folder)
    roller = Roller(profile, number, port)
    await roller.node.start()
    try:
        if number == 0:
            roller._sat = True
            roller.node.open_table(name=TABLE, game="camelup", seats=SEATS, options={})
            roller.node.ready(True)
        else:
            roller.node.connect(LOOPBACK, port)
        await asyncio.wait_for(roller.over.wait(), PATIENCE_S)
        await asyncio.sleep(1)  # so that the others get the last signatures, too
    finally:
        await roller.node.stop()
        profile.close()
    return roller.rolls_ms


def game() -> list[float]:
    """The milliseconds of all rolls of one game."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as home:
        peers = [
            subprocess.Popen(
                [sys.executable, "-m", "bench.table", str(number), str(port), f"{home}/{number}"],
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(SEATS)
        ]
        try:
            said = [each.communicate(timeout=PATIENCE_S + 30)[0] for each in peers]
        finally:
            for each in peers:
                each.kill()
    if any(each.returncode for each in peers):
        raise RuntimeError("a peer of the benchmark has failed; its words stand above")
    return [roll_ms for words in said for roll_ms in json.loads(words)]


def run() -> list[dict[str, Any]]:
    rolls_ms = [roll_ms for _number in range(GAMES) for roll_ms in game()]
    return [
        {
            "name": f"a roll among {SEATS} processes on loopback: final, luck known",
            "unit": "ms",
            "repetitions": len(rolls_ms),
            "median": statistics.median(rolls_ms),
            "min": min(rolls_ms),
            "max": max(rolls_ms),
            "reach": 50.0,
        }
    ]


if __name__ == "__main__":
    mine = asyncio.run(peer(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])))
    print(json.dumps(mine))
