"""The statements of seats: each signature is checked, and held against what else its seat has
signed.

Whoever signed what no honest peer signs is convicted: the proof is stored, and sent to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.log.chain import Chain
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.equivocation import EquivocationDetector, Statement, check_proof
from camelnet.protocol.log.interfaces import LogContext
from camelnet.protocol.log.membership import Scheme
from camelnet.protocol.wire.bodies import (
    AckBody,
    EntryBody,
    PromiseBody,
    ack_for,
    entry_hash,
    read_body,
    verified,
)
from camelnet.protocol.wire.frames import (
    Ack,
    Certified,
    Equivocation,
    Final,
    Offer,
    Promised,
    Proposal,
    Signed,
    SignedStatement,
    Vote,
)
from camelnet.protocol.wire.key_messages import KeyFrame, read_key_body

SignedFrame = Proposal | Ack | Final | Offer | Vote | Promised | Signed


class SignedStatements:
    """See the module."""

    def __init__(self, context: LogContext, chain: Chain, epoch: EpochState) -> None:
        self.detector = EquivocationDetector(epoch.game)
        self._context = context
        self._chain = chain
        self._epoch = epoch
        self._announced = 0  # proofs

    def check_place(self, game: bytes, seat: int) -> None:
        """Raises `Refusal` unless that is our game, and a seat of it."""
        if game != self._epoch.game:
            raise Refusal(Fault.GAME)
        if seat >= len(self._context.seat_keys):
            raise Refusal(Fault.AUTHOR, f"there is no seat {seat}")

    def check_signed(self, seat: int, signature: bytes, body: bytes, what: str = "") -> None:
        """Raises `Refusal` unless that seat's key signed `body`; `what` it is, for the words."""
        key = self._context.seat_keys[seat]
        if not verified(self._context.suite, key, signature, body):
            where = f"{what} of index {self._chain.index}, " if what else ""
            raise Refusal(Fault.SIGNATURE, f"{where}seat {seat}")

    # --- equivocation -------------------------------------------------------------------------

    def see(self, statement: Statement, frame: SignedFrame) -> bool:
        """Hold a statement, signed in a frame whose signature was checked, against what else its
        seat has signed; False if another one for the same place was seen before."""
        only = self.detector.see(statement, frame.body, frame.signature)
        self.announce()
        return only

    def see_promise(self, promise: PromiseBody, signed: Signed) -> None:
        """Shows the detector a promise, and our line behind the index that it claims to have
        reached: that line may have come with its certificate, not as acknowledgements."""
        line = self._chain.stored_line(promise.reached + 1)
        if isinstance(line, Certified) and promise.epoch == self._epoch.number + 1:
            entry = read_body(EntryBody, line.body)
            for vote in line.certificate:
                if vote.seat == promise.seat and entry.epoch == self._epoch.number:
                    hashed = entry_hash(line.body)
                    ack = ack_for(entry, hashed, line.digest, vote.seat, vote.pledge)
                    self.detector.see(read_body(AckBody, ack), ack, vote.signature)
        self.see(promise, signed)

    def see_both(self, received: Ack, certified: Ack) -> None:
        """A voter sent us another acknowledgement than it sent the others: what stands in a
        certificate is seen by nobody else as its statement."""
        for ack in (received, certified):
            self.detector.see(read_body(AckBody, ack.body), ack.body, ack.signature)
        self.announce()

    def convict(
        self, seat: int, statements: Iterable[Proposal | KeyFrame | SignedStatement]
    ) -> None:
        """A seat has signed what is false whoever looks at it."""
        self.detector.convict(
            seat, (SignedStatement(one.body, one.signature) for one in statements)
        )
        self.announce()

    def announce(self) -> None:
        """Store and send the proofs that are new."""
        if len(self.detector.proofs) > self._announced:
            for proof in list(self.detector.proofs.values())[self._announced :]:
                self._context.storage.save_equivocation(proof)
                self._context.outbox.append(proof)
            self._announced = len(self.detector.proofs)

    # --- proofs of others ---------------------------------------------------------------------

    def check_contradiction(self, frame: Equivocation) -> None:
        """Convict a seat of two statements that contradict each other; raises `Refusal`."""
        check_proof(self._context.suite, self._context.game_start, self._epoch.game, frame)
        self.convict(frame.seat, frame.statements)

    def judge_dealer(self, seat: int, dealt: Sequence[KeyFrame]) -> None:
        """Judge what a dealer of the key that is being made has said; raises `Refusal` where that
        is no lie. Of another epoch it cannot be judged here any more, or not yet."""
        epoch = self._epoch
        if epoch.membership.scheme is not Scheme.COIN or not epoch.key_due:
            return
        if read_key_body(dealt[0]).epoch != epoch.number:
            return
        judge = epoch.new_keygen(None)
        for frame in dealt:
            judge.receive(frame)
        if seat not in judge.liars():
            raise Refusal(Fault.PROOF, "an honest dealer may say that")
        self.convict(seat, judge.proof_of(seat))

    def convict_dealers(self, keygen: KeyGeneration) -> None:
        for seat in keygen.liars():
            self.convict(seat, keygen.proof_of(seat))

    def restore(self, proof: Equivocation) -> None:
        """A proof from the journal; none of what was said before the table forked."""
        if proof.game == self._epoch.game:
            self.detector.proofs[proof.seat] = proof
            self._announced = len(self.detector.proofs)

    def forget(self) -> None:
        """Start afresh in another game, where what was signed in the old one contradicts
        nothing."""
        self.detector = EquivocationDetector(self._epoch.game)
        self._announced = 0
