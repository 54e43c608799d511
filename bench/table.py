"""How long a roll takes among processes on loopback: from the click until the entry is final
and the die is known, all proofs checked, as the one who clicks sees it.

Everything is as in a real game: TLS, signatures, fsynced journals. People only roll, and each
clicks as soon as it is on turn; bots play as they do.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench._peers import LOOPBACK, PATIENCE_S, TABLE, outputs_of
from camelnet.record.profile import Profile
from camelnet.session.facts import Fact, LobbyChanged, Phase, Stepped, TableChanged
from camelnet.session.node import Node

GAMES = 4


class Roller:
    """A peer that rolls whenever it may and notes how long each roll took; or a bot."""

    def __init__(self, profile: Profile, number: int, port: int, *, bot: bool) -> None:
        self.node = Node(
            profile=profile,
            level="greedy" if bot else "",
            name=f"peer {number}",
            interface=LOOPBACK,
            port=port if number == 0 else 0,
            listener=self._hear,
        )
        self.rolls_ms: list[float] = []
        self.over = asyncio.Event()
        self._bot = bot
        self._clicked_ns: int | None = None
        self._sat = number == 0
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
                idle = table.pending is None and self._clicked_ns is None
                if mine and idle and not self._bot:
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


async def peer(number: int, port: int, folder: Path, seats: int, people: int) -> list[float]:
    """Play one game; the milliseconds of this peer's rolls."""
    profile = Profile.open(folder)
    roller = Roller(profile, number, port, bot=number >= people)
    await roller.node.start()
    try:
        if number == 0:
            roller.node.open_table(name=TABLE, game="camelup", seats=seats, options={})
            roller.node.ready(True)
        else:
            roller.node.connect(LOOPBACK, port)
        await asyncio.wait_for(roller.over.wait(), PATIENCE_S)
        await asyncio.sleep(1)  # so that the others get the last signatures, too
    finally:
        await roller.node.stop()
        profile.close()
    return roller.rolls_ms


def game(seats: int, people: int) -> list[float]:
    """The milliseconds of all rolls of one game."""
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as home:
        codes, said = outputs_of("bench.table", seats, home, str(seats), str(people))
    if any(codes):
        raise RuntimeError("a peer of the benchmark has failed; its words stand above")
    return [roll_ms for words in said for roll_ms in json.loads(words)]


def figure(name: str, seats: int, people: int, reach: float) -> dict[str, Any]:
    rolls_ms = [roll_ms for _number in range(GAMES) for roll_ms in game(seats, people)]
    return {
        "name": name,
        "unit": "ms",
        "repetitions": len(rolls_ms),
        "median": statistics.median(rolls_ms),
        "min": min(rolls_ms),
        "max": max(rolls_ms),
        "reach": reach,
    }


def run() -> list[dict[str, Any]]:
    return [
        figure("a roll among 4 processes on loopback: die known, proofs checked", 4, 4, 12.0),
        figure("a roll among 8 processes on loopback: die known, proofs checked", 8, 8, 30.0),
        figure("a roll of one person among 3 bots, processes on loopback", 4, 1, 50.0),
    ]


if __name__ == "__main__":
    number, port, folder, *sizes = sys.argv[1:]
    seats, people = map(int, sizes)
    print(json.dumps(asyncio.run(peer(int(number), int(port), Path(folder), seats, people))))
