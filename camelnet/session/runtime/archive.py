"""The archive of ended games: whoever comes back late still gets their lines here.

Who hears in a heartbeat that a seat is behind in a game that ended here reads its lines from the
journal, says in its own heartbeats how far they go, and sends what it is asked for. They are sent
as they were kept; whoever asked checks each of them. Times are milliseconds of the session's clock.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from camelnet.protocol.replica.sync import fitting
from camelnet.protocol.wire.bodies import ChangeBody, EntryBody, read_body
from camelnet.protocol.wire.frames import (
    Certified,
    Changed,
    Frame,
    Head,
    LogLine,
    Parted,
    SyncAsk,
    SyncReply,
)
from camelnet.session.runtime.store import Store

GAMES_MAX = 2  # that are held at the same time
READ_GAP_MS = 2000  # between two journals
KEEP_MS = 30_000  # so long after the last who lacked something
SERVED_MAX = 64


@dataclass(slots=True)
class _Ended:
    lines: tuple[LogLine, ...]
    keys: frozenset[bytes]
    asked_ms: int

    @property
    def index(self) -> int:
        return len(self.lines) + 1


class Archive:
    """The ended games of this peer; `tick` with it. `outbox`: frames, each with a peer's key."""

    def __init__(self, store: Store) -> None:
        self.outbox: list[tuple[bytes, Frame]] = []
        self._store = store
        self._games: dict[bytes, _Ended] = {}
        self._served: dict[tuple[bytes, bytes], int] = {}  # up to where a peer has a game
        self._read_ms: int | None = None

    def heads(self) -> tuple[Head, ...]:
        """The last index of each game here that somebody lacks the end of."""
        return tuple(
            Head(game, ended.index, _epoch(ended.lines), 0) for game, ended in self._games.items()
        )

    def heard(
        self, key: bytes, heads: tuple[Head, ...], known: Collection[bytes], now_ms: int
    ) -> None:
        """A heartbeat of the peer `key`; games that are `known` are not for us."""
        for head in heads:
            enough = self._served.get((key, head.game))
            if head.game in known or (enough is not None and head.index >= enough):
                continue
            ended = self._ended(key, head.game, now_ms)
            if ended is not None and head.index < ended.index:
                ended.asked_ms = now_ms
            elif ended is not None:
                self._leave_alone(key, head.game, ended.index)

    def receive(self, key: bytes, ask: SyncAsk) -> None:
        ended = self._games.get(ask.game)
        if ended is not None and key in ended.keys:
            lines = fitting(ended.lines[max(ask.index, 1) - 1 :])
            if lines:
                self.outbox.append((key, SyncReply(ask.game, lines)))

    def tick(self, now_ms: int) -> None:
        """Put away what nobody has lacked anything of lately."""
        self._games = {
            game: ended for game, ended in self._games.items() if now_ms < ended.asked_ms + KEEP_MS
        }

    def _ended(self, key: bytes, game: bytes, now_ms: int) -> _Ended | None:
        held = self._games.get(game)
        if held is not None:
            return held if key in held.keys else None
        rests = self._read_ms is not None and now_ms < self._read_ms + READ_GAP_MS
        if rests or len(self._games) >= GAMES_MAX:
            return None
        kept = self._store.ended(game)
        if kept is None:
            return None
        self._read_ms = now_ms
        if key not in kept.keys or any(isinstance(line, Parted) for line in kept.lines):
            self._leave_alone(key, game, 0)
            return None
        ended = self._games[game] = _Ended(kept.lines, kept.keys, now_ms)
        return ended

    def _leave_alone(self, key: bytes, game: bytes, index: int) -> None:
        """Ignores that peer's heads for the game from now on, unless it is behind `index`."""
        self._served[key, game] = index
        while len(self._served) > SERVED_MAX:
            self._served.pop(next(iter(self._served)))


def _epoch(lines: tuple[LogLine, ...]) -> int:
    """The epoch in which the last of these lines leaves the table."""
    last = lines[-1]
    if isinstance(last, Changed):
        return read_body(ChangeBody, last.offer.change).epoch
    assert isinstance(last, Certified), "a game that has parted is not kept here"
    return read_body(EntryBody, last.body).epoch
