"""One seat at one running table: its log, its game, its files, and the entries due from it.

Sealing, starting, opening and closing need no call; a decision waits for `play`. `tell` gets steps
and notices as they happen; `view` returns the whole view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from camelnet import rules
from camelnet.i18n import N_, Message, message, os_reason
from camelnet.protocol.codec.refusal import Fault, LocalRefusal, Refusal
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.interfaces import SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.replica.replica import JUMP_MS, Replica
from camelnet.protocol.start.genesis import GameStart, read_game_start
from camelnet.protocol.wire.bodies import KEY, ChangeBody, EntryBody, PartingBody, read_body
from camelnet.protocol.wire.frames import (
    Certified,
    Frame,
    Head,
    LogLine,
    PeerAddress,
    Proposal,
    TableFrame,
)
from camelnet.record.journal import Kept
from camelnet.session.api.facts import (
    LuckShown,
    Noticed,
    TableView,
)
from camelnet.session.game.machine import GameMachine, Step
from camelnet.session.game.stages import Stage
from camelnet.session.runtime.store import JournalWriter
from camelnet.session.table.attendance import Attendance
from camelnet.session.table.own_entries import OwnEntries
from camelnet.session.table.peer_context import PeerContext
from camelnet.session.table.recording import Recording
from camelnet.session.table.step_history import StepHistory
from camelnet.session.table.stop_reports import StopReports
from camelnet.session.table.table_views import OVER, PARTS, TableViews

OPEN_MS = 60_000  # so long a closed game waits for seats that say they lack part of it


class SeatedTable:
    """See the module. Times are milliseconds of one clock that does not run backwards."""

    def __init__(
        self,
        context: PeerContext,
        *,
        game_start: GameStart,
        secret: bytes,
        journal_writer: JournalWriter,
        kept: Kept | None,
        recording: bool,
    ) -> None:
        """`recording`: keep a public record. Raises `Refusal` if the start or the journal's content
        does not hold."""
        suite = context.suite
        seat = game_start.seat_of(context.signer.key)
        if seat is None:
            raise Refusal(Fault.GENESIS, "this profile has no seat there")
        self.game_start = game_start
        self.seat = seat
        self.trouble: Message | None = None
        self._journal_writer = journal_writer
        self._tell = context.tell
        self._executor = context.executor
        self._wake = context.wake
        self._driving = False
        self._replaying = True
        self._now_ms = 0
        self._closed_ms: int | None = None  # when the log was closed
        self._ghosts: tuple[int, ...] = ()
        self._steps = StepHistory(suite)
        self.machine = GameMachine(game_start, suite, self._stepped)
        own = SignerIdentity(seat, context.signer, secret)
        self.log = Log(
            game_start=game_start,
            suite=suite,
            machine=self.machine,
            storage=journal_writer,
            own=own,
        )
        self.own_entries = OwnEntries(
            seat=seat,
            secret=secret,
            suite=suite,
            log=self.log,
            machine=self.machine,
            bot=context.bot,
            history=self._steps.public.at,
            executor=self._executor,
            ready=self._go_on,
        )
        self.log.on_final = self._final
        self.log.on_line = self._record
        self.log.on_verification_job = self._verify_later
        self._recording: Recording | None = None
        if kept is not None:
            self._replay(kept)
        if recording:
            self._recording = Recording(log=self.log, store=context.store, tell=self._tell)
        self.replica = Replica(
            self.log,
            own=own,
            storage=journal_writer,
            resumed=kept is not None,
            headless=context.bot is not None,
        )
        if kept is not None and kept.acceptor_state is not None:
            self.replica.epoch_change.restore(kept.acceptor_state)
        if kept is not None:
            self.replica.fork_requests.restore(kept.partings, kept.stays)
        self.attendance = Attendance(
            [seat.key for seat in game_start.genesis.seats], me=seat, met=kept is None
        )
        self._views = TableViews(
            replica=self.replica,
            machine=self.machine,
            own_entries=self.own_entries,
            attendance=self.attendance,
        )
        self._stop_reports = StopReports(
            replica=self.replica, machine=self.machine, store=context.store, tell=self._tell
        )
        self._replaying = False

    @classmethod
    def resumed(
        cls, context: PeerContext, game_id: bytes, *, recording: bool
    ) -> tuple[SeatedTable, Kept]:
        """Reopen a game from its journal. Raises `NoJournal`, `OSError`, `Refusal`."""
        journal_writer, kept = context.store.reopen(game_id)
        try:
            table = cls(
                context,
                game_start=read_game_start(context.suite, kept.genesis, words=True),
                secret=kept.secret,
                journal_writer=journal_writer,
                kept=kept,
                recording=recording,
            )
        except Refusal:
            journal_writer.close()
            raise
        if kept.cut_bytes:
            template = N_("The journal was damaged: its last {count} bytes were cut off.")
            context.tell(Noticed(message(template, count=kept.cut_bytes), serious=True))
        return table, kept

    # --- asking -------------------------------------------------------------------------------

    @property
    def id(self) -> bytes:
        """The id of the game played now; a fork gives the table another one."""
        return self.log.game

    @property
    def position(self) -> rules.Position:
        return self.machine.position

    @property
    def closed(self) -> bool:
        """True once the END entry is settled: nothing more will happen here."""
        return self.machine.stage is Stage.CLOSED

    @property
    def over(self) -> bool:
        return self.machine.stage in OVER

    @property
    def person_here(self) -> bool:
        """True if another person's computer was heard lately."""
        return self.replica.person_here(self._now_ms)

    def has(self, key: bytes) -> bool:
        """True if that peer has a seat here."""
        return self.game_start.seat_of(key) is not None

    def name_of(self, seat: int) -> str:
        return self.game_start.names[seat]

    @property
    def faces(self) -> str:
        """Our own cards that nobody else sees, sealed by us or dealt to us."""
        return self.own_entries.faces

    @property
    def record_trouble(self) -> Message | None:
        """The reason why there is no public record; None if there is one."""
        return self._recording.trouble if self._recording else None

    def view(self, again: tuple[int, ...]) -> TableView:
        """Everything that this seat may see now."""
        return self._views.view(
            again=again,
            trouble=self.trouble,
            recording=self._recording,
            now_ms=self._now_ms,
        )

    # --- doing --------------------------------------------------------------------------------

    def play(self, notation: str, now_ms: int) -> Message | None:
        """Decide; returns the reason if the move cannot be played."""
        if self.log.epoch.stopped:
            return message(N_("The table is stopped."))
        if self.replica.out:
            return message(N_("The game continues without you until you are back."))
        why = self.own_entries.why_not(notation)
        if why is None:
            self.own_entries.chosen.waiting = notation
            self.drive(now_ms)
        return why

    def go_on_without(self, seat: int, wanted: bool, now_ms: int) -> Message | None:
        """Vote to go on without a seat, or withdraw the vote; returns the reason if that is
        impossible."""
        if seat not in self.replica.removable():
            return message(N_("The game can't continue without that seat."))
        with self._disk():
            self.replica.give_up(seat, wanted, now_ms)
        return None

    def receive(self, seat: int, frame: TableFrame, now_ms: int) -> None:
        """Take a frame from the peer on `seat`. A `Refusal` changes nothing."""
        try:
            with self._disk():
                self.replica.receive(seat, frame, now_ms)
        finally:
            self._note_stop()
            self.drive(now_ms)

    @property
    def only_awaits_a_move(self) -> bool:
        """True if all peers agree and the table only waits for a decision."""
        return self.replica.settled and all(what == "entry" for _, what in self.log.owed())

    def tick(self, now_ms: int) -> None:
        if self._now_ms and now_ms > self._now_ms + JUMP_MS:
            self.attendance.anew(now_ms, woken=True)
        self._now_ms = now_ms
        with self._disk():
            self.replica.tick(now_ms)
        self._attend(now_ms)
        self._note_stop()
        self.drive(now_ms)
        self._end(now_ms)

    def _end(self, now_ms: int) -> None:
        """Finish the game once every seat has all of it, or `OPEN_MS` after its end: no seat's
        claim may keep our journal open for ever. Later requests are still answered."""
        if not self.closed:
            self._closed_ms = None
            return
        if self._closed_ms is None:
            self._closed_ms = now_ms
        if self.replica.everybody_has_all or now_ms >= self._closed_ms + OPEN_MS:
            self.finish()

    def _attend(self, now_ms: int) -> None:
        replica, membership = self.replica, self.log.membership
        self.attendance.tick(
            now_ms,
            ghosts=membership.ghosts,
            gone=membership.proven,
            place=(membership.epoch, self.log.index),
            owing=[seat for seat, what in self.log.owed() if what in PARTS],
            brought=lambda seat, within_ms: (
                replica.presence.knows(seat)
                and replica.presence.was_heard(seat, now_ms, within_ms=within_ms)
            ),
        )

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """Turn a failed write into trouble at this seat only, not a crash of the app. Nothing
        unstored was sent; the next tick tries again."""
        try:
            yield
        except OSError as error:
            why = os_reason(error)
            told = message(N_("The table waits: its journal cannot be written ({why})."), why=why)
            if self.trouble != told:
                self.trouble = told
                self._tell(Noticed(told, serious=True))

    def drive(self, now_ms: int) -> None:
        """Write the entries due from us."""
        if self._driving or self.replica.retired:
            return
        self._driving = True
        try:
            while self._may_write(now_ms) and self.log.may_propose and not self.log.epoch.key_due:
                entry = self.own_entries.next_entry()
                if entry is None or not self._write(*entry):
                    break
        finally:
            self._driving = False
        self.replica.flush()

    def _may_write(self, now_ms: int) -> bool:
        if self.machine.obligatory:
            return self.replica.may_write_part(now_ms)
        return self.replica.may_write(now_ms)

    def _write(self, notation: str, attachments: tuple[bytes, ...]) -> bool:
        """Propose an entry; False if the disk refuses it. The next tick tries again."""
        chosen = self.own_entries.chosen
        move, chosen.waiting = chosen.waiting, None
        try:
            with self._disk():
                self.log.propose(notation, attachments)
                self.trouble = None
                chosen.in_flight = move if self.log.agreement.entry is not None else None
                return True
        except LocalRefusal as refusal:  # the click has become illegal meanwhile
            self._tell(Noticed(Message(refusal.fault.value), serious=False))
        else:
            chosen.waiting = move
        return False

    def go_on_apart(self, now_ms: int) -> Message | None:
        """Ask to fork: play on with those present, as another game. Returns the reason if that is
        refused."""
        with self._disk():
            if not self.replica.ask_to_fork(True, now_ms):
                return message(N_("The table can still continue together."))
        return None

    def show_luck(self, index: int) -> LuckShown | None:
        """The proof of the luck behind an entry, recomputed; None if no luck was drawn there."""
        return self._steps.show_luck(self.log, index)

    def head(self) -> Head:
        """The head of this table's log for our heartbeat."""
        return self.replica.head()

    def heard(self, key: bytes, head: Head, now_ms: int) -> None:
        """Take a heartbeat of a peer at this table."""
        seat = self.game_start.seat_of(key)
        if seat is not None:
            self.replica.heard(seat, head, now_ms)

    def outgoing(self) -> list[tuple[bytes, Frame]]:
        """The frames to send, each with its receiver's key."""
        self.replica.flush()
        sent: list[tuple[bytes, Frame]] = []
        seats = self.game_start.genesis.seats
        for to, frame in self.replica.outbox.take():
            receivers = range(len(seats)) if to is None else (to,)
            sent.extend([(seats[seat].key, frame) for seat in receivers if seat != self.seat])
        return sent

    def note_reached(self, addresses: tuple[PeerAddress, ...]) -> None:
        """Save the others' addresses in the journal, for a resume without discovery."""
        if not self.replica.retired:
            with self._disk():
                self._journal_writer.save_addresses(addresses)

    def leave(self) -> None:
        """Close the files. An unfinished game can be resumed from its journal."""
        self.replica.retire()
        with self._disk():
            if self._recording:
                self._recording.close()
            self._journal_writer.close()

    # --- what the log says --------------------------------------------------------------------

    def _verify_later(self, frame: Proposal, job: Callable[[], None]) -> bool:
        """Verify an early proposal, one whose index is not due yet, in the executor."""
        begun: list[bool] = []

        def done() -> None:
            if self.replica.retired:
                return
            with suppress(Refusal), self._disk():  # the sender is named when the frame comes again
                self.log.receive(frame)
            if begun:
                self._wake()

        self._executor.run(job, done)
        begun.append(True)
        return True

    def _go_on(self) -> None:
        if not self._driving:
            self._wake()

    def _record(self, line: LogLine) -> None:
        if self._recording is not None:
            self._recording.append(line, closed=self.closed)

    def _note_stop(self) -> None:
        self.trouble = self._stop_reports.check() or self.trouble

    def _replay(self, kept: Kept) -> None:
        with self._journal_writer.reading_back():
            self._admit_all(kept)
        self.machine.trust(False)
        for promise in kept.promises:
            self.log.restore(promise)

    def _admit_all(self, kept: Kept) -> None:
        for epoch, shares in kept.shares.items():
            self.log.rounds.restore_key_shares(epoch, shares)
        # Before the lines, so that we give no luck for them.
        if kept.acceptor_state is not None:
            self.log.epoch.promise_end(kept.acceptor_state.epoch - 1)
        for parting in kept.partings:
            self.log.epoch.bind_to_fork(read_body(PartingBody, parting).epoch)
        for line in kept.lines:
            # All voters judged a certified line; one that only a change reports may prove false.
            self.machine.trust(isinstance(line, Certified) and bool(line.certificate))
            admit(self.log, line)
        self.log.chain.drop_closing()
        for proof in kept.proofs:
            self.log.statements.restore(proof)

    def _stepped(self, step: Step) -> None:
        self._tell(self._steps.add(self.log, self.machine, step, replayed=self._replaying))

    def _final(self, entry: EntryBody | ChangeBody | PartingBody) -> None:
        """Take note of a final line of the log."""
        self.trouble = None
        chosen = self.own_entries.chosen
        match entry:
            case PartingBody():
                self._parted(entry)
            case ChangeBody():
                self._changed(entry)
        chosen.line_is_final(lost=not isinstance(entry, EntryBody))
        if not isinstance(entry, EntryBody):
            return
        for seat in sorted(self.machine.mismatched):
            self.machine.mismatched.discard(seat)
            refusal = Refusal(Fault.OPENING)
            self._tell(Noticed(refusal.tell(self.name_of(seat)), serious=True))
        if chosen.waiting is not None and entry.notation != KEY:
            chosen.waiting = None  # another entry took the click's place
            self._tell(Noticed(message(N_("Another move of yours came first.")), serious=False))

    def _parted(self, parting: PartingBody) -> None:
        self._ghosts = self.log.membership.ghosts
        if not self._replaying:
            names = ", ".join(self.name_of(seat) for seat in parting.who)
            template = N_("From here on it is another game, played by {names}.")
            self._tell(Noticed(message(template, names=names), serious=True))

    def _changed(self, change: ChangeBody) -> None:
        """Tell who left and who is back."""
        before, now = set(self._ghosts), set(change.ghosts)
        self._ghosts = change.ghosts
        if self._replaying:
            return
        for seat in sorted(now - before - {self.seat}):  # my own screen tells me
            template = N_("The game continues without {name}, who can rejoin any time.")
            if seat in change.proven:
                template = N_("The game continues without {name}, whose program was proven to lie.")
            self._tell(Noticed(message(template, name=self.name_of(seat)), serious=True))
        for seat in sorted(before - now - {self.seat}):
            what = message(N_("{name} is back at the table."), name=self.name_of(seat))
            self._tell(Noticed(what, serious=False))
        if self.machine.deals_anew:
            what = message(
                N_(
                    "The players changed, so all unseen cards are reshuffled and dealt again, hands"
                    " included."
                )
            )
            self._tell(Noticed(what, serious=False))

    def finish(self) -> None:
        """Retire from a closed game and mark its journal as done."""
        if not self.replica.retired:
            self.replica.retire()
            with self._disk():
                self._journal_writer.done()
