"""Measures how long a headless table pauses when an author is killed while its roll is in flight.

Four processes on loopback, bots. One of them ends itself by SIGKILL right behind its own proposal.
The clock, CLOCK_MONOTONIC, runs from there until a move of another seat is final at the last of
the three that are left: silence noticed, a change agreed, a new key dealt, that move agreed.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench._figure import figure
from bench._peers import LOOPBACK, PATIENCE_S, TABLE, outputs_of
from camelnet.record.profile import Profile
from camelnet.session.api.facts import Fact, LobbyChanged, Phase, Stepped, TableChanged
from camelnet.session.peer.node import Node

SEATS = 4
GAMES = 5
ROLLS = 2  # of the victim; behind the last one it is gone


class Bot:
    """A peer that plays by itself; the last one is the victim."""

    def __init__(self, profile: Profile, number: int, port: int) -> None:
        self.node = Node(
            profile=profile,
            level="greedy",
            name=f"peer {number}",
            interface=LOOPBACK,
            port=port,
            listener=self._hear,
        )
        self.done = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._victim = number == SEATS - 1
        self._sat = number == 0
        self._ghosts: set[int] = set()
        self._rolling = False
        self._rolls = 0

    def _hear(self, fact: Fact) -> None:
        match fact:
            case LobbyChanged(lobby) if not self._sat:
                for offer in lobby.tables:
                    if offer.name == TABLE and offer.trouble is None:
                        self._sat = True
                        self._loop.call_soon(self.node.sit, offer.id)
            case TableChanged(table):
                self._ghosts = {number for number, seat in enumerate(table.seats) if seat.ghost}
                rolling, self._rolling = self._rolling, table.pending == "roll"
                if self._victim and self._rolling and not rolling:
                    self._roll_away()
                if table.phase is Phase.OVER:
                    self.done.set()
            case Stepped(seat=int(seat)) if self._ghosts and seat not in self._ghosts:
                if not self.done.is_set():
                    print(time.monotonic(), flush=True)
                    self.done.set()

    def _roll_away(self) -> None:
        """Our roll has been sent, and not everybody's answer is here."""
        self._rolls += 1
        if self._rolls == ROLLS:
            print(time.monotonic(), flush=True)
            os.kill(os.getpid(), signal.SIGKILL)


async def peer(number: int, port: int, folder: Path) -> None:
    profile = Profile.open(folder)
    bot = Bot(profile, number, port if number == 0 else 0)
    await bot.node.start()
    try:
        if number == 0:
            bot.node.open_table(name=TABLE, game="camelup", seats=SEATS, options={})
        else:
            bot.node.connect(LOOPBACK, port)
        await asyncio.wait_for(bot.done.wait(), PATIENCE_S)
        await asyncio.sleep(1)  # so that the others see that move, too
    finally:
        await bot.node.stop()
        profile.close()


def game() -> float | None:
    """Seconds from the kill to the first move without the victim, at whoever saw it last; None for
    a game in which it rolled too seldom."""
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as home:
        codes, said = outputs_of("bench.recovery", SEATS, home)
    if codes == [0] * SEATS:
        return None
    if codes != [0] * (SEATS - 1) + [-signal.SIGKILL]:
        raise RuntimeError("a peer of the benchmark has failed; its words stand above")
    *moved, killed = (float(words) for words in said)
    return max(moved) - killed


def run() -> list[dict[str, Any]]:
    stood_still_s: list[float] = []
    while len(stood_still_s) < GAMES:
        taken_s = game()
        if taken_s is not None:
            stood_still_s.append(taken_s)
    return [
        figure(
            "an author killed in mid-roll: until a move of another is final",
            "s",
            stood_still_s,
            10.0,
        )
    ]


if __name__ == "__main__":
    asyncio.run(peer(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])))
