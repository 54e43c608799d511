"""The games of one peer: the one it plays, and those it played, which others may still fetch."""

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
CALLED_MS = 3000  # so long after its last heartbeat a person counts as playing there


class Games:
    """See the module. Times are milliseconds of the session's clock."""

    def __init__(self, context: PeerContext) -> None:
        self.seated: SeatedTable | None = None
        saved = context.store.saved()
        self.saved = _unfinished(saved)  # what there is to resume
        self._context = context
        self._store = context.store
        self._tell = context.tell
        self._past: list[SeatedTable] = []
        self._archive = Archive(context.store)
        self._called: tuple[bytes, int] | None = None  # an unfinished game that a person plays
        self._unfit: set[bytes] = set()  # games that cannot be played on here
        self._serve([game for game in saved if game.closed])

    # --- asking -------------------------------------------------------------------------------

    @property
    def running(self) -> SeatedTable | None:
        """The game I am in, while it is not over."""
        return self.seated if self.seated and not self.seated.over else None

    @property
    def over(self) -> SeatedTable | None:
        """The game I was in, while I have not left its table."""
        return self.seated if self.seated and self.seated.over else None

    def all(self) -> list[SeatedTable]:
        """The one I am in, then those that I played."""
        return [self.seated, *self._past] if self.seated else list(self._past)

    def heads(self) -> tuple[Head, ...]:
        """The head of each log; those that somebody lacks come before those that nobody asks
        for."""
        seated = (self.seated.head(),) if self.seated else ()
        past = tuple(table.head() for table in self._past)
        return (*seated, *self._archive.heads(), *past)[:HEADS_MAX]

    def called(self, now_ms: int) -> bytes | None:
        """The unfinished game of mine that another person plays on just now."""
        if self._called is None or now_ms >= self._called[1] + CALLED_MS:
            return None
        return self._called[0]

    def outgoing(self) -> list[tuple[bytes, Frame]]:
        """Frames to send, each with the key of its peer."""
        found = [item for table in self.all() for item in table.outgoing()]
        found += self._archive.outbox
        self._archive.outbox.clear()
        return found

    # --- doing --------------------------------------------------------------------------------

    def begin_game(self, game_start: GameStart, begun: Genesis) -> SeatedTable | None:
        """Sit down at a game that begins; None, and a notice, if it cannot be kept on the disk.
        `begun` is its frame with our word, as `Starts.with_word` gives it."""
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
        """Sit down at an unfinished game; None, and a notice, if its journal does not hold."""
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
        """Get up. An unfinished game stays in its journal; one that is over answers a while."""
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
        """A frame of the peer `key`; raises `Refusal`."""
        game = game_of(frame)
        for table in self.all():
            seat = table.game_start.seat_of(key)
            # Who has signed a parting and missed its end asks in the game that we have left.
            ours = table.id == game or (isinstance(frame, Apart) and game in table.log.epoch.former)
            if seat is not None and ours:
                table.receive(seat, frame, now_ms)
        if isinstance(frame, SyncAsk):
            self._archive.receive(key, frame)

    def verification_job(
        self, frame: Proposal | Equivocation | Relayed | SyncReply
    ) -> Callable[[], None] | None:
        """The slow part of judging entries of a game of mine as a thread-safe job; most often
        None."""
        try:
            if not isinstance(frame, SyncReply):
                return self.seated.log.agreement.verification_job(frame) if self.seated else None
            log = next((table.log for table in self.all() if table.id == frame.game), None)
            return log.agreement.verification_job_for(frame.lines) if log is not None else None
        except OSError:  # a proof that the disk does not take: receiving the frame meets it again
            return None

    def drive(self, now_ms: int) -> None:
        """Write what is mine to write now."""
        for table in self.all():
            table.drive(now_ms)

    def heard(self, key: bytes, heads: tuple[Head, ...], now_ms: int) -> bool:
        """A heartbeat of the peer `key`; true if it lacks the very beginning of my game."""
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
        """Take up games that have ended here, but of which somebody may lack the last entries."""
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
