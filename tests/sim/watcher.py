"""Somebody who looks on at a simulated table: the session's `WatchedTable`, and a clock.

It sits at no chair. On the links its place is behind the seats: the first one at a table of four
has number 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.log import Log
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.start.lobby import LobbyTable
from camelnet.protocol.wire.bodies import LobbyBody, table_id
from camelnet.protocol.wire.frames import Beat, Frame, Genesis, SyncReply, Watch
from camelnet.session.api.facts import Presence
from camelnet.session.watch.watched_table import WatchedTable
from tests.sim.violation import Violation

TICK_MS = 250
AWAY_MS = 6000


class Surroundings(Protocol):
    """The world, as a spectator needs it."""

    now_ms: int

    def at(self, when_ms: int, act: Callable[..., None], *args: object) -> None: ...
    def send(self, sender: int, to: int, frame: Frame) -> None: ...
    def seen(self, number: int, log: Log, since: int) -> None: ...
    def refused(self, seat: int, sender: int, frame: Frame, refusal: Refusal) -> None: ...


class SimWatcher:
    """See the module. It looks on from `begin` on."""

    def __init__(
        self, number: int, key: bytes, game_start: GameStart, suite: Suite, world: Surroundings
    ) -> None:
        self.number = number
        self.key = key
        self._game_start = game_start
        self._keys = tuple(seat.key for seat in game_start.genesis.seats)
        self._seats = {key: seat for seat, key in enumerate(self._keys)}
        self._suite = suite
        self._world = world
        self._heard_ms: dict[bytes, int] = {}
        self._seen = 0  # lines that the world was told
        self.table: WatchedTable | None = None

    @property
    def ended(self) -> bool:
        """It has seen the whole game."""
        return self.table is not None and self.table.log is not None and self.table.log.closed

    def begin(self) -> None:
        table = self._game_start.genesis.table
        chairs = tuple(
            LobbyBody("camelnet/lobby/1", seat.key, 1, seat.name, seat.kind, "", None, playing=True)
            for seat in self._game_start.genesis.seats
        )
        self.table = WatchedTable(
            LobbyTable(table_id(table), table, self._game_start.table, chairs, self._keys),
            suite=self._suite,
            tell=lambda step: None,
            now_ms=self._world.now_ms,
        )
        self._tick(self.table)

    def _tick(self, table: WatchedTable) -> None:
        table.tick(self._world.now_ms, self._presence)
        self._flush(table)
        self._world.at(self._world.now_ms + TICK_MS, self._tick, table)

    def _presence(self, key: bytes) -> tuple[Presence, int]:
        heard_ms = self._heard_ms.get(key)
        if heard_ms is None or self._world.now_ms > heard_ms + AWAY_MS:
            return Presence.SILENT, 0
        return Presence.HERE, 0

    def deliver(self, sender: int, frame: Frame) -> None:
        key, table = self._keys[sender], self.table
        self._heard_ms[key] = self._world.now_ms
        if table is None:
            return
        try:
            match frame:
                case Beat():
                    table.heard(key, frame.heads)
                case Genesis() | Watch():
                    table.receive(key, frame, self._world.now_ms)
                case SyncReply():
                    self._take(table, key, frame)
                case _:
                    raise Violation(
                        "who looks on is sent what is not settled", type(frame).__name__
                    )
        except Refusal as refusal:
            self._world.refused(self.number, sender, frame, refusal)
        self._flush(table)
        self._look(table)

    def _take(self, table: WatchedTable, key: bytes, reply: SyncReply) -> None:
        """Run slow verifications first, as a session does."""
        table.receive(key, reply, self._world.now_ms)
        while (
            table.log is not None
            and (job := table.log.agreement.verification_job_for(reply.lines)) is not None
        ):
            job()
            table.receive(key, reply, self._world.now_ms)

    def _look(self, table: WatchedTable) -> None:
        if table.log is not None and table.log.index - 1 > self._seen:
            since, self._seen = self._seen, table.log.index - 1
            self._world.seen(self.number, table.log, since)

    def _flush(self, table: WatchedTable) -> None:
        for key, frame in table.outbox:
            self._world.send(self.number, self._seats[key], frame)
        table.outbox.clear()
