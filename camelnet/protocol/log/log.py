"""The log of one game: entries become final when every voter agrees, and then their luck is drawn.

At every moment there is one place to fill, `index`. Its entry is

    proposed by its author -> acknowledged by every voter: final -> drawn: its luck is known

and the next one waits for that. Two kinds of line do not wait for luck and mean nothing to the
rules: the key of an epoch, and the change that begins one (see `change`). What is final but not
drawn yet is the *tail*: the last entry of the rules, and the key behind it.

Everything that arrives for an earlier place is stale and ignored, for the next one it waits, for a
later one it is fetched when we are there. A peer that was away, a record and a journal bring whole
lines: `epoch.admission` checks the very same things at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import HASH_SIZE, Suite
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.keygen.share_distribution import read_key
from camelnet.protocol.log.beacon_round import BeaconRound, redrawn_seed, still_drawable
from camelnet.protocol.log.commit_reveal import pledge_of
from camelnet.protocol.log.equivocation import EquivocationDetector, check_proof, dealt_in
from camelnet.protocol.log.interfaces import (
    Flight,
    LogStorage,
    MembershipSnapshot,
    SignerIdentity,
    StateMachine,
    StoredProposal,
)
from camelnet.protocol.log.membership import Membership, Scheme, initial_membership
from camelnet.protocol.log.pending_rounds import PendingRounds, nonce_of
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import (
    KEY,
    AckBody,
    ChangeBody,
    EntryBody,
    FinalBody,
    PartingBody,
    PromiseBody,
    WantBody,
    ack_for,
    body_bytes,
    change_hash,
    entry_hash,
    parting_id,
    read_body,
    verified,
)
from camelnet.protocol.wire.fields import PENDING_ROUNDS_MAX
from camelnet.protocol.wire.key_messages import (
    KeyAnswerBody,
    KeyComplaintBody,
    KeyFrame,
    read_key_body,
)
from camelnet.protocol.wire.messages import (
    NO_LUCK,
    Ack,
    CertificateLine,
    Certified,
    Changed,
    Final,
    Frame,
    LogLine,
    Parted,
    Proof,
    Proposal,
    Relayed,
    Share,
    Signed,
    Snapshot,
    Sworn,
    Unlock,
    Want,
)

EARLY_MAX = 3  # places further on: the end of an epoch, its change, the key of the next
NO_DIGEST = bytes(HASH_SIZE)  # in the acknowledgements of a key, which waits for no position

LogFrame = Proposal | Ack | Final | Share | Unlock


class Log:
    """See the module. `outbox` collects frames for all other seats; whoever calls sends them."""

    def __init__(
        self,
        *,
        game_start: GameStart,
        suite: Suite,
        machine: StateMachine,
        storage: LogStorage,
        own: SignerIdentity | None,
    ) -> None:
        """`own` is None for whoever only follows: a verifier, somebody who looks on."""
        self.game_start = game_start
        self.game: bytes = game_start.id  # another one once the table has parted
        self.membership = initial_membership(game_start)
        self.index = 1
        self.prev: bytes = game_start.root
        self.lines: list[LogLine] = []
        self.memberships: list[Membership] = [self.membership]  # by epoch
        self.keygen: KeyGeneration | None = None
        self.flight: Flight | None = None
        self.leaving = False  # we have signed a parting: nothing more is said in the old game
        self.former: dict[bytes, int] = {}  # games that we parted from, and where
        self.frozen = False  # a change is under way: nothing is acknowledged or proposed any more
        self.stopped: Refusal | None = None  # some voter states another position than ours
        self.doubted = False  # we stopped so, and no certificate has shown since that we were right
        self.detector = EquivocationDetector(self.game)
        self.outbox: list[Frame] = []
        self.on_line: Callable[[LogLine], None] = lambda line: None  # complete: its luck is final
        self.on_final: Callable[[EntryBody | ChangeBody | PartingBody], None] = lambda entry: None
        # Takes on what takes long in judging a proposal that had to wait; False: judge it now.
        self.on_verification_job: Callable[[Proposal, Callable[[], None]], bool] = (
            lambda frame, job: False
        )
        self._hashes: list[bytes] = [self.prev]  # by index
        self._tails: dict[int, tuple[int, ...]] = {0: ()}  # by index of the base: this epoch's
        self._complete = 0  # lines told to `on_line`
        self._suite = suite
        self._machine = machine
        self._storage = storage
        self._own = own
        self._key_due = self.membership.scheme is Scheme.COIN
        self._closing: Certified | None = None  # without certificate: a change has to follow
        self._acks: dict[int, tuple[AckBody, Ack]] = {}
        self._early: dict[tuple[type[Frame], int, int], LogFrame | KeyFrame] = {}
        self._told_proofs = 0
        self._debtors: dict[int, int] = {}  # who left owing, by seat: in which leg or round
        self._apart_since = 0  # the epoch since which older seals open with their owners only
        self._luck = PendingRounds(
            game_start=game_start,
            suite=suite,
            machine=machine,
            storage=storage,
            own=own,
            membership=self.membership,
            outbox=self.outbox,
        )
        self._begin_epoch()
        self._stand()

    # --- asking -------------------------------------------------------------------------------

    @property
    def pending_rounds(self) -> list[BeaconRound]:
        """Final entries whose luck may still be on its way."""
        return self._luck.rounds

    @property
    def keys(self) -> dict[int, tuple[TableKey, ...]]:
        """By epoch: the coin's key, with `strict` the seals' behind it."""
        return self._luck.keys

    @property
    def acting(self) -> int:
        """The index of the entry that the machine is acting on."""
        return self._luck.acting

    @property
    def voters(self) -> tuple[int, ...]:
        return self.membership.voters

    @property
    def seat(self) -> int | None:
        """Ours; None for whoever only follows."""
        return self._own.seat if self._own else None

    @property
    def voter(self) -> SignerIdentity | None:
        """Us, if we vote, and have not signed that we go."""
        own = self._own
        return own if own and own.seat in self.voters and not self.leaving else None

    @property
    def in_flight(self) -> EntryBody | None:
        """The entry that is proposed and not final yet."""
        return self.flight.entry if self.flight else None

    @property
    def drawn(self) -> bool:
        """All luck so far is known: the next entry of the rules may come."""
        return all(beacon_round.resolved for beacon_round in self._luck.rounds)

    @property
    def author(self) -> int | None:
        """The seat that writes the next entry; None once the log is closed."""
        return self.voters[0] if self._key_due else self._machine.author

    @property
    def key_due(self) -> bool:
        """The next entry is the epoch's key."""
        return self._key_due

    @property
    def closed(self) -> bool:
        return self._machine.closed and self.drawn

    @property
    def complete(self) -> list[LogLine]:
        """The lines whose luck cannot change any more."""
        return self.lines[: self._complete]

    @property
    def wanted(self) -> int:
        """From where on others' lines help: the next place, or an entry whose luck is missing."""
        return next(
            (
                beacon_round.index
                for beacon_round in self.pending_rounds
                if not beacon_round.resolved
            ),
            self.index,
        )

    def hash_at(self, index: int) -> bytes | None:
        """The hash of a final entry; None if we do not know it. 0 is the log's root."""
        return self._hashes[index] if 0 <= index < len(self._hashes) else None

    def pending_at(self, base: int) -> tuple[int, ...] | None:
        """The entries whose luck may be on its way when `base` is the last final one, this epoch's;
        None where we do not know."""
        return self._tails.get(base)

    @property
    def origin(self) -> int:
        """The last final index when this epoch began: its change, or 0."""
        return min(self._tails)

    def line_at(self, index: int) -> LogLine | None:
        """The line of a final entry, with its luck as far as we know it."""
        if not 1 <= index <= len(self.lines):
            return None
        line = self.lines[index - 1]
        beacon_round = self.round_at(index)
        if beacon_round is None or not isinstance(line, Certified):
            return line
        luck = beacon_round.luck()
        return line if line.luck == luck else replace(line, luck=luck)

    @property
    def divergent(self) -> tuple[int, ...]:
        """The voters whose position differs from ours, where a quorum's is ours."""
        if self.stopped is None or self.flight is None:
            return ()
        ours = self._digest()
        agree = [seat for seat in self.voters if self._agrees(seat)]
        odd = tuple(seat for seat in agree if self._acks[seat][0].digest != ours)
        return odd if len(agree) - len(odd) >= self.membership.quorum else ()

    def lacking(self) -> tuple[tuple[int, str], ...]:
        """The seats that the log waits for, by seat, with what they owe: an "ack", "luck", their
        part of the "key", an "entry" that they choose, or one that is a "part" of a deal."""
        if self.stopped:
            return ()
        if self._key_due and self.keygen and (owing := self.keygen.lacking()):
            return tuple((seat, "key") for seat in owing)  # a disputed deal holds up the ACKs, too
        if self.flight is not None:
            return tuple((seat, "ack") for seat in self.voters if not self._agrees(seat))
        if self._key_due:
            return ((self.voters[0], "key"),)
        if owing_luck := self._luck.owing():
            return tuple((seat, "luck") for seat in owing_luck)
        author = self.author
        owed = "part" if self._machine.obligatory else "entry"
        return () if author is None else ((author, owed),)

    def pushing(self, *, own: bool = False) -> list[Frame]:
        """All that is known about what is unsettled, or our `own` part of it: sent again until the
        matter is settled."""
        seat = self._own.seat if own and self._own else None
        frames: list[Frame] = self._luck.pushing()
        if self.flight and seat in (None, self.flight.entry.seat):
            frames.append(self.flight.proposal)
        frames.extend(ack for voter, (_, ack) in self._acks.items() if seat in (None, voter))
        if self._key_due and self.keygen:
            frames.extend(self.keygen.pushing(seat))
        frames.extend(self.detector.proofs[liar] for liar in sorted(self.detector.proofs))
        return frames

    def snapshot(self) -> Snapshot:
        """Our position here, for the others' bug bundles."""
        return Snapshot(self.game, self.index, self._machine.snapshot())

    # --- writing ------------------------------------------------------------------------------

    @property
    def may_propose(self) -> bool:
        """Whether the next entry is ours to write, now."""
        if self._own is None or self.flight is not None or self.stopped or self.frozen:
            return False
        if self.author != self._own.seat:
            return False
        if self._key_due:
            return self.keygen is None or self.keygen.complete
        return self.drawn

    def propose(self, notation: str, attachments: tuple[bytes, ...] = ()) -> None:
        """Write the next entry; raises `Refusal` if it is not ours to write or not acceptable."""
        if not self.may_propose or self._own is None:
            raise Refusal(Fault.AUTHOR, "it is not ours to write now")
        entry = EntryBody(
            "camelnet/entry/1",
            self.game,
            self.membership.epoch,
            self.index,
            self.prev,
            self._own.seat,
            notation,
            attachments,
        )
        luck = self._accept(entry)
        body = body_bytes(entry)
        proposal = Proposal(body, self._own.signer.sign(body))
        self._take(Flight(entry, proposal, entry_hash(body), luck))

    def propose_key(self) -> None:
        """Write the epoch's key, once it is ours to write and all have dealt."""
        if self._key_due and self.may_propose:
            self.propose(KEY, self.keygen.attachments() if self.keygen else ())

    def restore(self, promise: StoredProposal) -> None:
        """Take up a promise again after a restart; a stale one is passed over."""
        entry = read_body(EntryBody, promise.proposal.body)
        if (entry.index, entry.epoch) != (
            self.index,
            self.membership.epoch,
        ) or self.flight is not None:
            return
        luck = self._accept(entry, restoring=True)
        hashed = entry_hash(promise.proposal.body)
        self.flight = Flight(entry, promise.proposal, hashed, luck)
        if promise.ack is not None:
            body = read_body(AckBody, promise.ack.body)
            self._acks[body.seat] = (body, promise.ack)
            self.outbox.append(promise.ack)  # it may never have been sent
        self.progress()

    # --- what arrives -------------------------------------------------------------------------

    def receive(self, frame: LogFrame | KeyFrame | Proof, sender: int | None = None) -> None:
        """Take a frame, over the link of that seat; raises `Refusal`, and then nothing has
        changed."""
        try:
            match frame:
                case Proposal():
                    self._receive_proposal(frame)
                case Ack():
                    self._receive_ack(frame)
                case Final() | Share() | Unlock():
                    self._receive_luck(frame, sender)
                case Proof():
                    self._receive_proof(frame)
                case _:
                    self._receive_key(frame)
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None

    def verification_job(self, frame: Proposal | Proof | Relayed) -> Callable[[], None] | None:
        """What takes long in judging a proposal, if its author may write it and it comes next. Once
        it is done, in whichever thread, `receive` is quick. Most often there is nothing."""
        if not self._machine.obligatory:
            return None
        try:
            inner = frame.inner if isinstance(frame, Relayed) else frame
            proposal = inner.entry if isinstance(inner, Proof) else inner
            if not isinstance(proposal, Proposal):
                return None
            frame = proposal
            entry = read_body(EntryBody, frame.body)
            place = (entry.game, entry.epoch, entry.index)
            free = not (self.flight or self.frozen or self._key_due) and self.drawn
            if place != (self.game, self.membership.epoch, self.index) or not free:
                return None
            self._check_author(entry, frame)
        except (Malformed, Refusal):
            return None  # `receive` says why
        return self._machine.verification_job(entry) if self._is_first(frame) else None

    def _is_first(self, frame: Proposal) -> bool:
        """Whether this is the first entry that its author signed for this place, as far as we saw.
        Only that one is judged: another one is a proof, whether it holds or not."""
        return self.see(frame.body, frame.signature)

    def verification_job_for(self, lines: Sequence[LogLine]) -> Callable[[], None] | None:
        """As `verification_job`, of the line among these that `admit` can take next."""
        if not self._machine.obligatory:
            return None
        place = (self.game, self.membership.epoch, self.index)
        try:
            for line in lines:
                if not isinstance(line, Certified):
                    continue
                entry = read_body(EntryBody, line.body)
                if (entry.game, entry.epoch, entry.index) == place:
                    job = self._machine.verification_job(entry)
                    if job is not None:
                        self._check_author(entry, Proposal(line.body, line.signature))
                        self._check_votes(entry, line)
                    return job
        except (Malformed, Refusal):
            pass  # `admit` says why
        return None

    def admit(self, line: Certified) -> None:
        """Take an entry of somebody's log with its certificate, checking everything; raises
        `Refusal`."""
        if self.leaving:
            raise Refusal(Fault.PARTING, "we have signed that we go")
        try:
            entry = read_body(EntryBody, line.body)
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None
        if entry.game != self.game:
            raise Refusal(Fault.GAME)
        if entry.index != self.index:
            raise Refusal(Fault.INDEX, f"{entry.index} instead of {self.index}")
        if not line.certificate:
            if self._closing is not None:
                raise Refusal(Fault.CERTIFICATE, f"index {entry.index}")
            self._closing = line  # counts when the change behind it names it
            return
        if self._closing is not None:
            raise Refusal(Fault.CERTIFICATE, f"index {entry.index}")
        self._check_author(entry, Proposal(line.body, line.signature))
        self._check_votes(entry, line)  # what all voters have signed is worth judging
        luck = self._accept(entry, admitting=True)
        for vote in line.certificate:
            self._check_pledge(vote.pledge, luck)
        if line.digest != self._digest():
            raise Refusal(Fault.DIGEST, f"index {entry.index}")
        flight = Flight(entry, Proposal(line.body, line.signature), entry_hash(line.body), luck)
        self._append(flight, line)

    def _check_votes(self, entry: EntryBody, line: Certified) -> None:
        """Raises `Refusal` unless all voters have signed what a line says."""
        if tuple(vote.seat for vote in line.certificate) != self.voters:
            raise Refusal(Fault.CERTIFICATE, f"index {entry.index}")
        hashed = entry_hash(line.body)
        for vote in line.certificate:
            ack = ack_for(entry, hashed, line.digest, vote.seat, vote.pledge)
            known = self._acks.get(vote.seat)
            if known is None or (known[1].body, known[1].signature) != (ack, vote.signature):
                self.check_signed(vote.seat, vote.signature, ack, "acknowledgement")
            if known is not None and known[1].body != ack:
                self._see_both(known[1], Ack(ack, vote.signature))

    def _see_both(self, told: Ack, certified: Ack) -> None:
        """A voter told us another thing than it told the others: what stands in a certificate is
        seen by nobody else as its statement."""
        for ack in (told, certified):
            self.detector.see(ack.body, ack.signature)
        self._tell_proofs()

    def check_signed(self, seat: int, signature: bytes, body: bytes, what: str = "") -> None:
        """Raises `Refusal` unless that seat's key signed `body`; `what` it is, for the words."""
        key = self.game_start.genesis.seats[seat].key
        if not verified(self._suite, key, signature, body):
            where = f"{what} of index {self.index}, " if what else ""
            raise Refusal(Fault.SIGNATURE, f"{where}seat {seat}")

    def _receive_proposal(self, frame: Proposal) -> None:
        entry = read_body(EntryBody, frame.body)
        if self.flight and self.flight.proposal.body == frame.body:
            return
        if self._is_recent(entry.game, entry.epoch, entry.index, entry.seat):
            other = self.flight.hash if self.flight else self.hash_at(entry.index)
            if other not in (None, entry_hash(frame.body)):  # the first one counts
                self.check_signed(entry.seat, frame.signature, frame.body, "entry")
                self.see(frame.body, frame.signature)
                return
        if not self._is_now(entry.game, entry.epoch, entry.index, frame, entry.seat):
            return
        if self.frozen:
            return
        if not self._ready_for(entry):
            self._keep(self.index, entry.seat, frame)
            return
        self._check_author(entry, frame)
        if not self._is_first(frame):
            return
        try:
            luck = self._accept(entry)
        except Refusal:
            if self._machine.obligatory and not self._key_due:
                self._convict(entry.seat, (frame,))
            raise
        self._take(Flight(entry, frame, entry_hash(frame.body), luck))

    def _ready_for(self, entry: EntryBody) -> bool:
        """Whether we know enough to judge an entry: the luck before it, or the parts of a key."""
        if self._key_due:
            return self.keygen is None or self.voter is None or self.keygen.complete
        return self.drawn

    def _receive_ack(self, frame: Ack) -> None:
        body = read_body(AckBody, frame.body)
        known = self._acks.get(body.seat)
        if known and known[1].body == frame.body:
            return
        recent = self._is_recent(body.game, body.epoch, body.index, body.seat)
        if recent and not self._is_old_news(frame.body, body):
            self.check_signed(body.seat, frame.signature, frame.body, "acknowledgement")
            self._see_certified(body)
            self.see(frame.body, frame.signature)
        if not self._is_now(body.game, body.epoch, body.index, frame, body.seat):
            return
        if body.seat not in self.voters:
            raise Refusal(Fault.VOTER, f"seat {body.seat}")
        if known:
            return  # the first one counts; both make a proof
        if self.flight:
            if body.entry == self.flight.hash:
                self._check_pledge(body.pledge, self.flight.luck)
            else:  # show the other side our entry: if its author signed both, all will see it
                self.outbox.append(self.flight.proposal)
        self._acks[body.seat] = (body, frame)
        self.progress()

    def _see_certified(self, body: AckBody) -> None:
        """What the last line's certificate holds of a seat: we may have it from a journal."""
        beacon_round = self.pending_rounds[-1] if self.pending_rounds else None
        if beacon_round is not None and beacon_round.index == body.index:
            for ack in beacon_round.acks():
                if read_body(AckBody, ack.body).seat == body.seat:
                    self.detector.see(ack.body, ack.signature)

    def _is_old_news(self, ack: bytes, body: AckBody) -> bool:
        """An acknowledgement that is part of the last line's certificate."""
        beacon_round = self.pending_rounds[-1] if self.pending_rounds else None
        return (
            body.index == self.index - 1
            and beacon_round is not None
            and any(ack == known.body for known in beacon_round.acks())
        )

    def _receive_luck(self, frame: Final | Share | Unlock, sender: int | None) -> None:
        """A part of the luck behind the tail; it waits where its entry is not final here yet. What
        cannot be checked until then is believed to who says it of itself."""
        if isinstance(frame, Final):
            body = read_body(FinalBody, frame.body)
            game, epoch, index, seat = body.game, body.epoch, body.index, body.seat
        else:
            game, epoch, index, seat = frame.game, frame.epoch, frame.index, frame.seat
        self._check_place(game, seat)
        if self._luck.take(frame, epoch, index):
            if isinstance(frame, Final):
                self.see(frame.body, frame.signature)
            self._resolve()
        elif (
            isinstance(frame, Final)
            or sender == seat
            or (type(frame), index, seat) not in (self._early)
        ):
            self._keep_early(frame, epoch, index, seat)

    def see(self, body: bytes, signature: bytes) -> bool:
        """Hold a statement, its signature checked, against what else its seat has signed. Whether
        it is the only one for its place, as far as we saw."""
        only = self.detector.see(body, signature)
        self._tell_proofs()
        return only

    def see_promise(self, promise: PromiseBody, signed: Signed) -> None:
        """As `see`, and against our line behind what it says it had reached: that may have come
        with its certificate, not as acknowledgements."""
        line = self.line_at(promise.reached + 1)
        if isinstance(line, Certified) and promise.epoch == self.membership.epoch + 1:
            entry = read_body(EntryBody, line.body)
            for vote in line.certificate:
                if vote.seat == promise.seat and entry.epoch == self.membership.epoch:
                    hashed = entry_hash(line.body)
                    ack = ack_for(entry, hashed, line.digest, vote.seat, vote.pledge)
                    self.detector.see(ack, vote.signature)
        self.see(signed.body, signed.signature)

    def _receive_proof(self, frame: Proof) -> None:
        self._check_place(frame.game, frame.seat)
        if frame.seat in self.detector.proofs:
            return
        if (proposal := frame.entry) is not None:
            with suppress(Refusal):  # of its author, not of who shows it
                self._receive_proposal(proposal)
        elif dealt := dealt_in(frame):
            self._judge_dealer(frame.seat, dealt)
        else:
            check_proof(self._suite, self.game_start, self.game, frame)
            self._convict(frame.seat, frame.statements)

    def _convict(self, seat: int, statements: Iterable[Proposal | KeyFrame | Sworn]) -> None:
        """A seat has signed what is false whoever looks at it."""
        self.detector.convict(seat, (Sworn(one.body, one.signature) for one in statements))
        self._tell_proofs()

    def _judge_dealer(self, seat: int, dealt: Sequence[KeyFrame]) -> None:
        """What a dealer of the key that is being made has said; raises `Refusal` where that is no
        lie. Of another epoch it cannot be judged here any more, or not yet."""
        if self.membership.scheme is not Scheme.COIN or not self._key_due:
            return
        if read_key_body(dealt[0]).epoch != self.membership.epoch:
            return
        judge = self._new_dealing(None)
        for frame in dealt:
            judge.receive(frame)
        if seat not in judge.liars():
            raise Refusal(Fault.PROOF, "an honest dealer may say that")
        self._convict(seat, judge.proof_of(seat))

    def _receive_key(self, frame: KeyFrame) -> None:
        body = read_key_body(frame)
        if self._key_due and self.keygen and body.epoch == self.membership.epoch:
            self.keygen.receive(frame)
            self._convict_dealers(self.keygen)
            self._drain_dealing()
            self.progress()
        elif body.epoch == self.membership.epoch + 1:
            self._check_place(body.game, body.seat)
            about = 0
            if isinstance(body, KeyComplaintBody):
                about = body.dealer
            elif isinstance(body, KeyAnswerBody):
                about = body.complainer
            self._keep(about, body.seat, frame)

    def _convict_dealers(self, keygen: KeyGeneration) -> None:
        for seat in keygen.liars():
            self._convict(seat, keygen.proof_of(seat))

    def _drain_dealing(self) -> None:
        if self.keygen:
            self.outbox.extend(self.keygen.outbox)
            self.keygen.outbox.clear()

    def _tell_proofs(self) -> None:
        if len(self.detector.proofs) > self._told_proofs:
            for proof in list(self.detector.proofs.values())[self._told_proofs :]:
                self._storage.save_equivocation(proof)
                self.outbox.append(proof)
            self._told_proofs = len(self.detector.proofs)

    def hold(self, epoch: int, shares: bytes) -> None:
        """Our secret shares of an epoch's keys, from the journal."""
        self._luck.hold(epoch, shares)

    def share_held(self, epoch: int) -> int | None:
        """Our secret share of the key that hides faces in an epoch; None where we hold none."""
        return self._luck.share_held(epoch)

    def can_rejoin(self, seat: int) -> bool:
        """Whether a ghost may come back now; if not, when the next cards are dealt, or the next leg
        or round begins."""
        return self._machine.can_rejoin(seat) and not self.is_debtor(seat)

    def is_debtor(self, seat: int) -> bool:
        """Whether a seat left in this leg or round as it owed a part, or as luck was lost with it.
        It does not come back before the next one: or who has seen a die could have another."""
        return self._machine.round <= self._debtors.get(seat, -1)

    def recall(self, proof: Proof) -> None:
        """A proof from the journal; none of what was said before the table parted."""
        if proof.game != self.game:
            return
        self.detector.proofs[proof.seat] = proof
        self._told_proofs = len(self.detector.proofs)

    def _check_place(self, game: bytes, seat: int) -> None:
        if game != self.game:
            raise Refusal(Fault.GAME)
        if seat >= len(self.game_start.genesis.seats):
            raise Refusal(Fault.AUTHOR, f"there is no seat {seat}")

    def _is_recent(self, game: bytes, epoch: int, index: int, seat: int) -> bool:
        """Whether a contradiction at that place would still be found."""
        self._check_place(game, seat)
        return epoch == self.membership.epoch and index in (self.index - 1, self.index)

    def _is_now(self, game: bytes, epoch: int, index: int, frame: LogFrame, seat: int) -> bool:
        """Whether the frame is about the place to fill; the next place's frames are kept."""
        self._check_place(game, seat)
        self._keep_early(frame, epoch, index, seat)
        return (epoch, index) == (self.membership.epoch, self.index)

    def _keep_early(self, frame: LogFrame, epoch: int, index: int, seat: int) -> None:
        """Keep what belongs to the next place, or to the next epoch."""
        ahead = index - self.index
        behind = epoch == self.membership.epoch + 1 and 0 <= ahead <= EARLY_MAX
        drawn = isinstance(frame, Final | Share | Unlock) and index == self.index
        if behind or (epoch == self.membership.epoch and (ahead == 1 or drawn)):
            self._keep(index, seat, frame)

    def _keep(self, place: int, seat: int, frame: LogFrame | KeyFrame) -> None:
        """Keep what is early, one of each kind for a place and a seat, signed by that seat: so
        nobody crowds out, or replaces, what others have said. Raises `Refusal`."""
        key = (type(frame), place, seat)
        if self._early.get(key) == frame:
            return
        if not isinstance(frame, Share | Unlock):
            self.check_signed(seat, frame.signature, frame.body)
        if isinstance(frame, Proposal | Ack | Final):
            self.see(frame.body, frame.signature)
        self._early[key] = frame

    def _check_author(self, entry: EntryBody, proposal: Proposal) -> None:
        if entry.epoch != self.membership.epoch:
            raise Refusal(Fault.EPOCH)
        if entry.prev != self.prev:
            raise Refusal(Fault.PREV, f"index {entry.index}")
        if entry.seat != self.author:
            raise Refusal(Fault.AUTHOR, f"seat {entry.seat}")
        self.check_signed(entry.seat, proposal.signature, proposal.body, "entry")

    def _accept(
        self, entry: EntryBody, *, restoring: bool = False, admitting: bool = False
    ) -> bool:
        """Whether luck follows an entry; raises `Refusal` if it may not stand next."""
        if not self._key_due:
            if entry.notation == KEY:
                raise Refusal(Fault.ILLEGAL, "no key is due")
            if not self.drawn:
                raise Refusal(Fault.LUCK, f"index {entry.index}")
            return self._machine.accept(entry)
        if entry.notation != KEY:
            raise Refusal(Fault.ILLEGAL, "a key comes next")
        if self.membership.scheme is Scheme.REVEAL:
            if entry.attachments:
                raise Refusal(Fault.ATTACHMENTS, "none belong here")
            return True
        read_key(self._suite, self.voters, self.membership.thresholds, entry.attachments)
        judging = self.voter and not restoring and not admitting
        if judging and self.keygen and entry.attachments != self.keygen.attachments():
            raise Refusal(Fault.ATTACHMENTS, "another key than we dealt")
        return True

    def _check_pledge(self, pledge: bytes, luck: bool) -> None:
        if len(pledge) != self._pledge_size(luck):
            raise Refusal(Fault.PLEDGE)

    def _pledge_size(self, luck: bool) -> int:
        return HASH_SIZE if luck and self.membership.scheme is Scheme.REVEAL else 0

    # --- agreeing -----------------------------------------------------------------------------

    def _take(self, flight: Flight) -> None:
        """Accept an entry: acknowledge it if we vote, durably, before anything is sent.

        When the ledger cannot be written, nothing has changed.
        """
        ack = self._acknowledge(flight)
        mine = self._own is not None and flight.entry.seat == self._own.seat
        if ack and self._key_due and self.keygen:
            self._keep_shares(self.keygen)
        if mine or ack:
            self._storage.save_proposal(StoredProposal(flight.proposal, ack))
        self.flight = flight
        if mine:
            self.outbox.append(flight.proposal)
        if ack:
            body = read_body(AckBody, ack.body)
            self._acks[body.seat] = (body, ack)
            self.outbox.append(ack)
        wanted = self._pledge_size(flight.luck)
        for seat, (body, _) in list(self._acks.items()):  # those that came before the entry
            if body.entry == flight.hash and len(body.pledge) != wanted:
                del self._acks[seat]
        self.detector.see(flight.proposal.body, flight.proposal.signature)
        self.progress()

    def _keep_shares(self, keygen: KeyGeneration) -> None:
        """Our part of the epoch's keys, durable before we acknowledge them."""
        shares = keygen.secret_shares()
        self._storage.save_key_shares(self.membership.epoch, shares)
        self.hold(self.membership.epoch, shares)

    def _acknowledge(self, flight: Flight) -> Ack | None:
        own = self.voter
        if own is None or self.frozen:
            return None
        entry, pledge = flight.entry, b""
        if self._pledge_size(flight.luck):
            pledge = pledge_of(entry, own.seat, nonce_of(own, flight.hash))
        digest = self._digest()
        body = ack_for(entry, flight.hash, digest, own.seat, pledge)
        return Ack(body, own.signer.sign(body))

    def _digest(self) -> bytes:
        """What the next entry's acknowledgements state of the position."""
        return NO_DIGEST if self._key_due else self._machine.digest()

    def _agrees(self, seat: int) -> bool:
        return (
            self.flight is not None
            and seat in self._acks
            and self._acks[seat][0].entry == self.flight.hash
        )

    def progress(self) -> None:
        """Go as far as what is known allows: key, luck, then the entry on its way."""
        if self._key_due and self.flight is None and self.keygen and self.keygen.complete:
            self._take_early()
        self._resolve()
        flight = self.flight
        if flight is None or self.stopped or self.leaving:
            return
        digest = self._digest()
        for seat in self.voters:
            if self._agrees(seat) and self._acks[seat][0].digest != digest:
                self.stopped = Refusal(Fault.DIGEST, f"index {self.index}, seat {seat}")
                self.doubted = True
                return
        if not all(self._agrees(seat) for seat in self.voters):
            return
        lines = tuple(
            CertificateLine(seat, self._acks[seat][0].pledge, self._acks[seat][1].signature)
            for seat in self.voters
        )
        proposal = flight.proposal
        line = Certified(proposal.body, proposal.signature, digest, lines, NO_LUCK)
        self._append(flight, line)

    def _append(self, flight: Flight, line: Certified) -> None:
        """An entry is final."""
        entry = flight.entry
        bare = line if line.luck == NO_LUCK else replace(line, luck=NO_LUCK)
        self._storage.save_line(bare)
        is_key = self._key_due
        if line.certificate:  # all voters state our digest: who told us another one was alone
            self.stopped = None
            self.doubted = self.doubted and is_key  # of a key it states none
        if is_key:
            self._key_due = False
            if self.membership.scheme is Scheme.COIN:
                self._know_key(entry)
            self._stand()
        else:
            self._luck.acting = entry.index
            self._machine.advance(entry)
            for old in self.pending_rounds:
                self._seal_line(old)
            self.pending_rounds.clear()
        beacon_round = self._new_draw(entry, flight.hash, bare, is_key)
        self.pending_rounds.append(beacon_round)
        self._extend(bare, flight.hash)
        self.on_final(entry)
        self._tell_lines(self.pending_rounds[0].index - 1)
        beacon_round.take(line.luck)
        if line.certificate:
            self._resolve()
            self._take_early()

    def _extend(self, line: LogLine, hashed: bytes) -> None:
        self.lines.append(line)
        self._hashes.append(hashed)
        self._tails[self.index] = tuple(beacon_round.index for beacon_round in self.pending_rounds)
        self.index += 1
        self.prev = hashed
        self.flight = None
        self._acks.clear()

    def evidence(self, index: int) -> tuple[BeaconRound, bytes] | None:
        """The luck of a final entry with every part checked anew, from the log alone, and its seed;
        None if none was drawn there. Where a later key drew it, that key's."""
        line = self.line_at(index)
        if not isinstance(line, Certified):
            return None
        beacon_round = self._check_draw(line)
        if beacon_round.seed is not None:
            return beacon_round, beacon_round.seed
        by_key = self._key_behind(index) if self._is_redrawn(index) else None
        return (by_key[0], redrawn_seed(by_key[1])) if by_key else None

    def _check_draw(self, line: Certified) -> BeaconRound:
        entry = read_body(EntryBody, line.body)
        beacon_round = self._new_draw(entry, entry_hash(line.body), line, entry.notation == KEY)
        beacon_round.take(line.luck)
        return beacon_round

    def _is_redrawn(self, index: int) -> bool:
        """Whether a later change, or a parting, gave this entry's luck to the next key."""
        for line in self.lines[index:]:
            if isinstance(line, Parted):
                return True
            if isinstance(line, Changed):
                if read_body(ChangeBody, line.offer.change).redrawn == index:
                    return True
            elif line.luck.shares:
                return False
        return False

    def _key_behind(self, index: int) -> tuple[BeaconRound, bytes] | None:
        """The luck of the first key behind an entry that was drawn."""
        for number in range(index + 1, self.index):
            line = self.line_at(number)
            if isinstance(line, Certified) and line.luck.shares:
                return self.evidence(number)
        return None

    def _new_draw(
        self, entry: EntryBody, hashed: bytes, line: Certified, is_key: bool
    ) -> BeaconRound:
        return BeaconRound(
            suite=self._suite,
            membership=self.memberships[entry.epoch],
            key=self.coin_key(entry.epoch),
            keys=[seat.key for seat in self.game_start.genesis.seats],
            entry=entry,
            hashed=hashed,
            digest=line.digest,
            certificate=line.certificate,
            is_key=is_key,
        )

    def _know_key(self, entry: EntryBody) -> None:
        self.keys[entry.epoch] = read_key(
            self._suite, self.voters, self.membership.thresholds, entry.attachments
        )

    def coin_key(self, epoch: int) -> TableKey | None:
        keys = self.keys.get(epoch)
        return keys[0] if keys else None

    def _stand(self) -> None:
        """Tell the machine who is here and what can be opened."""
        openable = frozenset(
            epoch
            for epoch, keys in self.keys.items()
            if epoch >= self._apart_since and keys[-1].held_by(self.voters)
        )
        keys = self.keys.get(self.membership.epoch)
        self._machine.on_membership(
            MembershipSnapshot(self.membership, self.game, keys[-1] if keys else None, openable)
        )

    def _tell_lines(self, upto: int) -> None:
        """Lines whose luck cannot change any more."""
        while self._complete < upto:
            line = self.lines[self._complete]
            self._complete += 1
            self.on_line(line)

    # --- luck ---------------------------------------------------------------------------------

    def _resolve(self) -> None:
        """Draw what can be drawn."""
        self._luck.resolve()
        if self.closed:
            for beacon_round in self.pending_rounds:
                self._seal_line(beacon_round)
            self._tell_lines(len(self.lines))
        self._take_waiting()

    def _take_waiting(self) -> None:
        """A proposal that came before we knew the luck that it follows."""
        if not self._early:
            return
        waiting = [key for key in self._early if key[0] is Proposal and key[1] == self.index]
        for key in waiting:
            frame = self._early.pop(key, None)  # the one before may have brought us here, too
            if frame is not None:
                self._again(frame)

    # --- epochs -------------------------------------------------------------------------------

    def learn(self, line: Certified) -> None:
        """Take the luck that a line of the tail brings; raises `Refusal`."""
        beacon_round = self.round_at(read_body(EntryBody, line.body).index)
        if beacon_round is not None and entry_hash(line.body) == beacon_round.hash:
            beacon_round.take(line.luck)
            self._resolve()

    def resolved(self, index: int) -> bool:
        """Whether the luck of a final entry is known here."""
        return all(
            beacon_round.resolved
            for beacon_round in self.pending_rounds
            if beacon_round.index == index
        )

    def round_at(self, index: int) -> BeaconRound | None:
        """The draw of an entry of the tail."""
        return next(
            (beacon_round for beacon_round in self.pending_rounds if beacon_round.index == index),
            None,
        )

    def acceptable(self, proposal: Proposal) -> bool:
        """Whether an entry may stand next: what the closing entry of an epoch must be."""
        try:
            entry = read_body(EntryBody, proposal.body)
            if entry.index != self.index:
                return False
            self._check_author(entry, proposal)
            self._accept(entry, admitting=True)
        except (Refusal, Malformed):
            return False
        return True

    def close_with(self, proposal: Proposal) -> None:
        """Append the entry with which a change closes this epoch; it was found acceptable."""
        entry = read_body(EntryBody, proposal.body)
        luck = self._accept(entry, admitting=True)
        line = Certified(proposal.body, proposal.signature, b"", (), NO_LUCK)
        self._closing = None
        self._append(Flight(entry, proposal, entry_hash(proposal.body), luck), line)

    @property
    def acknowledged(self) -> Proposal | None:
        """The entry on its way that we have acknowledged."""
        own = self.voter
        return self.flight.proposal if self.flight and own and self._agrees(own.seat) else None

    @property
    def reached(self) -> int:
        """The last index that we hold final or have acknowledged."""
        return self.index - (self.acknowledged is None)

    def end(self, epoch: int) -> None:
        """We have promised the end of that epoch: nothing is acknowledged or proposed in it any
        more, and no part of luck is given."""
        self._luck.ended = epoch
        self.frozen = epoch == self.membership.epoch

    def drop_closing(self) -> None:
        """Forget a line without certificate: its change did not come with it."""
        self._closing = None

    @property
    def closing_line(self) -> Certified | None:
        """The line without certificate that came last from another's log."""
        return self._closing

    def change(self, line: Changed, change: ChangeBody, membership: Membership) -> None:
        """Begin an epoch: the change is final and its `prev` is our last entry."""
        assert (change.index, change.prev) == (self.index, self.prev)
        void = self._void_key(change)
        lost = [d for d in self.pending_rounds if d.index not in change.carried and d is not void]
        kept = [
            beacon_round for beacon_round in lost if still_drawable(beacon_round, lost, membership)
        ]
        left = set(membership.ghosts) - set(self.membership.ghosts)
        debtors = left if change.redrawn else left & self._owed_by(line.offer.wants)
        self._go_over(line, change_hash(line.offer.change), membership, change.carried, kept)
        if void is not None:
            self.keys.pop(void.entry.epoch, None)
        self._debtors |= dict.fromkeys(sorted(debtors), self._machine.round)
        self._enter_epoch(change)

    def _owed_by(self, wants: Sequence[Want]) -> set[int]:
        """The seats of which an honest voter says that they owe a part."""
        bodies = [read_body(WantBody, want.body) for want in wants]
        told = Counter(body.about for body in bodies if body.why == "owing")
        return {seat for seat, count in told.items() if count > self.membership.liars}

    def _void_key(self, change: ChangeBody) -> BeaconRound | None:
        """A key that is final by this change only: some voters may hold no part of it, so it draws
        nothing and seals nothing. Nor has anybody: whoever gave a share had seen all
        acknowledgements, and then one of the promises would have shown them."""
        last = self.pending_rounds[-1] if self.pending_rounds else None
        if last is None or not (change.closing and last.is_key and last.index == change.index - 1):
            return None
        return last

    def part(self, line: Parted, parting: PartingBody, membership: Membership) -> None:
        """Go on apart: all who play on have signed, and `prev` is our last entry. Nobody holds the
        old key any more, so the new one draws what was not drawn."""
        assert (parting.index, parting.prev) == (self.index, self.prev)
        hashed = parting_id(line.body)
        self._go_over(line, hashed, membership, parting.carried, ())
        self.former[self.game] = parting.index
        self.game = self._luck.game = hashed
        self.leaving = False
        self.detector = EquivocationDetector(self.game)
        self._told_proofs = 0
        self._debtors.clear()
        self._apart_since = membership.epoch
        self._enter_epoch(parting)

    def _go_over(
        self,
        line: Changed | Parted,
        hashed: bytes,
        membership: Membership,
        carried: Sequence[int],
        kept: Sequence[BeaconRound],
    ) -> None:
        """The line with which an epoch begins. Luck that it does not carry is drawn again: to the
        same end by the old key where that is `kept`, else by the next one."""
        missing = [d.index for d in self.pending_rounds if d.index in carried and not d.resolved]
        if missing:
            raise Refusal(Fault.LUCK, f"index {missing[0]}")
        self._closing = None
        self._storage.save_line(line)
        lost = [
            beacon_round
            for beacon_round in self.pending_rounds
            if beacon_round.index not in carried
        ]
        if lost and lost[0].mark is not None:
            self._machine.rewind(lost[0].mark)
        for beacon_round in self.pending_rounds:
            self._seal_line(
                beacon_round,
                dropped=beacon_round in lost and beacon_round.is_key and beacon_round not in kept,
            )
        for beacon_round in lost[1:]:
            beacon_round.mark = None
        for beacon_round in lost:
            beacon_round.begin_again(redrawn=beacon_round.redrawn or beacon_round not in kept)
        self.membership = membership
        self.memberships.append(membership)
        pending = [
            beacon_round for beacon_round in lost if beacon_round in kept or not beacon_round.is_key
        ]
        self._luck.rounds = pending[: PENDING_ROUNDS_MAX - 2]
        self._luck.membership = membership
        self._tails.clear()
        self._extend(line, hashed)

    def _enter_epoch(self, begun: ChangeBody | PartingBody) -> None:
        self._key_due = not self._machine.closed
        self.frozen = False
        self.stopped = None
        self._begin_epoch()
        self._stand()
        self.on_final(begun)
        self._tell_lines(
            self.pending_rounds[0].index - 1 if self.pending_rounds else len(self.lines)
        )
        self._resolve()
        self._take_early()

    def _seal_line(self, beacon_round: BeaconRound, *, dropped: bool = False) -> None:
        """Keep what is known of a draw with its line; nothing of a key's that will not be drawn."""
        line = self.lines[beacon_round.index - 1]
        assert isinstance(line, Certified)
        luck = NO_LUCK if dropped else beacon_round.luck()
        if line.luck != luck:
            self.lines[beacon_round.index - 1] = replace(line, luck=luck)

    def _begin_epoch(self) -> None:
        """The voters deal a key, where luck comes from one."""
        self.keygen = None
        if self._key_due and self.membership.scheme is Scheme.COIN and self.voter is not None:
            self.keygen = self._new_dealing(self.voter)
            self._drain_dealing()

    def _new_dealing(self, own: SignerIdentity | None) -> KeyGeneration:
        """The making of this epoch's key, for a dealer or for who only judges."""
        context = self.hash_at(self.origin)
        assert context is not None
        return KeyGeneration(
            suite=self._suite,
            game=self.game,
            epoch=self.membership.epoch,
            context=context,
            voters=self.voters,
            keys=[seat.key for seat in self.game_start.genesis.seats],
            thresholds=self.membership.thresholds,
            own=(own.seat, own.signer, own.secret) if own else None,
        )

    def _take_early(self) -> None:
        early, self._early = self._early, {}
        for frame in early.values():
            self._again(frame)

    def _again(self, frame: LogFrame | KeyFrame) -> None:
        if isinstance(frame, Proposal):
            job = self.verification_job(frame)
            if job is not None and self.on_verification_job(frame, job):
                return  # it is received when that is done
        try:
            self.receive(frame)
        except Refusal:
            return  # its sender sends it again, and is named then
