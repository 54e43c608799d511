"""The archive of ended games: serves their lines to peers that come back late.

A heartbeat shows that a seat is behind in a game that ended here. The archive then reads the lines
from the journal, states their last index in our heartbeats, and sends lines on request, as stored;
the receiver checks them. It holds few games. While peers wait, one after another, it drops the game
in which nobody has advanced for longest. Times are milliseconds of the session's clock.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

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

GAMES_MAX = 2  # held at the same time
READ_GAP_MS = 2000  # between two reads of journals
LOOK_GAP_MS = 50  # between two looks for one that is not there
KEEP_MS = 30_000  # so long after somebody last lacked something
TURN_MS = 8_000  # while others wait: so long a game stays in which nobody advances
TURN_MS_MAX = 60_000  # and so long any game stays
WAIT_MS = 5_000  # so long after its last heartbeat a peer keeps its turn
WAITING_MAX = 64
SERVED_MAX = 64


@dataclass(slots=True)
class _Ended:
    lines: tuple[LogLine, ...]
    keys: frozenset[bytes]
    read_ms: int
    asked_ms: int
    useful_ms: int  # when somebody last advanced
    reached: dict[bytes, int] = field(default_factory=dict)  # by key

    def ask(self, key: bytes, index: int, now_ms: int) -> None:
        """Note that the peer `key` lacks the lines from `index` on."""
        self.asked_ms = now_ms
        if index > self.reached.setdefault(key, index):
            self.reached[key], self.useful_ms = index, now_ms

    def may_go(self, now_ms: int) -> bool:
        return now_ms >= min(self.useful_ms + TURN_MS, self.read_ms + TURN_MS_MAX)

    @property
    def index(self) -> int:
        return len(self.lines) + 1


@dataclass(slots=True)
class _Wish:
    """A game for which a peer waits."""

    game: bytes
    index: int
    asked_ms: int


class Archive:
    """The ended games of this peer; `tick` with it. `outbox`: frames with their receivers' keys."""

    def __init__(self, store: Store) -> None:
        self.outbox: list[tuple[bytes, Frame]] = []
        self._store = store
        self._games: dict[bytes, _Ended] = {}
        self._served: dict[tuple[bytes, bytes], int] = {}  # up to where a peer has a game
        self._waiting: dict[bytes, _Wish] = {}  # by key, in order of waiting
        self._read_ms = -READ_GAP_MS

    def heads(self) -> tuple[Head, ...]:
        """The heads of the games held here."""
        return tuple(
            Head(game, ended.index, _epoch(ended.lines), 0) for game, ended in self._games.items()
        )

    def heard(
        self, key: bytes, heads: tuple[Head, ...], known: Collection[bytes], now_ms: int
    ) -> None:
        """Take a heartbeat of the peer `key`. `known`: games that are not for the archive."""
        for head in heads:
            enough = self._served.get((key, head.game))
            if head.game in known or (enough is not None and head.index >= enough):
                continue
            ended = self._games.get(head.game)
            if ended is None:
                self._wait(key, head, now_ms)
            elif key in ended.keys and head.index < ended.index:
                ended.ask(key, head.index, now_ms)
            elif key in ended.keys:
                self._leave_alone(key, head.game, ended.index)
        self._serve_next(now_ms)

    def receive(self, key: bytes, ask: SyncAsk) -> None:
        ended = self._games.get(ask.game)
        if ended is not None and key in ended.keys:
            lines = fitting(ended.lines[max(ask.index, 1) - 1 :])
            if lines:
                self.outbox.append((key, SyncReply(ask.game, lines)))

    def tick(self, now_ms: int) -> None:
        """Drop games of which nobody lately lacked anything."""
        self._games = {
            game: ended for game, ended in self._games.items() if now_ms < ended.asked_ms + KEEP_MS
        }

    def _wait(self, key: bytes, head: Head, now_ms: int) -> None:
        """Note a peer's wish: one game at a time, however many it names."""
        wish = self._waiting.get(key)
        if wish is None and len(self._waiting) < WAITING_MAX:
            self._waiting[key] = _Wish(head.game, head.index, now_ms)
        elif wish is not None and wish.game == head.game:
            wish.index, wish.asked_ms = head.index, now_ms

    def _serve_next(self, now_ms: int) -> None:
        """Read the game of the peer that has waited longest, if there is room."""
        if now_ms < self._read_ms + READ_GAP_MS:
            return
        self._waiting = {
            key: wish for key, wish in self._waiting.items() if now_ms < wish.asked_ms + WAIT_MS
        }
        for key, wish in list(self._waiting.items()):
            if now_ms < self._read_ms + READ_GAP_MS or not self._makes_room(now_ms):
                return
            del self._waiting[key]
            if wish.game not in self._games:
                self._read(key, wish, now_ms)

    def _makes_room(self, now_ms: int) -> bool:
        """True if there is room, perhaps after dropping a game whose turn is over."""
        if len(self._games) >= GAMES_MAX:
            over = [game for game, ended in self._games.items() if ended.may_go(now_ms)]
            if not over:
                return False
            del self._games[min(over, key=lambda game: self._games[game].useful_ms)]
        return True

    def _read(self, key: bytes, wish: _Wish, now_ms: int) -> None:
        kept = self._store.ended(wish.game)
        self._read_ms = now_ms
        if kept is None:
            self._read_ms += LOOK_GAP_MS - READ_GAP_MS
            return
        if key not in kept.keys or any(isinstance(line, Parted) for line in kept.lines):
            self._leave_alone(key, wish.game, 0)
            return
        ended = _Ended(kept.lines, kept.keys, now_ms, now_ms, now_ms)
        if wish.index < ended.index:
            self._games[wish.game] = ended
            ended.ask(key, wish.index, now_ms)
        else:
            self._leave_alone(key, wish.game, ended.index)

    def _leave_alone(self, key: bytes, game: bytes, index: int) -> None:
        """Ignore that peer's heads for the game from now on, unless it is behind `index`."""
        self._served[key, game] = index
        while len(self._served) > SERVED_MAX:
            self._served.pop(next(iter(self._served)))


def _epoch(lines: tuple[LogLine, ...]) -> int:
    """The table's epoch after the last of these lines."""
    last = lines[-1]
    if isinstance(last, Changed):
        return read_body(ChangeBody, last.offer.change).epoch
    assert isinstance(last, Certified), "a game that has parted is not kept here"
    return read_body(EntryBody, last.body).epoch
