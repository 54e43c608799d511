"""The audience of this peer's games: what spectators receive, and how often.

Spectators get settled entries with their certificates and nothing else: no pending entries,
acknowledgements, shares or sealed faces. Each question of a spectator renews its lease. If all
places are taken, a known player takes the place of a stranger, and anybody takes that of a
spectator whose address has at least two more. Times are milliseconds of the session's clock.
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
ANSWER_GAP_MS = 100  # between two answers to a spectator


@dataclass(slots=True)
class _Watcher:
    game: bytes
    table: bytes  # its id
    next: int  # the first index that it lacks
    had_all: bool  # after our last answer; then we push news
    until_ms: int
    begun_ms: int  # when we last sent it a genesis
    answered_ms: int

    def busy_until(self) -> int:
        return max(self.until_ms, max(self.begun_ms, self.answered_ms) + ANSWER_GAP_MS)


class Audience:
    """The spectators of my games, present and past."""

    def __init__(
        self, *, host_of: Callable[[bytes], str], is_player: Callable[[bytes], bool]
    ) -> None:
        """`host_of`: the address of a peer. `is_player`: True if we have played with it."""
        self._host_of = host_of
        self._is_player = is_player
        self._known: dict[bytes, _Watcher] = {}
        self._gone: list[tuple[bytes, Watch]] = []  # messages to spectators that lost their places

    def count(self, now_ms: int) -> int:
        """The number of spectators."""
        return sum(now_ms < watcher.until_ms for watcher in self._known.values())

    def admit(self, key: bytes, where: bytes, log: Log, now_ms: int) -> Genesis | Watch | None:
        """The answer to the peer `key` that asks to watch the table `where`: its genesis, or that
        there is no room; None if we just answered it."""
        watcher = self._watcher(key, log, log.game, now_ms)
        if watcher is None:
            return Watch(where, watching=False)
        if now_ms < watcher.begun_ms + ANSWER_GAP_MS:
            return None
        watcher.begun_ms = now_ms
        return log.game_start.frame()

    def dismiss(self, key: bytes, now_ms: int) -> None:
        """Note that the peer `key` stops watching."""
        if (watcher := self._known.get(key)) is not None:
            watcher.until_ms = now_ms

    def answer(self, key: bytes, ask: SyncAsk, log: Log, now_ms: int) -> SyncReply | None:
        """The answer to a peer that asks for entries; None if there is nothing to send. An unknown
        one becomes a spectator: we may have been away, or it comes from another seat."""
        watcher = self._watcher(key, log, ask.game, now_ms)
        if watcher is None or now_ms < watcher.answered_ms + ANSWER_GAP_MS:
            return None
        watcher.answered_ms = now_ms
        reply = _shown(log, ask.index, ask.game)
        self._told(watcher, ask.index, reply, log)
        return reply if reply.lines else None

    def take_gone(self) -> list[tuple[bytes, Watch]]:
        """Take the messages to spectators that lost their places."""
        gone, self._gone = self._gone, []
        return gone

    def news(self, log: Log, now_ms: int) -> list[tuple[bytes, SyncReply]]:
        """The newly settled lines, for spectators of that log that are up to date; the others
        ask."""
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
        """The peer `key` as a spectator of a game, with its lease renewed; None if there is no
        room."""
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
        """The spectator that yields its place to the peer `key`: the latest from the most crowded
        address; None if nobody has to yield."""
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
    """The first index that is not settled, so not for spectators."""
    pending = (draw.index for draw in log.rounds.pending if not draw.resolved)
    return min(pending, default=log.index)


def _shown(log: Log, index: int, game: bytes) -> SyncReply:
    """The reply to a spectator that lacks `index`: settled lines only. `game`: the id it asked for;
    if the table has forked since, the lines show that."""
    lines = lines_from(log, index)
    return SyncReply(game, lines[: max(0, _public(log) - max(index, 1))])
