"""Spectators: this peer at another table, and others at this peer's games.

Times are milliseconds of the session's clock.
"""

from __future__ import annotations

from collections.abc import Callable

from camelnet.i18n import N_, Message, message
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.bodies import table_id
from camelnet.protocol.wire.frames import (
    Frame,
    Genesis,
    Head,
    SyncAsk,
    SyncReply,
    TableFrame,
    Watch,
)
from camelnet.session.api.facts import Fact, Noticed, PresenceOf, TableLeft, TableView
from camelnet.session.lobby.lobby_views import no_watching
from camelnet.session.lobby.rematches import Rematches, again_id
from camelnet.session.table.games import Games
from camelnet.session.table.seated_table import SeatedTable
from camelnet.session.watch.audience import Audience
from camelnet.session.watch.proofs import Proofs
from camelnet.session.watch.watched_table import WatchedTable


class Spectators:
    """The table that this peer watches, if it plays none, its games' audience, and the proofs that
    others play."""

    def __init__(
        self,
        *,
        lobby: LobbyState,
        games: Games,
        rematches: Rematches,
        suite: Suite,
        tell: Callable[[Fact], None],
        host_of: Callable[[bytes], str],
        is_player: Callable[[bytes], bool],
    ) -> None:
        """`host_of`: the address of a peer. `is_player`: True if we have played with it."""
        self.watched: WatchedTable | None = None
        self._audience = Audience(host_of=host_of, is_player=is_player)
        self._proofs = Proofs(lobby=lobby, suite=suite)
        self._lobby = lobby
        self._games = games
        self._rematches = rematches
        self._suite = suite
        self._tell = tell
        self._outbox: list[tuple[bytes, Frame]] = []

    # --- watching ------------------------------------------------------------------------------

    def watch(self, where: bytes, now_ms: int) -> Message | None:
        """Start to watch the table with that id; returns the reason if that is impossible."""
        table = self._lobby.table(where)
        if table is None:
            return message(N_("That table is gone."))
        if why := no_watching(table, self._lobby.mine.key):
            return why
        self.leave()
        self.watched = WatchedTable(table, suite=self._suite, tell=self._tell, now_ms=now_ms)
        return None

    def leave(self) -> None:
        """Stop watching."""
        watched, self.watched = self.watched, None
        if watched is None:
            return
        watched.leave()
        self._outbox.extend(watched.outbox)
        if watched.log is not None:
            self._tell(TableLeft(watched.log.game))

    def view(self) -> TableView | None:
        """The view of the table that I watch; None until its start is known."""
        if self.watched is None or self.watched.game_start is None:
            return None
        again = self._rematches.seated(self.watched.game_start) if self.watched.over else ()
        return self.watched.view(again)

    def tick(self, now_ms: int, presence: PresenceOf) -> None:
        """Ask for news; follow the players to their rematch."""
        watched = self.watched
        self._proofs.tick(now_ms, watched.id if watched else None)
        if watched is None:
            return
        watched.tick(now_ms, presence)
        if watched.refused:
            self.leave()
            what = message(N_("Too many people are already watching {table}."), table=watched.name)
            self._tell(Noticed(what, serious=False))
        elif watched.game_start is not None:
            self._rematches.note(watched.game_start)
            again = self._lobby.table(again_id(watched.game_start))
            if watched.over and again is not None and again.playing:
                self.watch(again.id, now_ms)

    # --- what arrives -------------------------------------------------------------------------

    def genesis(self, key: bytes, frame: Genesis, now_ms: int) -> None:
        """Take a genesis from the peer `key`; raises `Refusal`."""
        if self.watched is not None:
            self.watched.receive(key, frame, now_ms)
        self._proofs.receive(key, frame, now_ms)

    def heard(self, key: bytes, heads: tuple[Head, ...]) -> None:
        """Take a heartbeat of the peer `key`."""
        if self.watched is not None:
            self.watched.heard(key, heads)

    def receive_watch(self, key: bytes, frame: Watch, now_ms: int) -> None:
        """Take a frame of the peer `key`: it watches, stops watching, or has no room for me."""
        if self.watched is not None and self.watched.id == frame.table:
            self.watched.receive(key, frame, now_ms)
        elif not frame.watching:
            self._audience.dismiss(key, now_ms)
        else:
            where = frame.table
            table = self._table(lambda item: table_id(item.game_start.genesis.table) == where)
            answer: Genesis | Watch | None = Watch(where, watching=False)
            if table is not None:
                answer = self._audience.admit(key, where, table.log, now_ms)
            if answer is not None:
                self._outbox.append((key, answer))

    def receive(self, key: bytes, frame: TableFrame, now_ms: int) -> None:
        """Take a frame of a game in which the peer `key` or I have no seat; raises `Refusal`."""
        if isinstance(frame, SyncReply) and self.watched is not None:
            self.watched.receive(key, frame, now_ms)
        elif isinstance(frame, SyncAsk):
            game = frame.game
            table = self._table(
                lambda item: game in (item.id, *item.log.epoch.former) and not item.has(key)
            )
            reply = self._audience.answer(key, frame, table.log, now_ms) if table else None
            if reply is not None:
                self._outbox.append((key, reply))

    def verification_job(self, frame: SyncReply) -> Callable[[], None] | None:
        """The slow part of verifying a reply to me as a thread-safe job, or None."""
        log = self.watched.log if self.watched is not None else None
        return log.agreement.verification_job_for(frame.lines) if log is not None else None

    def outgoing(self, now_ms: int) -> list[tuple[bytes, Frame]]:
        """The frames to send, each with its receiver's key."""
        frames, self._outbox = [*self._outbox, *self._proofs.take_outbox()], []
        if self.watched is not None:
            frames += self.watched.outbox
            self.watched.outbox.clear()
        frames += self._audience.take_gone()
        for table in self._games.all():
            frames += self._audience.news(table.log, now_ms)
        return frames

    def _table(self, wanted: Callable[[SeatedTable], bool]) -> SeatedTable | None:
        return next((table for table in self._games.all() if wanted(table)), None)
