"""One seat at one running table: the log and the game it makes, the files, and what is ours to do.

Sealing, starting, opening and closing happen by themselves; a decision waits for `play`. Steps and
notices go to `tell` as they happen, the whole view is asked for by `view`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from camelnet import rules
from camelnet.i18n import N_, Message, message, os_reason
from camelnet.protocol.cards import commitments, encrypted_faces, private_deal
from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.epoch.admission import admit
from camelnet.protocol.log.interfaces import SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import removable
from camelnet.protocol.replica.replica import Replica
from camelnet.protocol.start.genesis import GameStart, read_game_start
from camelnet.protocol.wire.bodies import KEY, ChangeBody, EntryBody, PartingBody
from camelnet.protocol.wire.messages import (
    Certified,
    Frame,
    Genesis,
    Head,
    LogLine,
    PeerAddress,
    Proposal,
    TableFrame,
)
from camelnet.record.journal import Kept
from camelnet.rules.notation import opening_notation
from camelnet.session.api.facts import (
    Fact,
    LuckShown,
    MembershipVotes,
    Need,
    Noticed,
    Phase,
    Presence,
    TableView,
    Vote,
    Waiting,
)
from camelnet.session.game.audit import is_luck, luck_shown
from camelnet.session.game.decks import hand_context
from camelnet.session.game.machine import (
    END,
    SEAL,
    START,
    GameMachine,
    Stage,
    Step,
    stepped,
)
from camelnet.session.game.secrets import sealed_faces
from camelnet.session.runtime.executor import Executor, InlineExecutor, KeyedFuture
from camelnet.session.runtime.store import JournalWriter, Recorder, Store
from camelnet.session.table.verdict_builder import VerdictBuilder
from camelnet.session.views import NEEDS, PHASES, PresenceOf, seat_views, shuffling


class Player(Protocol):
    """Decides for a seat without a person: a bot."""

    def choose(self, position: rules.Position, seat: int, faces: str) -> str:
        """A legal notation; `faces` are the seat's own face-down cards, slot 0 first."""


class SeatedTable:
    """See the module. Times are milliseconds of one clock that does not run backwards."""

    def __init__(
        self,
        *,
        game_start: GameStart,
        secret: bytes,
        signer: Signer,
        suite: Suite,
        store: Store,
        journal_writer: JournalWriter,
        kept: Kept | None,
        bot: Player | None,
        recording: bool,
        tell: Callable[[Fact], None],
        executor: Executor | None = None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        """`recording`: keep a public record. `wake`: called when the workshop has done something
        for us, and `drive` has to be. Raises `Refusal` if the founding, or what a journal
        kept, does not hold."""
        seat = game_start.seat_of(signer.key)
        if seat is None:
            raise Refusal(Fault.GENESIS, "this profile has no seat there")
        self.game_start = game_start
        self.seat = seat
        self._code = game_start.code
        self.trouble: Message | None = None
        self._store = store
        self._journal_writer = journal_writer
        self._bot = bot
        self._tell = tell
        self._executor = executor or InlineExecutor()
        self._wake = wake
        self._driving = False
        self._part: KeyedFuture[tuple[bytes, ...]] = KeyedFuture(
            self._executor
        )  # ours in an entry of a deck
        self._thought: KeyedFuture[str] = KeyedFuture(self._executor)  # our bot's choice
        self._hand: tuple[object, str] = (None, "")  # what it was found for, and the card
        self._replaying = True
        self._intent: str | None = None
        self._sent: str | None = None  # our decision on its way
        self._bundled = -1
        self._finished = False
        self._now_ms = 0
        self._ghosts: tuple[int, ...] = ()
        self._named: set[int] = set()  # seats that were told to have lied
        self._lucky: dict[int, list[Step]] = {}  # by entry: what luck and ghosts did
        faces = (
            rules.GAMES[game_start.table.game].faces if game_start.table.game in rules.GAMES else ""
        )
        self._secret = secret
        self._suite = suite
        self._sealed = sealed_faces(secret, faces)
        self._machine = GameMachine(game_start, suite, self._stepped)
        own = SignerIdentity(seat, signer, secret)
        self.log = Log(
            game_start=game_start,
            suite=suite,
            machine=self._machine,
            storage=journal_writer,
            own=own,
        )
        self.log.on_final = self._final
        self.log.on_line = self._record
        self.log.on_verification_job = self._put_off
        self._verdict_builder = VerdictBuilder(game_start, self.log)
        self._recorder: Recorder | None = None
        self._recording = False
        self.record_trouble: Message | None = None  # why there is no public record
        if kept is not None:
            self._replay(kept)
        if recording:
            self._recording = True
            self._open_record()
        self._table = Replica(
            self.log,
            own=own,
            storage=journal_writer,
            resumed=kept is not None,
            headless=bot is not None,
        )
        if kept is not None and kept.vow is not None:
            self._table.epoch_change.restore(kept.vow)
        if kept is not None and kept.parting is not None:
            self._table.fork_requests.restore(kept.parting)
        self._replaying = False

    @classmethod
    def resumed(
        cls,
        *,
        game_id: bytes,
        signer: Signer,
        suite: Suite,
        store: Store,
        bot: Player | None,
        recording: bool,
        tell: Callable[[Fact], None],
        executor: Executor | None = None,
        wake: Callable[[], None] = lambda: None,
    ) -> tuple[SeatedTable, Kept]:
        """Re-open a game from its journal; raises `NoJournal`, `OSError`, `Refusal`."""
        journal_writer, kept = store.reopen(game_id)
        try:
            table = cls(
                game_start=read_game_start(suite, kept.genesis),
                secret=kept.secret,
                signer=signer,
                suite=suite,
                store=store,
                journal_writer=journal_writer,
                kept=kept,
                bot=bot,
                recording=recording,
                tell=tell,
                executor=executor,
                wake=wake,
            )
        except Refusal:
            journal_writer.close()
            raise
        if kept.cut_bytes:
            template = N_("The journal was damaged: its last {count} bytes were cut off.")
            tell(Noticed(message(template, count=kept.cut_bytes), serious=True))
        return table, kept

    # --- asking -------------------------------------------------------------------------------

    @property
    def id(self) -> bytes:
        """Of the game that goes on here: another one than began once the table has parted."""
        return self.log.game

    @property
    def position(self) -> rules.Position:
        return self._machine.position

    @property
    def closed(self) -> bool:
        """The END entry is settled: nothing more will happen here."""
        return self._machine.stage is Stage.CLOSED

    @property
    def over(self) -> bool:
        return PHASES[self._machine.stage] is Phase.OVER

    @property
    def everybody_has_all(self) -> bool:
        return self._table.everybody_has_all

    @property
    def everybody_back_has_all(self) -> bool:
        """The same of every seat, also of those that the table went on without."""
        return self._table.everybody_back_has_all

    @property
    def awaits_people(self) -> bool:
        """Whether other seats are people's."""
        return self._table.awaits_people

    @property
    def person_here(self) -> bool:
        """Whether another person's seat was heard lately."""
        return self._table.person_here(self._now_ms)

    def has(self, key: bytes) -> bool:
        """Whether that peer plays here."""
        return self.game_start.seat_of(key) is not None

    def key_of(self, seat: int) -> bytes:
        return self.game_start.genesis.seats[seat].key

    def name_of(self, seat: int) -> str:
        return self.game_start.names[seat]

    def view(self, presence: PresenceOf, again: tuple[int, ...]) -> TableView:
        """Everything that this seat may see now."""
        stage = self._machine.stage
        stopped = self.log.epoch.stopped is not None
        in_flight = self.log.agreement.entry
        pending = self._intent
        if in_flight and in_flight.seat == self.seat and stage is Stage.PLAY:
            pending = in_flight.notation
        return TableView(
            game_id=self.id,
            name=self.game_start.table.name,
            seats=seat_views(self.game_start, self.seat, self._seen(presence), self.log.membership),
            me=self.seat,
            phase=Phase.STOPPED if stopped else PHASES[stage],
            position=self.position,
            index=self.log.index,
            code=self._code,
            waiting=self._waiting(),
            pending=pending,
            faces=self.faces,
            again=again,
            trouble=self.trouble,
            record=self._recorder.path if self._recorder and self.closed else None,
            membership_votes=self._fellowship(self._now_ms),
            shuffling=None if self.log.epoch.key_due else shuffling(self._machine),
            aids=self.game_start.table.aids,
            verdict=self._verdict_builder.verdict(self.position, ended=self.closed),
        )

    def _seen(self, presence: PresenceOf) -> PresenceOf:
        """Who is here: over its own link, or over others'."""

        def seen(key: bytes) -> tuple[Presence, int]:
            seat = self.game_start.seat_of(key)
            if seat is not None and self._table.reached(seat, self._now_ms):
                return Presence.HERE, 0
            return presence(key)

        return seen

    @property
    def faces(self) -> str:
        """Our own cards that nobody else sees: what we sealed, or what we were dealt."""
        if self._sealed.faces:
            return self._sealed.faces
        found_for = self._machine.hand_place(self.seat)
        if found_for != self._hand[0]:
            context = self._machine.hand_context(self.seat)
            secret = 0 if context is None else self._hand_key(context)[0]
            self._hand = (found_for, self._machine.hand(self.seat, secret))
        return self._hand[1]

    def _fellowship(self, now_ms: int) -> MembershipVotes:
        changes, membership = self._table.epoch_change, self.log.membership
        possible = removable(membership, tuple(range(len(self.game_start.genesis.seats))))
        votes = tuple(
            Vote(seat, leaving, wanted_by, membership.quorum)
            for (seat, leaving), wanted_by in changes.wanted().items()
            if seat in possible or not leaving  # two voters, say, cannot go on without one
        )
        return MembershipVotes(
            epoch=membership.epoch,
            votes=votes,
            removable=self._table.removable(),
            apart=self._table.apart(now_ms),
            apart_asked=self._table.fork_requests.asked,
            changing=changes.started or (self.log.epoch.key_due and membership.epoch > 0),
            i_am_out=self._table.out,
            can_rejoin=self.log.can_rejoin(self.seat),
            debtor=self.log.epoch.is_debtor(self.seat),
        )

    def _waiting(self) -> tuple[Waiting, ...]:
        if self._table.unheard and self.log.author == self.seat:
            return tuple(Waiting(seat, Need.ACK) for seat in self._table.unheard)
        if self._table.epoch_change.started:
            return tuple(Waiting(seat, Need.CHANGE) for seat in self.log.voters)
        need = NEEDS.get(self._machine.stage, Need.END)
        whys = {"ack": Need.ACK, "luck": Need.LUCK, "key": Need.KEY, "part": Need.CARDS}
        return tuple(Waiting(seat, whys.get(what, need)) for seat, what in self.log.owed())

    # --- doing --------------------------------------------------------------------------------

    def play(self, notation: str, now_ms: int) -> Message | None:
        """Decide; returns why not when it cannot be."""
        if self.log.epoch.stopped:
            return message(N_("The table is stopped."))
        if self._table.out:
            return message(N_("The table goes on without you until you are back."))
        if self.log.epoch.key_due or not self.log.rounds.drawn or self.log.epoch.frozen:
            return message(N_("The table is not ready for the next move yet."))
        if self._machine.stage is Stage.DECK:
            return message(N_("The cards are being shuffled."))
        if self._machine.stage is not Stage.PLAY or self._machine.author != self.seat:
            return message(N_("It is not your turn."))
        if self._intent or self.log.agreement.entry:
            return message(N_("Your move is on its way already."))
        why = self.position.why_not(notation)
        if why is None:
            self._intent = notation
            self.drive(now_ms)
        return why

    def go_on_without(self, seat: int, wanted: bool, now_ms: int) -> Message | None:
        """Vote to go on without a seat, or take it back; returns why not when it cannot be."""
        if seat not in self._table.removable():
            return message(N_("The table cannot go on without that seat."))
        with self._disk():
            self._table.give_up(seat, wanted, now_ms)
        return None

    def receive(self, seat: int, frame: TableFrame, now_ms: int) -> None:
        """A frame from the peer on `seat`; raises `Refusal`, and then nothing has changed."""
        try:
            with self._disk():
                self._table.receive(seat, frame, now_ms)
        finally:
            self._note_stop()
            self.drive(now_ms)

    @property
    def only_awaits_a_move(self) -> bool:
        """Whether nothing is under way here: all agree, and somebody is to decide."""
        return self._table.settled and all(what == "entry" for _, what in self.log.owed())

    def tick(self, now_ms: int) -> None:
        self._now_ms = now_ms
        with self._disk():
            self._table.tick(now_ms)
        self._note_stop()
        self.drive(now_ms)
        if self.closed and self.everybody_has_all:
            self.finish()

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """A disk that cannot be written stops this seat, not the app: what could not be stored was
        not sent either, and is tried again."""
        try:
            yield
        except OSError as error:
            why = os_reason(error)
            told = message(N_("The table waits: its journal cannot be written ({why})."), why=why)
            if self.trouble != told:
                self.trouble = told
                self._tell(Noticed(told, serious=True))

    def drive(self, now_ms: int) -> None:
        """Write what is ours to write now."""
        if self._driving:
            return
        self._driving = True
        try:
            while self._may_write(now_ms) and self.log.may_propose and not self.log.epoch.key_due:
                entry = self._next_entry()
                if entry is None:
                    break
                if not self._write(*entry):
                    break
        finally:
            self._driving = False
        self._table.flush()

    def _may_write(self, now_ms: int) -> bool:
        if self._machine.obligatory:
            return self._table.may_write_part(now_ms)
        return self._table.may_write(now_ms)

    def _write(self, notation: str, attachments: tuple[bytes, ...]) -> bool:
        """Propose an entry; False if the disk does not take it, to be tried with the next tick."""
        wanted, self._intent = self._intent, None
        try:
            with self._disk():
                self.log.propose(notation, attachments)
                self.trouble = None
                self._sent = wanted if self.log.agreement.entry else None
                return True
        except Refusal as refusal:  # a click that has become impossible meanwhile
            self._tell(Noticed(Message(refusal.fault.value), serious=False))
        else:
            self._intent = wanted
        return False

    def go_on_apart(self, now_ms: int) -> Message | None:
        """Ask to play on with those present, as another game; returns why not."""
        with self._disk():
            if not self._table.go_apart(True, now_ms):
                return message(N_("The table can still go on together."))
        return None

    def show_luck(self, index: int) -> LuckShown | None:
        """The proof of the luck behind an entry, computed anew; None if none was drawn there."""
        steps, names = self._lucky.get(index, []), self.game_start.names
        return luck_shown(self.log, self._suite, steps, index, names)

    def head(self) -> Head:
        """What our heartbeat says of this table."""
        return self._table.head()

    def heard(self, key: bytes, head: Head, now_ms: int) -> None:
        """A heartbeat of a peer at this table."""
        seat = self.game_start.seat_of(key)
        if seat is not None:
            self._table.heard(seat, head, now_ms)

    def outgoing(self) -> list[tuple[bytes, Frame]]:
        """Frames to send, each with the key of its peer."""
        self._table.flush()
        sent: list[tuple[bytes, Frame]] = []
        for to, frame in self._table.outbox:
            seats = range(len(self.game_start.genesis.seats)) if to is None else (to,)
            sent.extend((self.key_of(seat), frame) for seat in seats if seat != self.seat)
        self._table.outbox.clear()
        return sent

    def genesis(self) -> Genesis:
        return self.game_start.frame()

    def note_reached(self, addresses: tuple[PeerAddress, ...]) -> None:
        """Keep in the journal where the others are, for a resume without discovery."""
        if not self._finished:
            with self._disk():
                self._journal_writer.save_addresses(addresses)

    def leave(self) -> None:
        """Close the files; an unfinished game can be resumed from its journal."""
        with self._disk():
            if self._recorder:
                self._recorder.close()
            self._journal_writer.close()

    def _next_entry(self) -> tuple[str, tuple[bytes, ...]] | None:
        match self._machine.stage:
            case Stage.SEAL:
                return SEAL, self._locks()
            case Stage.START:
                return START, ()
            case Stage.OPEN if not self._machine.has_sealed(self.seat):
                return opening_notation(self.seat), ()
            case Stage.OPEN:
                return opening_notation(self.seat, self._sealed.faces), self._sealed.nonces
            case Stage.END:
                return END, ()
            case Stage.DECK:
                return self._deck_part()
            case Stage.PLAY if self._bot:
                return self._bot_move(self._bot)
            case Stage.PLAY if self._intent:
                return self._intent, ()
        return None

    # --- what the log says --------------------------------------------------------------------

    def _locks(self) -> tuple[bytes, ...]:
        """What our SEAL entry carries: our faces under the table's key, or plain commitments; in a
        game of hands the key to which our cards are dealt."""
        if not self._sealed.faces:
            return (self._hand_key(hand_context(self.id, self.seat))[1],)
        key = self._machine.seal_key
        if key is None:
            return commitments.commitments(self.id, self.seat, self._sealed)
        return encrypted_faces.lock(
            self._suite, key, self.id, self.seat, self._sealed, self._secret
        )

    def _put_off(self, frame: Proposal, job: Callable[[], None]) -> bool:
        """Judge a proposal in the workshop that came before its place was free."""
        begun: list[bool] = []

        def done() -> None:
            with suppress(Refusal), self._disk():  # whoever sent it is named when it comes again
                self.log.receive(frame)
            if begun:
                self._wake()

        self._executor.run(job, done)
        begun.append(True)
        return True

    def _hand_key(self, context: bytes) -> tuple[int, bytes]:
        return private_deal.hand_key(self._suite.group, context, self._secret)

    def _deck_part(self) -> tuple[str, tuple[bytes, ...]] | None:
        """Our entry in shuffling and dealing; None while the workshop makes it."""
        due = self._machine.deck
        assert due is not None
        place = (due.order.context, due.step, due.progress)
        share = self.log.rounds.key_share(due.order.epoch)
        if share is None and due.order.key is not None:
            return None  # our journal has lost it: we owe our part, and the table goes on

        def then(part: tuple[bytes, ...]) -> None:
            self._machine.made(due, part)
            self._go_on()

        part = self._part.get(place, lambda: due.make(self._suite, self._secret, share), then)
        return None if part is None else (due.step.value, part)

    def _bot_move(self, bot: Player) -> tuple[str, tuple[bytes, ...]] | None:
        """What our bot plays; None while it thinks."""
        position, faces = self.position, self.faces
        notation = self._thought.get(
            self.log.index,
            lambda: bot.choose(position, self.seat, faces),
            lambda _notation: self._go_on(),
        )
        return None if notation is None else (notation, ())

    def _go_on(self) -> None:
        if not self._driving:
            self._wake()

    def _replay(self, kept: Kept) -> None:
        with self._journal_writer.reading_back():
            self._admit_all(kept)
        self._machine.trust(False)
        for promise in kept.promises:
            self.log.restore(promise)

    def _admit_all(self, kept: Kept) -> None:
        for epoch, shares in kept.shares.items():
            self.log.rounds.restore_key_shares(epoch, shares)
        if kept.vow is not None:
            # Before the lines: their luck was not ours to give.
            self.log.epoch.promise_end(kept.vow.epoch - 1)
        for line in kept.lines:
            # What all voters signed was judged; what a change only reports may be found false.
            self._machine.trust(isinstance(line, Certified) and bool(line.certificate))
            admit(self.log, line)
        self.log.chain.drop_closing()
        for proof in kept.proofs:
            self.log.statements.restore(proof)

    def _stepped(self, step: Step) -> None:
        index = self.log.rounds.acting
        ghosts = self._machine.acting
        self._lucky[index] = [item for item in self._machine.told if is_luck(item, ghosts)]
        self._tell(stepped(self.id, index, step, ghosts=ghosts, replayed=self._replaying))

    def _final(self, entry: EntryBody | ChangeBody | PartingBody) -> None:
        """A line of the log is final."""
        self.trouble = None
        sent, self._sent = self._sent, None
        if isinstance(entry, PartingBody):
            self._parted(entry)
            self._intent = self._intent or sent
            return
        if isinstance(entry, ChangeBody):
            self._changed(entry)
            self._intent = self._intent or sent  # it was on its way, and is written again
            return
        for seat in sorted(self._machine.mismatched):
            self._machine.mismatched.discard(seat)
            refusal = Refusal(Fault.OPENING)
            self._tell(Noticed(refusal.tell(self.name_of(seat)), serious=True))
        if self._intent is not None and entry.notation != KEY:
            self._intent = None  # the table went on without this click
            self._tell(Noticed(message(N_("Another move of yours was first.")), serious=False))

    def _parted(self, parting: PartingBody) -> None:
        self._ghosts = self.log.membership.ghosts
        if not self._replaying:
            names = ", ".join(self.name_of(seat) for seat in parting.who)
            template = N_("From here on it is another game. Those who play on: {names}.")
            self._tell(Noticed(message(template, names=names), serious=True))

    def _changed(self, change: ChangeBody) -> None:
        """Say who plays on from here."""
        before, now = set(self._ghosts), set(change.ghosts)
        self._ghosts = change.ghosts
        if self._replaying:
            return
        for seat in sorted(now - before):
            template = N_("The table goes on without {name}; it may come back.")
            if seat in change.proven:
                template = N_("The table goes on without {name}, whose program was proven to lie.")
            self._tell(Noticed(message(template, name=self.name_of(seat)), serious=True))
        for seat in sorted(before - now):
            what = message(N_("{name} is back at the table."), name=self.name_of(seat))
            self._tell(Noticed(what, serious=False))
        if self._machine.deals_anew:
            what = message(
                N_(
                    "Since others hold the key now, all cards that nobody has seen are shuffled "
                    "and dealt anew, those in hand as well."
                )
            )
            self._tell(Noticed(what, serious=False))

    def finish(self) -> None:
        """The game is closed and everybody has all of it: the journal has done its work."""
        if not self._finished:
            self._finished = True
            with self._disk():
                self._journal_writer.done()

    def _open_record(self) -> None:
        try:
            self._recorder = self._store.recorder(self.game_start, self.log.chain.complete)
            self.record_trouble = None
        except OSError as error:
            self._no_record(error)

    def _record(self, line: LogLine) -> None:
        whole = self.closed and len(self.log.chain.complete) == len(self.log.chain.lines)
        if self._recorder is None and self._recording and whole:
            self._open_record()  # once more: the disk may have room again
        elif self._recorder:
            try:
                self._recorder.append(line)
            except OSError as error:
                self._no_record(error)
        if self._recorder and whole:
            try:
                self._recorder.close()
            except OSError as error:
                self._no_record(error)

    def _no_record(self, error: OSError) -> None:
        """The game goes on without its public record; the journal has everything."""
        self._recorder = None
        template = N_("The record of this game cannot be written ({why}).")
        self.record_trouble = message(template, why=os_reason(error))
        self._tell(Noticed(self.record_trouble, serious=True))

    # --- disagreement -------------------------------------------------------------------------

    def _note_stop(self) -> None:
        """When the log stops: say so, and keep a bug bundle with what is known by now."""
        self._name_liars()
        stopped = self.log.epoch.stopped
        known = len(self._table.snapshots)
        if stopped is None:
            self._bundled = -1  # another stop would be told again
        if stopped is None or self._bundled == known:
            return
        first = self._bundled < 0
        self._bundled = known
        self.trouble = self._stop_message(stopped)
        if first:
            self._tell(Noticed(self.trouble, serious=True))

    def _name_liars(self) -> None:
        """Whoever has signed two different things stays where too few are left to go on."""
        for seat in sorted(set(self.log.statements.detector.proofs) - self._named - {self.seat}):
            self._named.add(seat)
            if seat not in removable(self.log.membership, (seat,)):
                template = N_(
                    "{name} signed two different things; the table cannot go on without that seat."
                )
                self._tell(Noticed(message(template, name=self.name_of(seat)), serious=True))

    def _stop_message(self, stopped: Refusal) -> Message:
        name = f"{self.id.hex()[:12]}-{self.log.index}"
        try:
            where: str | Message = str(self._store.bundle(name, self._bundle(stopped)))
        except OSError as error:
            where = os_reason(error)
        return message(
            N_("The table is stopped at entry {index}: {what} ({detail}). Report: {where}."),
            index=self.log.index,
            what=Message(stopped.fault.value),
            detail=stopped.detail,
            where=where,
        )

    def _bundle(self, stopped: Refusal) -> dict[str, bytes]:
        """Both positions and the log; nothing secret."""
        files = {
            "why.txt": f"{stopped}\nindex {self.log.index}, seen from seat {self.seat}\n".encode(),
            "genesis": encode(to_array(self.genesis())),
            "log": encode(tuple(encode(to_array(item)) for item in self.log.chain.lines)),
            f"position-{self.seat}.json": _readable(self._machine.snapshot()),
        }
        for seat, position in self._table.snapshots.items():
            files[f"position-{seat}.json"] = _readable(position)
        return files


def _readable(position: bytes) -> bytes:
    try:
        return json.dumps(rules.decode(position).to_dict(), indent=1).encode()
    except ValueError:
        return json.dumps({"bytes": position.hex()}).encode()
