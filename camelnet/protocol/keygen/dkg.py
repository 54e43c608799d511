"""Distributed key generation among the voters of an epoch: joint Feldman (Pedersen 1991) with
commitments.

1. Every voter commits to its polynomials (one per threshold) and gives an encryption key.
2. Once it knows all commitments it deals: commitments to coefficients, proofs that it knows the
   constant terms, and for each other voter its shares in an envelope. No deal can depend on
   another, so nobody chooses the key (the attack of Gennaro, Jarecki, Krawczyk and Rabin 1999 on
   plain joint Feldman needs to see the others' deals, or to be left out after them).
3. A voter with a wrong envelope complains, and the dealer publishes those shares. They were the
   complainer's to know, so a false complaint harms its author alone.

All voters must qualify. An epoch change removes one that is silent or lies, and the next epoch
deals again. Sans-IO: frames enter by `receive`, and leave by the outbox and `retransmissions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import HASH_SIZE, Key, Signature, Signer, Suite
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.keygen.share_distribution import (
    Commitments,
    Dealer,
    Shares,
    check_commit,
    check_deal,
    check_plan,
    deal_hash,
    joint_keys,
    place_of,
    read_commitments,
    read_shares,
    shares_bytes,
    shares_fit,
    sum_shares,
)
from camelnet.protocol.wire.bodies import body_bytes
from camelnet.protocol.wire.frames import Frame
from camelnet.protocol.wire.key_messages import (
    CONTEXT_MAX,
    KeyAnswer,
    KeyAnswerBody,
    KeyBody,
    KeyCommit,
    KeyCommitBody,
    KeyComplaint,
    KeyComplaintBody,
    KeyDeal,
    KeyDealBody,
    KeyFrame,
    read_key_body,
)

F = TypeVar("F", KeyCommit, KeyDeal, KeyComplaint, KeyAnswer)


class KeyGeneration:
    """One peer's view of the making of an epoch's keys: that of a dealer, or of a judge."""

    def __init__(
        self,
        *,
        suite: Suite,
        game: bytes,
        epoch: int,
        context: bytes,
        voters: tuple[int, ...],
        keys: Sequence[bytes],
        thresholds: tuple[int, ...],
        own: tuple[int, Signer, bytes] | None,
        outbox: list[Frame],
    ) -> None:
        """`context` (up to 64 bytes) distinguishes attempts in one epoch; each has one set of
        voters and thresholds. `keys` are all seats' public keys, by seat; `own` is our seat, its
        signer and 32 secret bytes, the source of all our randomness here. `outbox` takes frames
        for all others.
        """
        check_plan(voters, thresholds)
        if len(context) > CONTEXT_MAX or len(game) != HASH_SIZE:
            raise ValueError("no such dealing")
        self.outbox = outbox
        self._suite = suite
        self._game, self._epoch, self._context = game, epoch, context
        self._voters, self._thresholds = voters, thresholds
        self._keys = {seat: Key(keys[seat]) for seat in voters}
        signing = [self._keys[seat] for seat in voters]
        self._place = place_of(game, epoch, context, voters, thresholds, signing)
        self._seen: set[bytes] = set()  # bodies that we have taken
        self._commits: dict[int, tuple[KeyCommit, KeyCommitBody]] = {}
        self._deals: dict[int, tuple[KeyDeal, KeyDealBody]] = {}
        self._dealt: dict[int, Commitments] = {}
        self._complaints: dict[tuple[int, int], KeyComplaint] = {}  # dealer, complainer
        self._answers: dict[tuple[int, int], KeyAnswer] = {}  # the same
        self._lies: dict[int, tuple[KeyFrame, ...]] = {}
        self._received: dict[int, Shares] = {}  # our shares, by dealer
        self._opened = False
        self._made: tuple[TableKey, ...] | None = None
        self._seat: int | None = None
        if own is not None:
            self._seat, self._signer, secret = own
            if self._seat not in voters or self._signer.key != self._keys[self._seat]:
                raise ValueError("not our seat")
            self._dealer = Dealer(
                suite.group,
                place=self._place,
                seat=self._seat,
                thresholds=thresholds,
                secret=secret,
            )
            self._commit(self._seat)

    # --- input ----------------------------------------------------------------------------------

    def receive(self, frame: KeyFrame) -> None:
        """Take a frame from any sender; a `Refusal` changes nothing.

        Ignore repeated frames, and early ones (a deal before its commitment): these will come
        again. Keep a lie that its author has signed instead of refusing it: it is a proof (`liars`,
        `proof_of`).
        """
        if frame.body in self._seen:
            return
        body = self._read(frame)
        match frame, body:
            case KeyCommit(), KeyCommitBody():
                self._take_commit(frame, body)
            case KeyDeal(), KeyDealBody():
                self._take_deal(frame, body)
            case KeyComplaint(), KeyComplaintBody():
                self._take_complaint(frame, body)
            case KeyAnswer(), KeyAnswerBody():
                self._take_answer(frame, body)
        self._advance()

    def _read(self, frame: KeyFrame) -> KeyBody:
        body = read_key_body(frame)
        if body.game != self._game:
            raise Refusal(Fault.GAME)
        if body.epoch != self._epoch or body.context != self._context:
            raise Refusal(Fault.EPOCH)
        if body.seat not in self._keys:
            raise Refusal(Fault.VOTER)
        key, signature = self._keys[body.seat], Signature(frame.signature)
        if not self._suite.verify(key, signature, frame.body):
            raise Refusal(Fault.SIGNATURE)
        return body

    def _take_commit(self, frame: KeyCommit, body: KeyCommitBody) -> None:
        known = self._commits.get(body.seat)
        if known is not None:
            self._lied(body.seat, known[0], frame)
            return
        try:
            check_commit(self._suite.group, self._place, body)
        except Refusal:
            self._lied(body.seat, frame)
            return
        self._seen.add(frame.body)
        self._commits[body.seat] = frame, body

    def _take_deal(self, frame: KeyDeal, body: KeyDealBody) -> None:
        """Take a deal. Deals that differ in their envelopes alone do not contradict each other: if
        a voter gave two encryption keys, an honest dealer may see the other one after a restart.
        """
        if body.seat not in self._commits:
            return
        commit, committed = self._commits[body.seat]
        try:
            commitments = check_deal(
                self._suite.group,
                self._place,
                self._thresholds,
                len(self._voters),
                committed.commitment,
                body,
            )
        except Refusal:
            self._lied(body.seat, commit, frame)
            return
        if body.seat not in self._deals:
            self._seen.add(frame.body)
            self._deals[body.seat] = frame, body
            self._dealt[body.seat] = commitments
            if body.seat == self._seat:  # ours, from before a restart
                self._received[body.seat] = self._dealer.shares_for(body.seat)

    def _take_complaint(self, frame: KeyComplaint, body: KeyComplaintBody) -> None:
        if body.dealer not in self._keys or body.dealer == body.seat:
            raise Refusal(Fault.DEAL)
        self._seen.add(frame.body)
        self._complaints[body.dealer, body.seat] = frame

    def _take_answer(self, frame: KeyAnswer, body: KeyAnswerBody) -> None:
        if body.complainer not in self._keys or body.complainer == body.seat:
            raise Refusal(Fault.DEAL)
        if body.seat not in self._deals:
            return
        shares = self._answered(body)
        if shares is None:
            self._lied(body.seat, self._commits[body.seat][0], self._deals[body.seat][0], frame)
            return
        self._seen.add(frame.body)
        self._answers[body.seat, body.complainer] = frame
        if body.complainer == self._seat:
            self._received[body.seat] = shares

    def _answered(self, body: KeyAnswerBody) -> Shares | None:
        """The shares in an answer, or None if they are wrong."""
        try:
            shares = read_shares(body.shares, len(self._thresholds))
        except Refusal:
            return None
        commitments = self._dealt[body.seat]
        fit = shares_fit(self._suite.group, commitments, body.complainer, shares)
        return shares if fit else None

    def _lied(self, seat: int, *statements: KeyFrame) -> None:
        if seat not in self._lies:
            self._lies[seat] = statements
            self._seen.update(frame.body for frame in statements)

    # --- our own part ----------------------------------------------------------------------------

    def _advance(self) -> None:
        if self._seat is None:
            return
        if self._seat not in self._deals and len(self._commits) == len(self._voters):
            self._deal(self._seat)
        if len(self._deals) == len(self._voters) and not self._opened:
            self._opened = True
            self._open(self._seat)
        for dealer, complainer in sorted(self._complaints.keys() - self._answers.keys()):
            if dealer == self._seat and dealer in self._deals:
                self._answer(dealer, complainer)

    def _commit(self, seat: int) -> None:
        group = self._suite.group
        body = KeyCommitBody(
            "camelnet/key-commit/1",
            self._game,
            self._epoch,
            self._context,
            seat,
            deal_hash(self._place, seat, self._dealer.commitments(group)),
            self._dealer.encryption,
            self._dealer.encryption_proof(group),
        )
        self._commits[seat] = self._say(KeyCommit, body), body

    def _deal(self, seat: int) -> None:
        group = self._suite.group
        commitments = self._dealer.commitments(group)
        parts = read_commitments(group, self._thresholds, commitments)
        body = KeyDealBody(
            "camelnet/key-deal/1",
            self._game,
            self._epoch,
            self._context,
            seat,
            commitments,
            self._dealer.constant_proofs(group, parts),
            tuple(
                self._dealer.envelope(group, voter, self._commits[voter][1].encryption)
                for voter in self._voters
                if voter != seat
            ),
        )
        self._deals[seat] = self._say(KeyDeal, body), body
        self._dealt[seat] = parts
        self._received[seat] = self._dealer.shares_for(seat)

    def _open(self, seat: int) -> None:
        """Open all envelopes. First check the sum of their shares, which must be our share of the
        key; only if it is not, check each dealer's shares.
        """
        group = self._suite.group
        for dealer in self._voters:
            if dealer in self._received:
                continue
            others = [voter for voter in self._voters if voter != dealer]
            envelope = self._deals[dealer][1].envelopes[others.index(seat)]
            try:
                self._received[dealer] = self._dealer.open(group, dealer, envelope)
            except Refusal:
                self._complain(seat, dealer)
        if len(self._received) == len(self._voters):
            total = sum_shares(list(self._received.values()))
            expected = (key.share_of(seat) for key in self.keys())
            if all(group.base(a) == b for a, b in zip(total, expected, strict=True)):
                return
        for dealer, shares in list(self._received.items()):
            if not shares_fit(group, self._dealt[dealer], seat, shares):
                del self._received[dealer]
                self._complain(seat, dealer)

    def _complain(self, seat: int, dealer: int) -> None:
        if (dealer, seat) in self._complaints:
            return
        body = KeyComplaintBody(
            "camelnet/key-complaint/1", self._game, self._epoch, self._context, seat, dealer
        )
        self._complaints[dealer, seat] = self._say(KeyComplaint, body)

    def _answer(self, seat: int, complainer: int) -> None:
        body = KeyAnswerBody(
            "camelnet/key-answer/1",
            self._game,
            self._epoch,
            self._context,
            seat,
            complainer,
            shares_bytes(self._dealer.shares_for(complainer)),
        )
        self._answers[seat, complainer] = self._say(KeyAnswer, body)

    def _say(self, kind: type[F], body: KeyBody) -> F:
        data = body_bytes(body)
        frame = kind(data, self._signer.sign(data))
        self._seen.add(data)
        self.outbox.append(frame)
        return frame

    # --- queries ---------------------------------------------------------------------------------

    def retransmissions(self, seat: int | None = None) -> list[KeyFrame]:
        """All known frames, in an order in which a peer can take them; with `seat`, that voter's
        alone, and the proofs of lies."""
        chosen = self._voters if seat is None else (seat,)
        frames: list[KeyFrame] = [self._commits[s][0] for s in sorted(self._commits) if s in chosen]
        frames += [self._deals[s][0] for s in sorted(self._deals) if s in chosen]
        frames += [self._complaints[p] for p in sorted(self._complaints) if p[1] in chosen]
        frames += [self._answers[p] for p in sorted(self._answers) if p[0] in chosen]
        for seat in sorted(self._lies):
            frames += self._lies[seat]
        return list(dict.fromkeys(frames))

    def owing(self) -> tuple[int, ...]:
        """The voters that owe a commitment; once all of these are here, a deal; or an answer to a
        complaint.
        """
        owing = {seat for seat in self._voters if seat not in self._commits}
        if not owing:
            owing = {seat for seat in self._voters if seat not in self._deals}
        owing |= {dealer for dealer, _ in self._complaints.keys() - self._answers.keys()}
        return tuple(sorted(owing))

    @property
    def complete(self) -> bool:
        """True if all deals are here, none is disputed, nobody has lied, and our own shares fit."""
        return (
            len(self._deals) == len(self._voters)
            and not self.owing()
            and not self._lies
            and (self._seat is None or len(self._received) == len(self._voters))
        )

    def liars(self) -> tuple[int, ...]:
        """The seats that have signed what no honest seat signs: two commitments, a deal that does
        not fit its commitment, a proof that does not hold, a wrong answer.
        """
        return tuple(sorted(self._lies))

    def proof_of(self, seat: int) -> tuple[KeyFrame, ...]:
        """The frames that prove a lie to any other `KeyGeneration`."""
        return self._lies[seat]

    # --- the keys --------------------------------------------------------------------------------

    def attachments(self) -> tuple[bytes, ...]:
        """The attachments of the `key` entry once all deals are here: each voter's commitments, by
        seat."""
        if len(self._deals) < len(self._voters):
            raise ValueError("deals are missing")
        return tuple(self._deals[seat][1].commitments for seat in self._voters)

    def keys(self) -> tuple[TableKey, ...]:
        """One key per threshold once all deals are here. Raises `Refusal` if all dealers together
        have made no valid key.
        """
        if self._made is None:
            self.attachments()
            dealt = [self._dealt[seat] for seat in self._voters]
            self._made = joint_keys(self._suite, self._voters, dealt)
        return self._made

    def secret_shares(self) -> bytes:
        """Our own secret shares of the keys, 32 bytes each, for the journal alone."""
        if not self.complete or self._seat is None:
            raise ValueError("no shares yet")
        return shares_bytes(sum_shares(list(self._received.values())))
