"""The statements of seats: check each signature, and compare it with all that its seat has signed.

A seat that has signed what no honest peer signs is convicted: store the proof, and send it to all.
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
        """Raise `Refusal` unless `game` is ours and has this seat."""
        if game != self._epoch.game:
            raise Refusal(Fault.GAME)
        if seat >= len(self._context.seat_keys):
            raise Refusal(Fault.AUTHOR, f"there is no seat {seat}")

    def check_signed(self, seat: int, signature: bytes, body: bytes, what: str = "") -> None:
        """Raise `Refusal` unless that seat's key signed `body`; `what` names it in the message."""
        key = self._context.seat_keys[seat]
        if not verified(self._context.suite, key, signature, body):
            where = f"{what} of index {self._chain.index}, " if what else ""
            raise Refusal(Fault.SIGNATURE, f"{where}seat {seat}")

    # --- equivocation -------------------------------------------------------------------------

    def see(self, statement: Statement, frame: SignedFrame) -> bool:
        """Compare a statement, whose frame's signature the caller has checked, with all that its
        seat has signed; False if we have seen another one for the same place."""
        only = self.detector.see(statement, frame.body, frame.signature)
        self.announce()
        return only

    def see_promise(self, promise: PromiseBody, signed: Signed) -> None:
        """Show the detector a promise, and the promiser's acknowledgement in our line behind the
        index that it claims to have reached: it may have come in a certificate alone."""
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
        """Show the detector two acknowledgements of one voter, the one that it sent to us and the
        one in a certificate. The detector sees no certificates by itself."""
        for ack in (received, certified):
            self.detector.see(read_body(AckBody, ack.body), ack.body, ack.signature)
        self.announce()

    def convict(
        self, seat: int, statements: Iterable[Proposal | KeyFrame | SignedStatement]
    ) -> None:
        """Convict a seat of statements that every peer can see to be false."""
        self.detector.convict(
            seat, (SignedStatement(one.body, one.signature) for one in statements)
        )
        self.announce()

    def announce(self) -> None:
        """Store and send the new proofs."""
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
        """Judge the statements of a dealer of the key in the making; raises `Refusal` if they are
        no lie. Ignore those of another epoch, which we cannot judge any more, or not yet."""
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
        """Restore a proof from the journal, unless it is from the game before a fork."""
        if proof.game == self._epoch.game:
            self.detector.proofs[proof.seat] = proof
            self._announced = len(self.detector.proofs)

    def forget(self) -> None:
        """Start afresh in another game: statements in the old one contradict nothing here."""
        self.detector = EquivocationDetector(self._epoch.game)
        self._announced = 0
