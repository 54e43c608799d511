"""Measures luck among processes on loopback, all proofs checked: a die, a card that is turned up, a
whole pack that is shuffled and dealt.

Everything is as in a real game: TLS, signatures, fsynced journals. People only ask for luck, and
each clicks as soon as it is on turn; bots play as they do. All processes read one clock.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench._figure import figure
from bench._peers import LOOPBACK, PATIENCE_S, TABLE, outputs_of
from camelnet.record.profile import Profile
from camelnet.session.api.facts import Fact, LobbyChanged, Phase, Stepped, TableChanged, TableView
from camelnet.session.peer.node import Node

ASK = {"camelup": "roll", "cards": "reveal"}  # the move that asks for luck
WATCH_S = 0.01  # often enough to find a pause, and seldom enough to be no work
LUCK = {"camelup": "die ", "cards": "card "}  # how its outcome begins


@dataclass
class Diary:
    """The observations of one peer; times in nanoseconds, of processor and clock."""

    clicked: list[tuple[int, int]] = field(default_factory=list)  # entry, when
    shown: list[tuple[int, int]] = field(default_factory=list)  # entry, when
    dealt: list[tuple[int, int]] = field(default_factory=list)  # clock and processor that it took
    paused: list[int] = field(default_factory=list)  # the loop's longest pause in each dealing
    used: list[int] = field(default_factory=list)  # the processor's time whenever luck was shown


class Asker:
    """A peer that asks for luck whenever it may, and notes what it sees; or a bot."""

    def __init__(self, profile: Profile, number: int, port: int, game: str, *, bot: bool) -> None:
        self.node = Node(
            profile=profile,
            level="greedy" if bot else "",
            name=f"peer {number}",
            interface=LOOPBACK,
            port=port if number == 0 else 0,
            listener=self._hear,
        )
        self.diary = Diary()
        self.over = asyncio.Event()
        self._game = game
        self._bot = bot
        self._clicked: int | None = None  # at which entry
        self._shuffling: tuple[int, int] | None = None  # since when
        self._sat = number == 0
        self._pause_ns = 0
        self._loop = asyncio.get_running_loop()

    def _hear(self, fact: Fact) -> None:
        match fact:
            case LobbyChanged(lobby) if lobby.table is None and not self._sat:
                for offer in lobby.tables:
                    if offer.name == TABLE and offer.trouble is None:
                        self._sat = True
                        self._loop.call_soon(self._sit, offer.id)
            case Stepped(notation=notation, index=index) if notation.startswith(LUCK[self._game]):
                self.diary.shown.append((index, time.perf_counter_ns()))
                self.diary.used.append(time.process_time_ns())
            case TableChanged(table):
                self._watch_the_cards(table)
                mine = table.position.turn == table.me and table.phase is Phase.PLAY
                ready = table.pending is None and table.shuffling is None
                if mine and ready and not self._bot and self._clicked != table.index:
                    self._clicked = table.index
                    self._loop.call_soon(self._click, table)
                if table.phase is Phase.OVER:
                    self.over.set()

    def _watch_the_cards(self, table: TableView) -> None:
        now = time.perf_counter_ns(), time.process_time_ns()
        if table.shuffling is None and self._shuffling is not None:
            since_ns, used_ns = self._shuffling
            self.diary.dealt.append((now[0] - since_ns, now[1] - used_ns))
            self.diary.paused.append(self._pause_ns)
            self._shuffling = None
        elif table.shuffling is not None and self._shuffling is None:
            self._shuffling, self._pause_ns = now, 0

    async def watch_the_loop(self) -> None:
        """Note for how long nothing else could be done."""
        while True:
            before_ns = time.perf_counter_ns()
            await asyncio.sleep(WATCH_S)
            late_ns = time.perf_counter_ns() - before_ns - round(WATCH_S * 1e9)
            self._pause_ns = max(self._pause_ns, late_ns)

    def _sit(self, table_id: bytes) -> None:
        self.node.sit(table_id)
        self.node.ready(True)

    def _click(self, table: TableView) -> None:
        legal = table.position.legal()
        ask = ASK[self._game]
        if ask in legal:
            self.diary.clicked.append((table.index, time.perf_counter_ns()))
        self.node.play(ask if ask in legal else min(legal))


async def peer(number: int, port: int, folder: Path, game: str, seats: int, people: int) -> Diary:
    """Play one game; what this peer saw."""
    profile = Profile.open(folder)
    asker = Asker(profile, number, port, game, bot=number >= people)
    await asker.node.start()
    watch = asyncio.create_task(asker.watch_the_loop()) if game == "cards" else None
    try:
        if number == 0:
            asker.node.open_table(name=TABLE, game=game, seats=seats, options={})
            asker.node.ready(True)
        else:
            asker.node.connect(LOOPBACK, port)
        await asyncio.wait_for(asker.over.wait(), PATIENCE_S)
        await asyncio.sleep(1)  # so that the others get the last signatures, too
    finally:
        if watch is not None:
            watch.cancel()
        await asker.node.stop()
        profile.close()
    return asker.diary


def play(game: str, seats: int, people: int) -> list[Diary]:
    """One game, as each of its peers saw it."""
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as home:
        codes, said = outputs_of("bench.table", seats, home, game, str(seats), str(people))
    if any(codes):
        raise RuntimeError("a peer of the benchmark has failed; its words stand above")
    return [Diary(**json.loads(words)) for words in said]


def asked_ms(diaries: list[Diary], *, everybody: bool) -> list[float]:
    """The times from a click until its luck is known: to the one that clicked, or to everybody."""
    shown = [dict(reversed(diary.shown)) for diary in diaries]  # the first of each entry
    found = []
    for number, diary in enumerate(diaries):
        for index, clicked_ns in diary.clicked:
            seen = [at[index] for at in (shown if everybody else [shown[number]]) if index in at]
            if seen:
                found.append((max(seen) - clicked_ns) / 1e6)
    return found


def used_ms(diary: Diary) -> float:
    """The processor time that one peer took for a roll, all between the first and the last one."""
    return (diary.used[-1] - diary.used[0]) / 1e6 / (len(diary.used) - 1)


def rolls(
    among: str, seats: int, people: int, reach: float, cpu_reach: float | None = None
) -> list[dict[str, Any]]:
    games = [play("camelup", seats, people) for _number in range(4)]
    asked = [ms for game in games for ms in asked_ms(game, everybody=False)]
    used = [used_ms(diary) for game in games for diary in game]
    clock = "" if people == 1 else ": die known, proofs checked"
    return [
        figure(f"a roll {among}{clock}", "ms", asked, reach),
        figure(f"a roll {among}: processor time of each", "ms", used, cpu_reach),
    ]


def cards(
    seats: int, clock_reach: float | None = None, reach: float | None = None
) -> list[dict[str, Any]]:
    """Games of cards among people only: what is turned up, and what is dealt."""
    games = [play("cards", seats, seats) for _number in range(2)]
    turned = [ms for diaries in games for ms in asked_ms(diaries, everybody=True)]
    dealt = [spent for diaries in games for diary in diaries for spent in diary.dealt]
    paused = [ns / 1e6 for diaries in games for diary in diaries for ns in diary.paused]
    among = f"among {seats} processes on loopback"
    pack = f"a pack of 30 cards shuffled and dealt {among}"
    return [
        figure(
            f"a card turned up {among}: known to all", "ms", turned, 20.0 if seats == 4 else None
        ),
        figure(
            f"{pack}: by the clock", "ms", [clock_ns / 1e6 for clock_ns, _ in dealt], clock_reach
        ),
        figure(
            f"{pack}: processor time of each", "ms", [used_ns / 1e6 for _, used_ns in dealt], reach
        ),
        figure(f"{pack}: longest pause of a loop", "ms", paused, 100.0),
    ]


def run() -> list[dict[str, Any]]:
    return [
        *rolls("among 4 processes on loopback", 4, 4, 12.0),
        *rolls("of one person among 3 bots, processes on loopback", 4, 1, 50.0),
        *cards(4),
        *rolls("among 8 processes on loopback", 8, 8, 30.0, 3.0),
        *cards(2, 80.0, 50.0),
        *cards(6, 600.0, 150.0),
    ]


if __name__ == "__main__":
    number, port, folder, game, *sizes = sys.argv[1:]
    seats, people = map(int, sizes)
    seen = asyncio.run(peer(int(number), int(port), Path(folder), game, seats, people))
    print(json.dumps(asdict(seen)))
