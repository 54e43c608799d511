"""The games of one peer: the one it plays, and past ones that others may still fetch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from camelnet.i18n import N_, message, os_reason
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.frames import (
    Apart,
    Equivocation,
    Frame,
    Genesis,
    Head,
    Proposal,
    Relayed,
    SyncAsk,
    SyncReply,
    TableFrame,
    game_of,
)
from camelnet.protocol.wire.limits import HEADS_MAX
from camelnet.record.journal import SECRET_SIZE, Kept, NoJournal
from camelnet.session.api.facts import Noticed, SavedGame, TableLeft
from camelnet.session.runtime.archive import Archive
from camelnet.session.table.peer_context import PeerContext
from camelnet.session.table.seated_table import SeatedTable

PAST_MAX = 3
CALLED_MS = 3000  # so long after its last heartbeat a person counts as playing


class Games:
    """See the module. Times are milliseconds of the session's clock."""

    def __init__(self, context: PeerContext) -> None:
        self.seated: SeatedTable | None = None
        saved = context.store.saved()
        self.saved = _unfinished(saved)
        self._context = context
        self._store = context.store
        self._tell = context.tell
        self._past: list[SeatedTable] = []
        self._archive = Archive(context.store)
        self._called: tuple[bytes, int] | None = None  # our game that a person plays
        self._unfit: set[bytes] = set()  # games that we cannot continue
        self._serve([game for game in saved if game.closed])

    # --- asking -------------------------------------------------------------------------------

    @property
    def running(self) -> SeatedTable | None:
        """The game that I play, while it is not over."""
        return self.seated if self.seated and not self.seated.over else None

    @property
    def over(self) -> SeatedTable | None:
        """The game that I played, until I leave its table."""
        return self.seated if self.seated and self.seated.over else None

    def all(self) -> list[SeatedTable]:
        """The present game, then past ones."""
        return [self.seated, *self._past] if self.seated else list(self._past)

    def heads(self) -> tuple[Head, ...]:
        """The head of each log, at most `HEADS_MAX`; games that somebody lacks precede those that
        nobody asks for."""
        seated = (self.seated.head(),) if self.seated else ()
        past = tuple(table.head() for table in self._past)
        return (*seated, *self._archive.heads(), *past)[:HEADS_MAX]

    def called(self, now_ms: int) -> bytes | None:
        """An unfinished game of mine that another person is playing now."""
        if self._called is None or now_ms >= self._called[1] + CALLED_MS:
            return None
        return self._called[0]

    def outgoing(self) -> list[tuple[bytes, Frame]]:
        """The frames to send, each with its receiver's key."""
        found = [item for table in self.all() for item in table.outgoing()]
        found += self._archive.outbox
        self._archive.outbox.clear()
        return found

    # --- doing --------------------------------------------------------------------------------

    def begin_game(self, game_start: GameStart, begun: Genesis) -> SeatedTable | None:
        """Enter a game that begins; None, with a notice, if its journal cannot be written. `begun`:
        its frame with our word, from `Starts.with_word`."""
        secret = self._context.random(SECRET_SIZE)
        try:
            journal_writer = self._store.begin(begun, secret, self._context.level)
        except OSError as error:
            template = N_("The game cannot begin here: its journal cannot be written ({why}).")
            self._tell(Noticed(message(template, why=os_reason(error)), serious=True))
            return None
        try:
            table = SeatedTable(
                self._context,
                game_start=game_start,
                secret=secret,
                journal_writer=journal_writer,
                kept=None,
                recording=True,
            )
        except Refusal:
            journal_writer.done()
            raise
        self._enter(table)
        return table

    def resume(self, game_id: bytes) -> Kept | None:
        """Enter an unfinished game; None, with a notice, if its journal does not hold."""
        try:
            table, kept = SeatedTable.resumed(self._context, game_id, recording=True)
        except (NoJournal, OSError, Refusal) as error:
            template = N_("That game cannot be resumed: {why}.")
            why = os_reason(error) if isinstance(error, OSError) else str(error)
            self._tell(Noticed(message(template, why=why), serious=True))
            self._unfit.add(game_id)
            return None
        self._enter(table)
        return kept

    def leave(self) -> None:
        """Leave the table. An unfinished game stays in its journal; one that is over still
        answers."""
        table, self.seated = self.seated, None
        if table is None:
            return
        if table.over:
            self._past.insert(0, table)
            for forgotten in self._past[PAST_MAX:]:
                forgotten.leave()
            del self._past[PAST_MAX:]
        else:
            if table.log.epoch.stopped:
                self._unfit.add(table.game_start.id)
            table.leave()
        self._look()
        self._tell(TableLeft(table.id))

    def receive(self, key: bytes, frame: TableFrame, now_ms: int) -> None:
        """Take a frame of the peer `key`; raises `Refusal`."""
        game = game_of(frame)
        for table in self.all():
            seat = table.game_start.seat_of(key)
            # A peer that signed a fork and missed its end still asks in the former game.
            ours = table.id == game or (isinstance(frame, Apart) and game in table.log.epoch.former)
            if seat is not None and ours:
                table.receive(seat, frame, now_ms)
        if isinstance(frame, SyncAsk):
            self._archive.receive(key, frame)

    def verification_job(
        self, frame: Proposal | Equivocation | Relayed | SyncReply
    ) -> Callable[[], None] | None:
        """The slow part of judging entries of my games, as a thread-safe job; usually None."""
        try:
            if not isinstance(frame, SyncReply):
                return self.seated.log.agreement.verification_job(frame) if self.seated else None
            log = next((table.log for table in self.all() if table.id == frame.game), None)
            return log.agreement.verification_job_for(frame.lines) if log is not None else None
        except OSError:  # storing a proof failed: `receive` will meet the same error
            return None

    def drive(self, now_ms: int) -> None:
        """Write the entries due from me."""
        for table in self.all():
            table.drive(now_ms)

    def heard(self, key: bytes, heads: tuple[Head, ...], now_ms: int) -> bool:
        """Take a heartbeat of the peer `key`; returns True if it lacks the start of my game."""
        known = {head.game: head for head in heads}
        mine = {table.id for table in self.all()} | {game.now_id for game in self.saved}
        self._archive.heard(key, heads, mine, now_ms)
        for game in self.saved if self.seated is None else ():
            if key in game.people and game.now_id in known and game.game_id not in self._unfit:
                self._called = (game.game_id, now_ms)
        for table in self.all():
            names = not known.keys().isdisjoint((table.id, *table.log.epoch.former))
            table.attendance.beats(key, now_ms, names=names)
            if table.id in known:
                table.heard(key, known[table.id], now_ms)
        table_now = self.running
        return table_now is not None and table_now.has(key) and table_now.id not in known

    def tick(self, now_ms: int) -> None:
        for table in self.all():
            table.tick(now_ms)
        self._archive.tick(now_ms)

    def close(self) -> None:
        """Close all files."""
        for table in self.all():
            table.leave()

    def _enter(self, table: SeatedTable) -> None:
        self.leave()
        self.seated = table
        self._called = None
        self._look()

    def _look(self) -> None:
        self.saved = _unfinished(self._store.saved())

    def _serve(self, closed: list[SavedGame]) -> None:
        """Reopen games that ended here, in case somebody lacks their last entries."""
        quiet = replace(self._context, tell=lambda fact: None)
        for number, game in enumerate(closed):
            try:
                table, _ = SeatedTable.resumed(quiet, game.game_id, recording=False)
            except (NoJournal, OSError, Refusal):
                continue
            if number < PAST_MAX:
                self._past.append(table)
            else:
                table.finish()


def _unfinished(saved: tuple[SavedGame, ...]) -> tuple[SavedGame, ...]:
    return tuple(game for game in saved if not game.closed)
