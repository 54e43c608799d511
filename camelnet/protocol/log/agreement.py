"""Agreement on the entry at the next index.

Its author proposes it, every voter acknowledges it, and these acknowledgements are its certificate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import HASH_SIZE
from camelnet.protocol.log.chain import Chain
from camelnet.protocol.log.commit_reveal import pledge_of
from camelnet.protocol.log.early_frames import EarlyFrames
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.interfaces import LogContext, ProposalInFlight, StoredProposal
from camelnet.protocol.log.membership import Scheme
from camelnet.protocol.log.pending_rounds import PendingRounds, nonce_of
from camelnet.protocol.log.signed_statements import SignedStatements
from camelnet.protocol.wire.bodies import (
    KEY,
    AckBody,
    EntryBody,
    ack_for,
    body_bytes,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import (
    NO_LUCK,
    Ack,
    CertificateLine,
    Certified,
    Equivocation,
    Frame,
    LogFrame,
    LogLine,
    Proposal,
    Relayed,
)

NO_DIGEST = bytes(HASH_SIZE)  # a key waits for no position: its acknowledgements state none


class Agreement:
    """See the module. The caller calls `Log.progress` where a docstring says so."""

    def __init__(
        self,
        context: LogContext,
        chain: Chain,
        epoch: EpochState,
        statements: SignedStatements,
        rounds: PendingRounds,
        early: EarlyFrames,
    ) -> None:
        self.in_flight: ProposalInFlight | None = None
        self._acks: dict[int, tuple[AckBody, Ack]] = {}
        self._context = context
        self._machine = context.machine
        self._chain = chain
        self._epoch = epoch
        self._statements = statements
        self._rounds = rounds
        self._early = early

    # --- queries ------------------------------------------------------------------------------

    @property
    def author(self) -> int | None:
        """The seat that writes the next entry; None once the log is closed."""
        return self._epoch.voters[0] if self._epoch.key_due else self._machine.author

    @property
    def entry(self) -> EntryBody | None:
        """The entry in flight: proposed, not final."""
        return self.in_flight.entry if self.in_flight else None

    @property
    def acknowledged(self) -> Proposal | None:
        """The entry in flight, if we have acknowledged it."""
        own = self._epoch.voter
        return self.in_flight.proposal if self.in_flight and own and self.agrees(own.seat) else None

    @property
    def reached(self) -> int:
        """The last index that is final here or that we have acknowledged."""
        return self._chain.index - (self.acknowledged is None)

    @property
    def missing(self) -> tuple[int, ...]:
        """The voters that have not acknowledged the entry in flight."""
        flight, acks = self.in_flight, self._acks
        if flight is None:
            return self._epoch.voters
        return tuple(
            [
                seat
                for seat in self._epoch.voters
                if seat not in acks or acks[seat][0].entry != flight.hash
            ]
        )

    @property
    def divergent(self) -> tuple[int, ...]:
        """The voters whose position differs from ours, if a quorum shares ours."""
        if self._epoch.stopped is None or self.in_flight is None:
            return ()
        ours = self.digest()
        agree = [seat for seat in self._epoch.voters if self.agrees(seat)]
        divergent = tuple(seat for seat in agree if self._acks[seat][0].digest != ours)
        quorum = self._epoch.membership.quorum
        return divergent if len(agree) - len(divergent) >= quorum else ()

    def agrees(self, seat: int) -> bool:
        """True if a seat has acknowledged the entry in flight."""
        return (
            self.in_flight is not None
            and seat in self._acks
            and self._acks[seat][0].entry == self.in_flight.hash
        )

    def digest(self) -> bytes:
        """The digest of our position, as the acknowledgements of the next entry state it."""
        return NO_DIGEST if self._epoch.key_due else self._machine.digest()

    def retransmissions(self, seat: int | None) -> list[Frame]:
        """The frames to send again about the next entry; with `seat`, only that seat's."""
        frames: list[Frame] = []
        if self.in_flight and seat in (None, self.in_flight.entry.seat):
            frames.append(self.in_flight.proposal)
        frames.extend(ack for voter, (_, ack) in self._acks.items() if seat in (None, voter))
        return frames

    # --- judging an entry ---------------------------------------------------------------------

    def check_author(self, entry: EntryBody, proposal: Proposal) -> None:
        """Raise `Refusal` unless an entry is for this place, by the seat whose turn it is."""
        if entry.game != self._epoch.game:
            raise Refusal(Fault.GAME)
        if entry.epoch != self._epoch.number:
            raise Refusal(Fault.EPOCH)
        if entry.prev != self._chain.prev:
            raise Refusal(Fault.PREV, f"index {entry.index}")
        if entry.seat != self.author:
            raise Refusal(Fault.AUTHOR, f"seat {entry.seat}")
        self._statements.check_signed(entry.seat, proposal.signature, proposal.body, "entry")

    def follows_luck(self, entry: EntryBody, *, is_agreed: bool = False) -> bool:
        """Check an entry; True if luck follows it. Raises `Refusal` if it may not come next.
        `is_agreed`: others have acknowledged it, or we did before a restart."""
        if self._epoch.key_due:
            self._epoch.check_key(entry, against_ours=not is_agreed)
            return True
        if entry.notation == KEY:
            raise Refusal(Fault.ILLEGAL, "no key is due")
        if not self._rounds.drawn:
            raise Refusal(Fault.LUCK, f"index {entry.index}")
        return self._machine.accept(entry)

    def check_pledge(self, pledge: bytes, luck: bool) -> None:
        if len(pledge) != self._pledge_size(luck):
            raise Refusal(Fault.PLEDGE)

    def _pledge_size(self, luck: bool) -> int:
        return HASH_SIZE if luck and self._epoch.membership.scheme is Scheme.REVEAL else 0

    def acceptable(self, proposal: Proposal) -> bool:
        """True if an entry may come next, as the closing entry of an epoch must."""
        try:
            entry = read_body(EntryBody, proposal.body)
            if entry.index != self._chain.index:
                return False
            self.check_author(entry, proposal)
            self.follows_luck(entry, is_agreed=True)
        except Refusal:
            return False
        return True

    def verification_job(
        self, frame: Proposal | Equivocation | Relayed
    ) -> Callable[[], None] | None:
        """The slow part of judging a proposal as a thread-safe job, if it is its author's turn;
        usually None. After the job, receiving the frame is quick."""
        if not self._machine.obligatory:
            return None
        try:
            inner = frame.inner if isinstance(frame, Relayed) else frame
            proposal = inner.entry if isinstance(inner, Equivocation) else inner
            if not isinstance(proposal, Proposal):
                return None
            entry = read_body(EntryBody, proposal.body)
            epoch = self._epoch
            free = not (self.in_flight or epoch.frozen or epoch.key_due) and self._rounds.drawn
            if not self._is_next(entry) or not free:
                return None
            self.check_author(entry, proposal)
        except Refusal:
            return None  # receiving it says why
        is_first = self._statements.see(entry, proposal)
        return self._machine.verification_job(entry) if is_first else None

    def verification_job_for(self, lines: Sequence[LogLine]) -> Callable[[], None] | None:
        """The slow part of judging the one of these lines that comes next; see
        `verification_job`."""
        if not self._machine.obligatory:
            return None
        try:
            for line in lines:
                if not isinstance(line, Certified):
                    continue
                entry = read_body(EntryBody, line.body)
                if self._is_next(entry):
                    job = self._machine.verification_job(entry)
                    if job is not None:
                        self.check_author(entry, Proposal(line.body, line.signature))
                        self.check_certificate(entry, line)
                    return job
        except Refusal:
            pass  # admitting it says why
        return None

    def _is_next(self, entry: EntryBody) -> bool:
        place = (entry.game, entry.epoch, entry.index)
        return place == (self._epoch.game, self._epoch.number, self._chain.index)

    # --- proposals ----------------------------------------------------------------------------

    def propose(self, notation: str, attachments: tuple[bytes, ...]) -> None:
        """Write the next entry; raises `Refusal` if it is not acceptable. Call `Log.progress`."""
        own = self._context.own
        assert own is not None, "only a seat writes"
        entry = EntryBody(
            "camelnet/entry/1",
            self._epoch.game,
            self._epoch.number,
            self._chain.index,
            self._chain.prev,
            own.seat,
            notation,
            attachments,
        )
        luck = self.follows_luck(entry)
        body = body_bytes(entry)
        proposal = Proposal(body, own.signer.sign(body))
        self._put_in_flight(ProposalInFlight(entry, proposal, entry_hash(body), luck))

    def restore(self, stored: StoredProposal) -> bool:
        """Restore the entry that we had signed before a restart; False if it is stale, else call
        `Log.progress`."""
        entry = read_body(EntryBody, stored.proposal.body)
        place = (self._chain.index, self._epoch.number)
        if (entry.index, entry.epoch) != place or self.in_flight is not None:
            return False
        luck = self.follows_luck(entry, is_agreed=True)
        hashed = entry_hash(stored.proposal.body)
        self.in_flight = ProposalInFlight(entry, stored.proposal, hashed, luck)
        if stored.ack is not None:
            body = read_body(AckBody, stored.ack.body)
            self._acks[body.seat] = (body, stored.ack)
            self._context.outbox.append(stored.ack)  # perhaps we crashed before sending it
        return True

    def receive_proposal(self, frame: Proposal) -> bool:
        """Take a proposal; if True, call `Log.progress`. Raises `Refusal`."""
        entry = read_body(EntryBody, frame.body)
        if self.in_flight and self.in_flight.proposal.body == frame.body:
            return False
        if self._is_recent(entry.game, entry.epoch, entry.index, entry.seat):
            other = self.in_flight.hash if self.in_flight else self._chain.hash_at(entry.index)
            if other not in (None, entry_hash(frame.body)):  # the first one counts
                self._statements.check_signed(entry.seat, frame.signature, frame.body, "entry")
                self._statements.see(entry, frame)
                return False
        if not self._is_now(entry.game, entry.epoch, entry.index, frame, entry.seat):
            return False
        if self._epoch.frozen:
            return False
        if not self._ready_for_entry():
            self._early.keep(self._chain.index, entry.seat, frame)
            return False
        self.check_author(entry, frame)
        if not self._statements.see(entry, frame):
            return False  # not its author's first entry for this place: an equivocation, not judged
        try:
            luck = self.follows_luck(entry)
        except Refusal:
            if self._machine.obligatory and not self._epoch.key_due:
                self._statements.convict(entry.seat, (frame,))
            raise
        self._put_in_flight(ProposalInFlight(entry, frame, entry_hash(frame.body), luck))
        return True

    def _ready_for_entry(self) -> bool:
        """True if we can judge an entry: we know the luck before it, or all deals of a key."""
        if self._epoch.key_due:
            keygen = self._epoch.keygen
            return keygen is None or self._epoch.voter is None or keygen.complete
        return self._rounds.drawn

    def _is_recent(self, game: bytes, epoch: int, index: int, seat: int) -> bool:
        """True if the detector would still find a contradiction at that place."""
        self._statements.check_place(game, seat)
        return epoch == self._epoch.number and index in (self._chain.index - 1, self._chain.index)

    def _is_now(self, game: bytes, epoch: int, index: int, frame: LogFrame, seat: int) -> bool:
        """True if a frame is about the place to fill; keep frames for the next place."""
        self._statements.check_place(game, seat)
        self._early.keep_ahead(frame, epoch, index, seat)
        return (epoch, index) == (self._epoch.number, self._chain.index)

    def _put_in_flight(self, flight: ProposalInFlight) -> None:
        """Accept an entry; if we vote, acknowledge it, durably before we send anything. An error of
        the storage changes nothing."""
        ack = self._acknowledge(flight)
        own, keygen = self._context.own, self._epoch.keygen
        mine = own is not None and flight.entry.seat == own.seat
        if ack and self._epoch.key_due and keygen:
            self._rounds.keep_key_shares(keygen.secret_shares())
        if mine or ack:
            self._context.storage.save_proposal(StoredProposal(flight.proposal, ack))
        self.in_flight = flight
        if mine:
            self._context.outbox.append(flight.proposal)
        if ack:
            body = read_body(AckBody, ack.body)
            self._acks[body.seat] = (body, ack)
            self._context.outbox.append(ack)
        pledge_size = self._pledge_size(flight.luck)
        for seat, (body, _) in list(self._acks.items()):  # unchecked: they came before the entry
            if body.entry == flight.hash and len(body.pledge) != pledge_size:
                del self._acks[seat]
        proposal = flight.proposal
        self._statements.detector.see(flight.entry, proposal.body, proposal.signature)

    def _acknowledge(self, flight: ProposalInFlight) -> Ack | None:
        own = self._epoch.voter
        if own is None or self._epoch.frozen:
            return None
        entry, pledge = flight.entry, b""
        if self._pledge_size(flight.luck):
            pledge = pledge_of(entry, own.seat, nonce_of(own, flight.hash))
        body = ack_for(entry, flight.hash, self.digest(), own.seat, pledge)
        return Ack(body, own.signer.sign(body))

    # --- acknowledgements ---------------------------------------------------------------------

    def receive_ack(self, frame: Ack) -> bool:
        """Take an acknowledgement; if True, call `Log.progress`. Raises `Refusal`."""
        body = read_body(AckBody, frame.body)
        known = self._acks.get(body.seat)
        if known and known[1].body == frame.body:
            return False
        recent = self._is_recent(body.game, body.epoch, body.index, body.seat)
        if recent and not self._is_in_last_certificate(frame.body, body):
            what = "acknowledgement"
            self._statements.check_signed(body.seat, frame.signature, frame.body, what)
            self._see_last_certificate(body)
            self._statements.see(body, frame)
        if not self._is_now(body.game, body.epoch, body.index, frame, body.seat):
            return False
        if body.seat not in self._epoch.voters:
            raise Refusal(Fault.VOTER, f"seat {body.seat}")
        if known:
            return False  # the first one counts; the two are an equivocation
        if self.in_flight:
            if body.entry == self.in_flight.hash:
                self.check_pledge(body.pledge, self.in_flight.luck)
            else:  # show our entry to the other side: if its author signed both, all will see it
                self._context.outbox.append(self.in_flight.proposal)
        self._acks[body.seat] = (body, frame)
        return True

    def _last_acks(self, index: int) -> tuple[Ack, ...]:
        """The acknowledgements in the last line's certificate, if `index` is that line's."""
        last = self._rounds.pending[-1] if self._rounds.pending else None
        return last.acks() if last is not None and last.index == index else ()

    def _see_last_certificate(self, body: AckBody) -> None:
        """Show the detector a seat's acknowledgement in the last line's certificate: if the line
        came from a journal, the detector has not seen it."""
        for ack in self._last_acks(body.index):
            held = read_body(AckBody, ack.body)
            if held.seat == body.seat:
                self._statements.detector.see(held, ack.body, ack.signature)

    def _is_in_last_certificate(self, ack: bytes, body: AckBody) -> bool:
        if body.index != self._chain.index - 1:
            return False
        return ack in [one.body for one in self._last_acks(body.index)]

    # --- the certificate ----------------------------------------------------------------------

    def divergence(self) -> Refusal | None:
        """The reason why nothing can become final: a voter states a position that differs from
        ours."""
        if self.in_flight is None:
            return None
        hashed, digest = self.in_flight.hash, self.digest()
        for seat in self._epoch.voters:
            body = self._acks[seat][0] if seat in self._acks else None
            if body is not None and body.entry == hashed and body.digest != digest:
                return Refusal(Fault.DIGEST, f"index {self._chain.index}, seat {seat}")
        return None

    def certified(self) -> Certified | None:
        """The line of the entry in flight, once all voters have acknowledged it."""
        if self.in_flight is None or len(self._acks) < len(self._epoch.voters) or self.missing:
            return None
        lines = tuple(
            CertificateLine(seat, self._acks[seat][0].pledge, self._acks[seat][1].signature)
            for seat in self._epoch.voters
        )
        proposal = self.in_flight.proposal
        return Certified(proposal.body, proposal.signature, self.digest(), lines, NO_LUCK)

    def check_certificate(self, entry: EntryBody, line: Certified) -> None:
        """Raise `Refusal` unless all voters have signed what a line says."""
        if tuple(vote.seat for vote in line.certificate) != self._epoch.voters:
            raise Refusal(Fault.CERTIFICATE, f"index {entry.index}")
        hashed = entry_hash(line.body)
        for vote in line.certificate:
            ack = ack_for(entry, hashed, line.digest, vote.seat, vote.pledge)
            known = self._acks.get(vote.seat)
            if known is None or (known[1].body, known[1].signature) != (ack, vote.signature):
                self._statements.check_signed(vote.seat, vote.signature, ack, "acknowledgement")
            if known is not None and known[1].body != ack:
                self._statements.see_both(known[1], Ack(ack, vote.signature))

    def admitted(self, line: Certified) -> ProposalInFlight:
        """Check everything about a line and its certificate; returns its entry or raises
        `Refusal`."""
        entry = read_body(EntryBody, line.body)
        proposal = Proposal(line.body, line.signature)
        self.check_author(entry, proposal)
        self.check_certificate(entry, line)  # before judging the entry, which may take long
        luck = self.follows_luck(entry, is_agreed=True)
        for vote in line.certificate:
            self.check_pledge(vote.pledge, luck)
        if line.digest != self.digest():
            raise Refusal(Fault.DIGEST, f"index {entry.index}")
        return ProposalInFlight(entry, proposal, entry_hash(line.body), luck)

    def finish(self) -> None:
        """Forget the entry in flight: its place is filled."""
        self.in_flight = None
        self._acks.clear()
