"""The audience of this peer's games: what spectators receive, and how often.

A spectator is sent settled entries with their certificates and nothing else: what is not final yet,
acknowledgements, shares and sealed faces never leave the seats for it. A seat keeps a spectator for
a lease that each of its questions renews. Where all places are taken, a known player gets the place
of a stranger, and anybody that of one from an address with at least two more. Times are
milliseconds of the session's clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from camelnet.protocol.log.log import Log
from camelnet.protocol.replica.sync import lines_from
from camelnet.protocol.wire.bodies import table_id
from camelnet.protocol.wire.frames import Genesis, SyncAsk, SyncReply, Watch

SPECTATORS_MAX = 16
LEASE_MS = 10_000
ANSWER_GAP_MS = 100  # a spectator that asks faster is not answered


@dataclass(slots=True)
class _Watcher:
    game: bytes
    table: bytes  # its id
    next: int  # the index that it lacks
    had_all: bool  # when it was last told: then it is told more without asking
    until_ms: int
    begun_ms: int  # when it was last sent a genesis
    answered_ms: int

    def busy_until(self) -> int:
        return max(self.until_ms, max(self.begun_ms, self.answered_ms) + ANSWER_GAP_MS)


class Audience:
    """The spectators of my games, of the one I play and of those I played."""

    def __init__(
        self, *, host_of: Callable[[bytes], str], is_player: Callable[[bytes], bool]
    ) -> None:
        """`host_of`: the address of a peer. `is_player`: whether we have played with it."""
        self._host_of = host_of
        self._is_player = is_player
        self._known: dict[bytes, _Watcher] = {}
        self._gone: list[tuple[bytes, Watch]] = []  # who has lost its place, to be told so

    def count(self, now_ms: int) -> int:
        """The number of spectators."""
        return sum(now_ms < watcher.until_ms for watcher in self._known.values())

    def admit(self, key: bytes, where: bytes, log: Log, now_ms: int) -> Genesis | Watch | None:
        """The answer to the peer `key` that asks to watch the table `where`: its genesis, or that
        there is no room; None if it was just answered."""
        watcher = self._watcher(key, log, log.game, now_ms)
        if watcher is None:
            return Watch(where, watching=False)
        if now_ms < watcher.begun_ms + ANSWER_GAP_MS:
            return None
        watcher.begun_ms = now_ms
        return log.game_start.frame()

    def dismiss(self, key: bytes, now_ms: int) -> None:
        """The peer `key` stops watching."""
        if (watcher := self._known.get(key)) is not None:
            watcher.until_ms = now_ms

    def answer(self, key: bytes, ask: SyncAsk, log: Log, now_ms: int) -> SyncReply | None:
        """The answer to a spectator that asks for entries; None if there is nothing to send. One
        that we do not know, because we were away or it came from another seat, is one from now
        on."""
        watcher = self._watcher(key, log, ask.game, now_ms)
        if watcher is None or now_ms < watcher.answered_ms + ANSWER_GAP_MS:
            return None
        watcher.answered_ms = now_ms
        reply = _shown(log, ask.index, ask.game)
        self._told(watcher, ask.index, reply, log)
        return reply if reply.lines else None

    def take_gone(self) -> list[tuple[bytes, Watch]]:
        """The answers to those who have lost their places; each is returned once."""
        gone, self._gone = self._gone, []
        return gone

    def news(self, log: Log, now_ms: int) -> list[tuple[bytes, SyncReply]]:
        """The lines that became final since the spectators of that log were last sent some, for
        those that had all before; the others ask."""
        game = log.game
        told: list[tuple[bytes, SyncReply]] = []
        for key, watcher in sorted(self._known.items()):
            current = watcher.game == game and now_ms < watcher.until_ms
            if current and watcher.had_all and watcher.next < _public(log):
                reply = _shown(log, watcher.next, game)
                self._told(watcher, watcher.next, reply, log)
                told.append((key, reply))
        return told

    @staticmethod
    def _told(watcher: _Watcher, index: int, reply: SyncReply, log: Log) -> None:
        watcher.next = index + len(reply.lines)
        watcher.had_all = watcher.next >= _public(log)

    def _watcher(self, key: bytes, log: Log, game: bytes, now_ms: int) -> _Watcher | None:
        """The peer `key` as a watcher of a game, its lease renewed; None if there is no room."""
        self._known = {k: item for k, item in self._known.items() if now_ms < item.busy_until()}
        watcher = self._known.get(key)
        here = watcher is not None and now_ms < watcher.until_ms
        if not here and self.count(now_ms) >= SPECTATORS_MAX:
            other = self._yields_to(key, now_ms)
            if other is None:
                return None
            self._known[other].until_ms = now_ms
            self._gone.append((other, Watch(self._known[other].table, watching=False)))
        if watcher is None:
            long_ago = now_ms - ANSWER_GAP_MS
            where = table_id(log.game_start.genesis.table)
            watcher = self._known[key] = _Watcher(game, where, 0, False, 0, long_ago, long_ago)
        if watcher.game != game:
            watcher.game, watcher.had_all = game, False
            watcher.table = table_id(log.game_start.genesis.table)
        watcher.until_ms = now_ms + LEASE_MS
        return watcher

    def _yields_to(self, key: bytes, now_ms: int) -> bytes | None:
        """The spectator whose place the peer `key` gets, where none is free: the last that came of
        those from the address with the most of them."""
        here = [other for other, watcher in self._known.items() if now_ms < watcher.until_ms]
        hosts = Counter(map(self._host_of, here))
        most, own = max(hosts.values()), hosts[self._host_of(key)]
        if self._is_player(key):
            here = [other for other in here if not self._is_player(other)]
            most = max((hosts[self._host_of(other)] for other in here), default=0)
        elif most < own + 2:
            return None
        crowd = [other for other in here if hosts[self._host_of(other)] == most]
        return crowd[-1] if crowd else None


def _public(log: Log) -> int:
    """The first index that is not for spectators yet: not final, or its luck not known."""
    pending = (draw.index for draw in log.rounds.pending if not draw.resolved)
    return min(pending, default=log.index)


def _shown(log: Log, index: int, game: bytes) -> SyncReply:
    """The reply to a spectator that lacks `index`: final lines with their luck, and nothing else.
    `game`: as it asked; should the table have forked since, the lines say so."""
    lines = lines_from(log, index)
    return SyncReply(game, lines[: max(0, _public(log) - max(index, 1))])
