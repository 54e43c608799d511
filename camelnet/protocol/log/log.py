"""The log of one game: an entry is final once every voter agrees; then its luck is drawn.

At every moment one place is to be filled, `index`. Its entry is

    proposed by its author -> acknowledged by every voter: final -> drawn: its luck is known

and the next entry waits for that. Two kinds of line wait for no luck and mean nothing to the rules:
the key of an epoch, and the change that begins one. Pending are the final entries without their
luck: the last entry of the rules, and the keys behind it.

The log ignores frames for an earlier place, keeps those for the next place, and fetches the lines
of later places once it gets there. After an absence, and from a record or a journal, whole lines
arrive: `epoch.line_admission` makes the same checks on them, all at once.

`Log` assembles the parts: the chain of final lines, the running epoch, the statements that seats
have signed, the pending rounds of luck, and the agreement on the next entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace

from camelnet.protocol.codec.refusal import Fault, LocalRefusal, Refusal
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.agreement import Agreement
from camelnet.protocol.log.beacon_round import BeaconRound, still_drawable
from camelnet.protocol.log.chain import Chain
from camelnet.protocol.log.early_frames import EarlyFrames
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.equivocation import dealt_in
from camelnet.protocol.log.interfaces import (
    LogContext,
    LogStorage,
    ProposalInFlight,
    SignerIdentity,
    StateMachine,
    StoredProposal,
)
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.log.pending_rounds import PendingRounds
from camelnet.protocol.log.signed_statements import SignedStatements
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import (
    KEY,
    ChangeBody,
    EntryBody,
    FinalBody,
    PartingBody,
    change_hash,
    entry_hash,
    fork_id,
    read_body,
)
from camelnet.protocol.wire.frames import (
    NO_LUCK,
    Ack,
    Certified,
    Changed,
    Equivocation,
    Final,
    Frame,
    LogFrame,
    LogLine,
    Parted,
    Proposal,
    Share,
    Snapshot,
    Unlock,
)
from camelnet.protocol.wire.key_messages import (
    KeyAnswerBody,
    KeyComplaintBody,
    KeyFrame,
    read_key_body,
)


class Log:
    """See the module. `outbox` collects frames for all other seats; the caller sends them."""

    def __init__(
        self,
        *,
        game_start: GameStart,
        suite: Suite,
        machine: StateMachine,
        storage: LogStorage,
        own: SignerIdentity | None,
    ) -> None:
        """`own` is None for a follower: a verifier or a spectator."""
        context = LogContext(
            game_start=game_start, suite=suite, machine=machine, storage=storage, own=own
        )
        self.game_start = game_start
        self.suite = suite
        self.seat = own.seat if own else None
        self.chain = Chain(game_start.root)
        self.epoch = EpochState(context, self.chain)
        self.statements = SignedStatements(context, self.chain, self.epoch)
        self.rounds = PendingRounds(context, self.chain, self.epoch)
        self.early = EarlyFrames(self.chain, self.epoch, self.statements)
        self.agreement = Agreement(
            context, self.chain, self.epoch, self.statements, self.rounds, self.early
        )
        self.outbox = context.outbox
        self.on_line: Callable[[LogLine], None] = lambda line: None  # complete: its luck is final
        self.on_final: Callable[[EntryBody | ChangeBody | PartingBody], None] = lambda entry: None
        # Accepts the slow part of judging a proposal that had to wait; False: judge it now.
        self.on_verification_job: Callable[[Proposal, Callable[[], None]], bool] = (
            lambda frame, job: False
        )
        self._context = context
        self._machine = machine
        self.epoch.begin_keygen()
        self._machine.on_membership(self.epoch.snapshot())

    # --- queries ------------------------------------------------------------------------------

    @property
    def game(self) -> bytes:
        return self.epoch.game

    @property
    def index(self) -> int:
        """The index of the next entry."""
        return self.chain.index

    @property
    def prev(self) -> bytes:
        """The hash that the next entry names."""
        return self.chain.prev

    @property
    def membership(self) -> Membership:
        return self.epoch.membership

    @property
    def voters(self) -> tuple[int, ...]:
        return self.epoch.voters

    @property
    def voter(self) -> SignerIdentity | None:
        """Our identity while we vote and have signed no fork."""
        return self.epoch.voter

    @property
    def author(self) -> int | None:
        """The seat that writes the next entry; None once the log is closed."""
        return self.agreement.author

    @property
    def closed(self) -> bool:
        return self._machine.closed and self.rounds.drawn

    @property
    def missing_from(self) -> int:
        """The first index at which others' lines help: the next one, or that of the first entry
        whose luck is missing."""
        first = self.rounds.first_missing
        return self.index if first is None else first

    def line_at(self, index: int) -> LogLine | None:
        """The line of a final entry, with the luck that we know."""
        line = self.chain.stored_line(index)
        beacon_round = self.rounds.round_at(index)
        if beacon_round is None or not isinstance(line, Certified):
            return line
        luck = beacon_round.luck()
        return line if line.luck == luck else replace(line, luck=luck)

    def owed(self) -> tuple[tuple[int, str], ...]:
        """The seats that the log waits for, in order, each with its debt: an "ack", "luck", a share
        of the "key", an "entry" of its choice, or an entry that is a "part" of a deal. Empty while
        positions differ, and once we have promised the end of the epoch: it takes nothing more."""
        epoch = self.epoch
        if epoch.stopped or epoch.frozen:
            return ()
        if epoch.key_due and epoch.keygen and (dealers := epoch.keygen.owing()):
            return tuple((seat, "key") for seat in dealers)  # a disputed deal holds up the ACKs
        if self.agreement.in_flight is not None:
            return tuple((seat, "ack") for seat in self.agreement.missing)
        if epoch.key_due:
            return ((self.voters[0], "key"),)
        if drawing := self.rounds.owing():
            return tuple((seat, "luck") for seat in drawing)
        author = self.author
        what = "part" if self._machine.obligatory else "entry"
        return () if author is None else ((author, what),)

    def retransmissions(self, *, own: bool = False) -> list[Frame]:
        """The frames about everything unsettled, or our `own` ones: sent again until it is
        settled."""
        seat = self.seat if own else None
        frames = [*self.rounds.retransmissions(), *self.agreement.retransmissions(seat)]
        if self.epoch.key_due and self.epoch.keygen:
            frames.extend(self.epoch.keygen.retransmissions(seat))
        proofs = self.statements.detector.proofs
        frames.extend(proofs[liar] for liar in sorted(proofs))
        return frames

    def snapshot(self) -> Snapshot:
        """Our position at this index, for the others' bug bundles."""
        return Snapshot(self.game, self.index, self._machine.snapshot())

    def can_rejoin(self, seat: int) -> bool:
        """True if a ghost may come back now; otherwise it may at the next deal, leg or round."""
        return self._machine.can_rejoin(seat) and not self.epoch.is_debtor(seat)

    # --- writing ------------------------------------------------------------------------------

    @property
    def may_propose(self) -> bool:
        """True if we may write the next entry now."""
        epoch, agreement = self.epoch, self.agreement
        if self.seat is None or agreement.in_flight is not None or epoch.stopped or epoch.frozen:
            return False
        if agreement.author != self.seat:
            return False
        if epoch.key_due:
            return epoch.keygen is None or epoch.keygen.complete
        return self.rounds.drawn

    def propose(self, notation: str, attachments: tuple[bytes, ...] = ()) -> None:
        """Write the next entry; raises `LocalRefusal` if it is not our turn, or the entry is not
        acceptable."""
        if not self.may_propose:
            raise LocalRefusal(Fault.AUTHOR, "it is not ours to write now")
        try:
            self.agreement.propose(notation, attachments)
        except Refusal as refusal:
            raise LocalRefusal(refusal.fault, refusal.detail) from None
        self.progress()

    def propose_key(self) -> None:
        """Write the epoch's key, once all have dealt and it is our turn."""
        if self.epoch.key_due and self.may_propose:
            self.propose(KEY, self.epoch.keygen.attachments() if self.epoch.keygen else ())

    def restore(self, stored: StoredProposal) -> None:
        """Restore the entry that we had signed before a restart; skip it if it is stale."""
        if self.agreement.restore(stored):
            self.progress()

    # --- input --------------------------------------------------------------------------------

    def receive(self, frame: LogFrame | KeyFrame | Equivocation, sender: int | None = None) -> None:
        """Take a frame that came over the link of `sender`; a `Refusal` changes nothing."""
        match frame:
            case Ack():
                goes_on = self.agreement.receive_ack(frame)
            case Proposal():
                goes_on = self.agreement.receive_proposal(frame)
            case Final() | Share() | Unlock():
                goes_on = self._receive_luck(frame, sender)
            case Equivocation():
                goes_on = self._receive_proof(frame)
            case _:
                goes_on = self._receive_key(frame)
        if goes_on:
            self.progress()

    def _receive_luck(self, frame: Final | Share | Unlock, sender: int | None) -> bool:
        """Take a part of pending luck, or keep it until its entry is final here. A share cannot be
        checked before that: only one from its own seat replaces one that was kept."""
        said = read_body(FinalBody, frame.body) if isinstance(frame, Final) else frame
        epoch, index, seat = said.epoch, said.index, said.seat
        self.statements.check_place(said.game, seat)
        if self.rounds.take(frame, epoch, index):
            if isinstance(frame, Final) and isinstance(said, FinalBody):
                self.statements.see(said, frame)
            self._resolve()
        elif (
            isinstance(frame, Final)
            or sender == seat
            or not self.early.has(type(frame), index, seat)
        ):
            self.early.keep_ahead(frame, epoch, index, seat)
        return False

    def _receive_proof(self, frame: Equivocation) -> bool:
        self.statements.check_place(frame.game, frame.seat)
        if frame.seat in self.statements.detector.proofs:
            return False
        if (proposal := frame.entry) is not None:
            with suppress(Refusal):  # its author is at fault, not the peer that shows it
                self.receive(proposal)
        elif dealt := dealt_in(frame):
            self.statements.judge_dealer(frame.seat, dealt)
        else:
            self.statements.check_contradiction(frame)
        return False

    def _receive_key(self, frame: KeyFrame) -> bool:
        body = read_key_body(frame)
        epoch = self.epoch
        if epoch.key_due and epoch.keygen and body.epoch == epoch.number:
            epoch.keygen.receive(frame)
            self.statements.convict_dealers(epoch.keygen)
            return True
        if body.epoch == epoch.number + 1:
            self.statements.check_place(body.game, body.seat)
            about = 0
            if isinstance(body, KeyComplaintBody):
                about = body.dealer
            elif isinstance(body, KeyAnswerBody):
                about = body.complainer
            self.early.keep(about, body.seat, frame)
        return False

    def _receive_early(self, frame: LogFrame | KeyFrame) -> None:
        if isinstance(frame, Proposal):
            job = self.agreement.verification_job(frame)
            if job is not None and self.on_verification_job(frame, job):
                return  # the frame is received once the job is done
        with suppress(Refusal):  # its sender sends it again, and is named then
            self.receive(frame)

    def _receive_all_early(self) -> None:
        for frame in self.early.take_all():
            self._receive_early(frame)

    def admit(self, line: Certified) -> None:
        """Check everything about an entry of another log and its certificate, and append it; raises
        `Refusal`."""
        if self.epoch.leaving:
            raise Refusal(Fault.FORK, "we have signed that we go")
        entry = read_body(EntryBody, line.body)
        if entry.game != self.game:
            raise Refusal(Fault.GAME)
        if entry.index != self.index:
            raise Refusal(Fault.INDEX, f"{entry.index} instead of {self.index}")
        if self.chain.closing is not None:
            raise Refusal(Fault.CERTIFICATE, f"index {entry.index}")
        if not line.certificate:
            self.chain.closing = line
            return
        self._append(self.agreement.admitted(line), line)

    def learn_luck(self, line: Certified) -> None:
        """Take the luck in another log's line of a pending entry; raises `Refusal`."""
        beacon_round = self.rounds.round_at(read_body(EntryBody, line.body).index)
        if beacon_round is not None and entry_hash(line.body) == beacon_round.hash:
            beacon_round.take(line.luck)
            self._resolve()

    # --- progress -----------------------------------------------------------------------------

    def progress(self) -> None:
        """Go as far as possible: key, luck, then the entry in flight."""
        epoch, agreement = self.epoch, self.agreement
        if epoch.key_due and agreement.in_flight is None and epoch.keygen and epoch.keygen.complete:
            self._receive_all_early()
        self._resolve()
        flight = agreement.in_flight
        if flight is None or epoch.stopped or epoch.leaving:
            return
        if (divergence := agreement.divergence()) is not None:
            epoch.diverge(divergence)
        elif (line := agreement.certified()) is not None:
            self._append(flight, line)

    def _resolve(self) -> None:
        """Draw what can be drawn."""
        self.rounds.resolve()
        if self.closed:
            self.rounds.seal_all()
            self._complete_up_to(len(self.chain.lines))
        for frame in self.early.take_proposals():  # they came before the luck that they follow
            self._receive_early(frame)

    def _append(self, flight: ProposalInFlight, line: Certified) -> None:
        """Append an entry that is final."""
        entry = flight.entry
        bare = line if line.luck == NO_LUCK else replace(line, luck=NO_LUCK)
        self._context.storage.save_line(bare)
        if line.certificate:  # all voters state our digest, whatever one of them sent to us
            self.epoch.agree(about_position=not self.epoch.key_due)
        if self.epoch.key_due:
            self.epoch.take_key(entry)
            self._machine.on_membership(self.epoch.snapshot())
        else:
            self.rounds.act_on(entry)
        beacon_round = self.rounds.add(bare)
        self.chain.append(bare, flight.hash, [one.index for one in self.rounds.pending])
        self.agreement.finish()
        self.on_final(entry)
        self._complete_up_to(self.rounds.pending[0].index - 1)
        beacon_round.take(line.luck)
        if line.certificate:
            self._resolve()
            self._receive_all_early()

    def _complete_up_to(self, index: int) -> None:
        for line in self.chain.complete_up_to(index):
            self.on_line(line)

    # --- epochs -------------------------------------------------------------------------------

    def close_with(self, proposal: Proposal) -> None:
        """Append the entry with which a change closes this epoch; the caller found it
        acceptable."""
        entry = read_body(EntryBody, proposal.body)
        luck = self.agreement.follows_luck(entry, is_agreed=True)
        line = Certified(proposal.body, proposal.signature, b"", (), NO_LUCK)
        self.chain.drop_closing()
        self._append(ProposalInFlight(entry, proposal, entry_hash(proposal.body), luck), line)

    def begin_epoch(self, line: Changed, change: ChangeBody, membership: Membership) -> None:
        """Begin an epoch with a final change, whose `prev` is our last entry."""
        assert (change.index, change.prev) == (self.index, self.prev)
        void = self._void_key(change)
        rounds = self.rounds.pending
        lost = [one for one in rounds if one.index not in change.carried and one is not void]
        kept = [one for one in lost if still_drawable(one, lost, membership)]
        debtors = self.epoch.debtors_of(membership, line.offer.wants, redrawn=change.redrawn)
        self._go_over(line, change.carried, kept)
        self.epoch.begin(membership)
        self._begin_with(line, change_hash(line.offer.change))
        if void is not None:
            self.epoch.keys.pop(void.entry.epoch, None)
        self.epoch.add_debtors(debtors)
        self._enter_epoch(change)

    def _void_key(self, change: ChangeBody) -> BeaconRound | None:
        """The round of a key that only this change made final, or None. Some voters may hold no
        share of that key, so it draws nothing and seals nothing. Nobody has used it before either:
        a seat gives a share only after all acknowledgements, and then one of the promises would
        have shown them."""
        last = self.rounds.pending[-1] if self.rounds.pending else None
        if last is None or not (change.closing and last.is_key and last.index == change.index - 1):
            return None
        return last

    def fork(self, line: Parted, body: PartingBody, membership: Membership) -> None:
        """Continue as another game: all its players have signed, and `prev` is our last entry.
        Nobody holds the old key any more, so the new key draws the luck that is missing."""
        assert (body.index, body.prev) == (self.index, self.prev)
        game = fork_id(line.body)
        self._go_over(line, body.carried, ())
        self.epoch.fork(membership, game)
        self._begin_with(line, game)
        self.statements.forget()
        self._enter_epoch(body)

    def stay(self) -> None:
        """Go on in this game: the forks that we have signed can never be."""
        self.epoch.stay()
        self.progress()

    def _go_over(
        self, line: Changed | Parted, carried: Collection[int], kept: Collection[BeaconRound]
    ) -> None:
        """Leave the epoch: store the line that begins the next one, and reset the luck that it does
        not carry. Raises `Refusal` where we lack luck that it carries."""
        carrying = [one for one in self.rounds.pending if one.index in carried]
        missing = [one.index for one in carrying if not one.resolved]
        if missing:
            raise Refusal(Fault.LUCK, f"index {missing[0]}")
        self.chain.drop_closing()
        self._context.storage.save_line(line)
        self.rounds.begin_epoch(carried, kept)

    def _begin_with(self, line: Changed | Parted, hashed: bytes) -> None:
        self.chain.begin_epoch(line, hashed, [one.index for one in self.rounds.pending])
        self.agreement.finish()

    def _enter_epoch(self, begun: ChangeBody | PartingBody) -> None:
        self.epoch.open(key_due=not self._machine.closed)
        self._machine.on_membership(self.epoch.snapshot())
        self.on_final(begun)
        rounds = self.rounds.pending
        self._complete_up_to(rounds[0].index - 1 if rounds else len(self.chain.lines))
        self._resolve()
        self._receive_all_early()
