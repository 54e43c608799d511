"""Frames that a key generation refuses: each changes nothing."""

from __future__ import annotations

from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.wire.key_messages import (
    KeyAnswerBody,
    KeyCommit,
    KeyDeal,
    KeyFrame,
    read_key_body,
)
from tests.protocol.dealt import (
    REAL,
    SYMBOLIC,
    above_order,
    both,
    complaint,
    dealt,
    frames_of,
    liars_for,
    signer,
    with_bit,
)
from tests.protocol.refusals import fault_of


def refused(dealing: KeyGeneration, frame: KeyFrame) -> Fault:
    before = dealing.retransmissions(), dealing.liars(), dealing.owing(), list(dealing.outbox)
    fault = fault_of(dealing.receive, frame)
    after = dealing.retransmissions(), dealing.liars(), dealing.owing(), list(dealing.outbox)
    assert after == before
    return fault


@both
def test_frames_of_elsewhere_are_refused(suite: Suite) -> None:
    dealers = dealt(suite, (0, 1, 3), 2)
    judge = dealers.dealing(None)
    for frame in dealers.watcher.retransmissions():
        assert refused(judge, dealers.forge(frame, game=bytes(32))) is Fault.GAME
        assert refused(judge, dealers.forge(frame, epoch=1)) is Fault.EPOCH
        assert refused(judge, dealers.forge(frame, context=b"attempt 2")) is Fault.EPOCH
        assert refused(judge, dealers.forge(frame, seat=2)) is Fault.VOTER


@both
def test_frames_without_their_authors_signature_are_refused(suite: Suite) -> None:
    dealers = dealt(suite, (0, 1, 3), 2)
    judge = dealers.dealing(None)
    for frame in dealers.watcher.retransmissions():
        kind = type(frame)
        forged = kind(frame.body, with_bit(frame.signature, 3))
        assert refused(judge, forged) is Fault.SIGNATURE
        stranger = kind(frame.body, signer(suite, 7).sign(frame.body))
        assert refused(judge, stranger) is Fault.SIGNATURE


def test_no_byte_of_a_signed_body_can_be_changed_by_others() -> None:
    dealers = dealt(REAL, (0, 1), 2)
    judge = dealers.dealing(None)
    for frame in frames_of(dealers, 0):
        for place in range(len(frame.body)):
            assert refused(judge, type(frame)(with_bit(frame.body, place), frame.signature))


def test_what_is_no_body_or_another_frames_is_refused() -> None:
    dealers = dealt(SYMBOLIC, (0, 1), 2)
    commit, deal = frames_of(dealers, 0)
    judge = dealers.dealing(None)
    for frame in (
        KeyCommit(b"", commit.signature),
        KeyCommit(b"\xc1", commit.signature),
        KeyCommit(deal.body, deal.signature),
        KeyDeal(commit.body, commit.signature),
        KeyDeal(deal.body + b"\0", deal.signature),
    ):
        assert refused(judge, frame) is Fault.MALFORMED


@both
def test_complaints_and_answers_about_nobody_are_refused(suite: Suite) -> None:
    dealers = dealt(suite, (0, 1, 3), 2)
    assert refused(dealers.watcher, complaint(dealers, 1, dealer=2)) is Fault.DEAL
    assert refused(dealers.watcher, complaint(dealers, 1, dealer=1)) is Fault.DEAL
    dealers.seats[0].receive(complaint(dealers, 1, dealer=0))
    answer = dealers.seats[0].outbox[0]
    for nobody in (0, 2):
        forged = dealers.forge(answer, complainer=nobody)
        assert refused(dealers.watcher, forged) is Fault.DEAL


@both
def test_no_byte_of_an_answer_can_be_changed(suite: Suite) -> None:
    dealers = dealt(suite, (0, 1), 2)
    dealers.seats[0].receive(complaint(dealers, 1, dealer=0))
    answer = dealers.seats[0].outbox[0]
    body = read_key_body(answer)
    assert isinstance(body, KeyAnswerBody)
    others = [with_bit(body.shares, place) for place in range(32)]
    for shares in (*others, above_order(body.shares), body.shares * 2, b"\xff" * 32):
        forged = dealers.forge(answer, shares=shares)
        assert liars_for(dealers, *frames_of(dealers, 0), forged) == (0,)
