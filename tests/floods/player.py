"""A person's peer whose clicks come by themselves: `python -m tests.floods.player N PORT FOLDER`.

Number 0 listens at PORT and opens a table; the others join it. Whoever is on turn clicks, at an
unhurried pace, and plays again when a game is over. Each line on standard input is answered by one
of JSON: what this peer saw since the line before (`Seen`), and at first, for number 0, by what the
others know of it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from camelnet.net.connection import Connection, State
from camelnet.record.profile import Profile
from camelnet.session.api.facts import (
    ChatSaid,
    Fact,
    LobbyChanged,
    Noticed,
    Phase,
    TableChanged,
    TableView,
)
from camelnet.session.peer.node import Node

HOST = "127.0.0.1"
TABLE = "floods"
SEATS = 3
PACE_S = 0.1  # between a turn and its click
WATCH_S = 0.01


@dataclass
class Seen:
    """The observations of a peer in some stretch of time."""

    seconds: float = 0.0
    cpu_s: float = 0.0
    moves_ms: list[float] = field(default_factory=list)  # from each click until all had agreed
    pause_ms: float = 0.0  # the loop's longest
    frames: int = 0  # of strangers, that the session was given
    sockets: int = 0  # that were accepted and greeted
    dials: int = 0
    lines: list[str] = field(default_factory=list)  # on the screen and in the log
    serious: int = 0
    chat: int = 0
    removed: int = 0  # seats that the game goes on without


class Player(Node):
    """See the module."""

    def __init__(self, profile: Profile, number: int, port: int) -> None:
        self.seen = Seen()
        self._number = number
        self._sat = number == 0
        self._clicked: tuple[int, float] | None = None  # at which entry, and when
        self._asked_again: bytes | None = None
        self._since = time.monotonic(), time.process_time()
        super().__init__(
            profile=profile,
            name=f"player {number}",
            interface=HOST,
            port=port if number == 0 else 0,
            listener=self._hear,
        )
        make, opened = self._transport._make_dial, self._transport.opened

        def make_dial() -> Connection:
            self.seen.dials += 1
            return make()

        def count(connection: Connection) -> None:
            opened(connection)
            self.seen.sockets += connection.state is State.OPEN and not connection.dialled

        self._transport._make_dial = make_dial  # type: ignore[method-assign]
        self._transport.opened = count  # type: ignore[method-assign]

    def received(self, key: bytes, payload: bytes) -> None:
        table = self.table
        self.seen.frames += table is not None and not table.has(key)
        super().received(key, payload)

    def report(self) -> Seen:
        """What was seen since the last report."""
        seen, self.seen = self.seen, Seen()
        now = time.monotonic(), time.process_time()
        seen.seconds, seen.cpu_s = now[0] - self._since[0], now[1] - self._since[1]
        self._since = now
        if self.table is not None:
            seen.removed = len(self.table.log.membership.ghosts)
        return seen

    def told(self) -> dict[str, str]:
        """What everybody knows of this peer at its table."""
        assert self.table is not None
        start = self.table.game_start
        table = start.genesis.table
        return {"key": self.key.hex(), "game": start.id.hex(), "table": table.hex()}

    async def watch_the_loop(self) -> None:
        """Note for how long nothing else could be done."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(WATCH_S)
            late_ms = 1000 * (time.perf_counter() - before - WATCH_S)
            self.seen.pause_ms = max(self.seen.pause_ms, late_ms)

    def _hear(self, fact: Fact) -> None:
        match fact:
            case LobbyChanged(lobby) if lobby.table is None and not self._sat:
                for offer in lobby.tables:
                    if offer.name == TABLE and offer.trouble is None:
                        self._sat = True
                        asyncio.get_running_loop().call_soon(self._sit_down, offer.id)
            case Noticed(what, serious):
                self.seen.lines.append(str(what))
                self.seen.serious += serious
            case ChatSaid(mine=False):
                self.seen.chat += 1
            case TableChanged(table):
                self._look_at(table)

    def _look_at(self, table: TableView) -> None:
        loop = asyncio.get_running_loop()
        if self._clicked is not None and table.index > self._clicked[0]:
            self.seen.moves_ms.append(1000 * (time.perf_counter() - self._clicked[1]))
            self._clicked = None
        if table.phase is Phase.OVER and self._asked_again != table.game_id:
            self._asked_again = table.game_id
            self._clicked = None
            loop.call_soon(self.again)
        elif table.position.turn == table.me and table.phase is Phase.PLAY:
            loop.call_later(PACE_S, self._click)

    def _click(self) -> None:
        table = self.table_view()
        if table is None or table.pending is not None or table.phase is not Phase.PLAY:
            return
        if table.position.turn == table.me and self._clicked is None:
            legal = table.position.legal()
            self._clicked = table.index, time.perf_counter()
            self.play("roll" if "roll" in legal else min(legal))

    def _sit_down(self, table_id: bytes) -> None:
        self.sit(table_id)
        self.ready(True)


class Lines(logging.Handler):
    """Counts what goes to the log as lines that are seen."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self._player = player

    def emit(self, record: logging.LogRecord) -> None:
        self._player.seen.lines.append(self.format(record))


async def play(number: int, port: int, folder: Path) -> None:
    profile = Profile.open(folder)
    player = Player(profile, number, port)
    logging.getLogger().addHandler(Lines(player))
    await player.start()
    watch = asyncio.create_task(player.watch_the_loop())
    if number == 0:
        player.open_table(name=TABLE, game="camelup", seats=SEATS, options={})
        player.ready(True)
    else:
        player.connect(HOST, port)
    try:
        told = number != 0
        while await asyncio.to_thread(sys.stdin.readline):
            while player.table is None:
                await asyncio.sleep(WATCH_S)
            answer = asdict(player.report()) if told else player.told()
            told = True
            print(json.dumps(answer), flush=True)
    finally:
        watch.cancel()
        await player.stop()
        profile.close()


if __name__ == "__main__":
    _module, its_number, its_port, its_folder = sys.argv
    asyncio.run(play(int(its_number), int(its_port), Path(its_folder)))
