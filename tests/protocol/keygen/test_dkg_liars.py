"""A table key among liars: they are named, a false complaint neither stops nor harms, and frames of
nobody are refused."""

from __future__ import annotations

import pytest

from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.keygen.share_distribution import Dealer, Shares, deal_hash, shares_bytes
from camelnet.protocol.wire.key_messages import (
    KeyAnswer,
    KeyAnswerBody,
    KeyCommit,
    KeyComplaint,
    KeyDeal,
    KeyFrame,
    read_key_body,
)
from tests.protocol.dealt import (
    REAL,
    SYMBOLIC,
    Dealers,
    Rewrite,
    above_order,
    assert_agreed,
    both,
    commit_of,
    complaint,
    deal_of,
    dealt,
    frames_of,
    liars_for,
    signer,
    with_bit,
)
from tests.protocol.refusals import fault_of


def authors_of(dealers: Dealers, kind: type[KeyFrame]) -> list[int]:
    """The seats of which somebody who looks on has a frame of this kind."""
    frames = dealers.watcher.retransmissions()
    return [read_key_body(frame).seat for frame in frames if isinstance(frame, kind)]


def bad_envelope(dealers: Dealers, liar: int, victim: int, at: int = 40) -> Rewrite:
    """The liar's deal, to everybody, with an envelope of which a byte was changed."""

    def rewrite(_: int, __: int, frame: KeyFrame) -> KeyFrame:
        if not isinstance(frame, KeyDeal) or read_key_body(frame).seat != liar:
            return frame
        envelopes = list(deal_of(frame).envelopes)
        others = [seat for seat in dealers.plan["voters"] if seat != liar]
        place = others.index(victim)
        envelopes[place] = with_bit(envelopes[place], at)
        return dealers.forge(frame, envelopes=tuple(envelopes))

    return rewrite


@both
def test_an_envelope_that_does_not_open_is_answered_before_all_and_the_key_is_made(
    suite: Suite,
) -> None:
    dealers = Dealers(suite, (0, 1, 2, 3), (3,))
    dealers.run(bad_envelope(dealers, liar=1, victim=3))
    assert authors_of(dealers, KeyComplaint) == [3]
    assert_agreed(dealers)


class Shifted(Dealer):
    """Deals shares that are too large by `by`."""

    __slots__ = ()
    by = 5

    def shares_for(self, voter: int) -> Shares:
        return tuple(share + self.by for share in super().shares_for(voter))


class ShiftedBack(Shifted):
    __slots__ = ()
    by = -5


def bad_shares(dealers: Dealers, liars: dict[int, type[Dealer]], victim: int) -> Rewrite:
    """The liars' deals, with envelopes that open to shares of their own making."""

    def rewrite(_: int, __: int, frame: KeyFrame) -> KeyFrame:
        liar = read_key_body(frame).seat
        if not isinstance(frame, KeyDeal) or liar not in liars:
            return frame
        body = deal_of(frame)
        others = [seat for seat in dealers.plan["voters"] if seat != liar]
        encryption = dealers.secrets(victim).encryption
        forger = dealers.secrets(liar, liars[liar])
        envelopes = list(body.envelopes)
        envelopes[others.index(victim)] = forger.envelope(dealers.suite.group, victim, encryption)
        return dealers.forge(frame, envelopes=tuple(envelopes))

    return rewrite


@both
def test_a_share_that_does_not_fit_is_complained_of_and_put_right(suite: Suite) -> None:
    dealers = Dealers(suite, (0, 1, 2), (2, 3))
    dealers.run(bad_shares(dealers, {1: Shifted}, victim=2))
    assert authors_of(dealers, KeyComplaint) == [2]
    assert_agreed(dealers)


@both
def test_a_complaint_without_an_answer_keeps_all_waiting_for_the_dealer(suite: Suite) -> None:
    dealers = Dealers(suite, (0, 1, 2), (2,))
    spoil = bad_shares(dealers, {1: Shifted}, victim=2)
    dealers.run(lambda a, b, f: None if isinstance(f, KeyAnswer) else spoil(a, b, f))
    for dealing in (dealers.seats[0], dealers.seats[2], dealers.watcher):
        assert dealing.owing() == (1,)
        assert not dealing.complete


@both
def test_a_wrong_answer_names_its_author(suite: Suite) -> None:
    dealers = Dealers(suite, (0, 1, 2, 3), (3,))
    spoil = bad_envelope(dealers, liar=1, victim=3)

    def rewrite(source: int, target: int, frame: KeyFrame) -> KeyFrame:
        if isinstance(frame, KeyAnswer):
            body = read_key_body(frame)
            assert isinstance(body, KeyAnswerBody)
            return dealers.forge(frame, shares=with_bit(body.shares, 0))
        return spoil(source, target, frame)

    dealers.run(rewrite)
    assert dealers.watcher.liars() == (1,)
    for seat in (0, 2, 3):
        assert dealers.seats[seat].liars() == (1,)
        assert not dealers.seats[seat].complete
    assert_convinces(dealers, 1)


def assert_convinces(dealers: Dealers, liar: int) -> None:
    """The proof of a liar names it to somebody who has heard nothing else."""
    assert liars_for(dealers, *dealers.watcher.proof_of(liar)) == (liar,)


@both
def test_a_false_complaint_neither_stops_nor_harms(suite: Suite) -> None:
    """It comes before, among and after the deals, of everybody, and again."""
    dealers = Dealers(suite, (0, 1, 2, 3), (3, 4))
    frames = [complaint(dealers, of, dealer=dealer) for of, dealer in ((3, 0), (3, 1), (3, 2))]
    dealers.seats[0].receive(frames[0])
    dealers.run()
    for frame in [*frames, *frames]:
        for seat in (0, 1, 2):
            dealers.seats[seat].receive(frame)
        dealers.watcher.receive(frame)
    assert not dealers.watcher.complete
    dealers.push()
    assert_agreed(dealers)
    plain = dealt(suite, (0, 1, 2, 3), 3, 4)
    assert plain.watcher.keys() == dealers.watcher.keys()


def test_a_complaint_tells_nobody_anything_but_the_complainers_own_share() -> None:
    dealers = dealt(SYMBOLIC, (0, 1, 2), 2)
    dealers.seats[0].receive(complaint(dealers, 2, dealer=0))
    (answer,) = dealers.seats[0].outbox
    body = read_key_body(answer)
    assert isinstance(body, KeyAnswerBody)
    assert body.shares == shares_bytes(dealers.secrets(0).shares_for(2))


@both
@pytest.mark.parametrize("silent", ["commit", "deal"])
def test_a_silent_dealer_is_the_one_that_all_wait_for(suite: Suite, silent: str) -> None:
    dealers = Dealers(suite, (0, 1, 2, 3), (3,))
    kind = KeyCommit if silent == "commit" else KeyDeal

    def rewrite(source: int, _: int, frame: KeyFrame) -> KeyFrame | None:
        return None if isinstance(frame, kind) and source == 2 else frame

    dealers.run(rewrite)
    for seat in (0, 1, 3):
        assert dealers.seats[seat].owing() == (2,)
        assert not dealers.seats[seat].complete
        assert dealers.seats[seat].liars() == ()
    assert dealers.watcher.owing() == (2,)


@both
def test_a_dealer_that_commits_twice_is_named_by_all_who_push(suite: Suite) -> None:
    dealers = Dealers(suite, (0, 1, 2), (2,))
    other = Dealers(suite, (0, 1, 2), (2,))
    other.seats[2] = other.twin(2)
    twin = other.seats[2].outbox[0]

    def rewrite(source: int, target: int, frame: KeyFrame) -> KeyFrame:
        return twin if source == 2 and target == 0 and isinstance(frame, KeyCommit) else frame

    dealers.run(rewrite)
    dealers.push(rewrite)
    assert dealers.seats[0].liars() == dealers.seats[1].liars() == (2,)
    assert dealers.watcher.liars() == (2,)
    assert_convinces(dealers, 2)


@both
def test_who_alone_hears_a_lie_tells_everybody_and_no_key_is_made(suite: Suite) -> None:
    dealers = dealt(suite, (0, 1, 2), 2)
    assert_agreed(dealers)
    other = dealers.twin(2)
    dealers.seats[0].receive(other.outbox[0])
    assert not dealers.seats[0].complete
    dealers.push()
    for dealing in (dealers.seats[1], dealers.watcher):
        assert dealing.liars() == (2,)
        assert not dealing.complete


@both
def test_a_deal_that_was_not_committed_to_names_its_author(suite: Suite) -> None:
    dealers = Dealers(suite, (0, 1, 2), (2,))
    other = Dealers(suite, (0, 1, 2), (2,))
    other.seats[2] = other.twin(2)
    other.run()
    twin = frames_of(other, 2)[1]
    dealers.run(lambda of, _, f: twin if of == 2 and isinstance(f, KeyDeal) else f)
    assert dealers.seats[0].liars() == dealers.seats[1].liars() == (2,)
    assert dealers.watcher.liars() == (2,)
    assert_convinces(dealers, 2)


@both
def test_a_restarted_dealer_is_not_blamed_for_a_voter_that_gave_two_encryption_keys(
    suite: Suite,
) -> None:
    """Its envelopes differ then; what it dealt does not."""
    dealers = dealt(suite, (0, 1, 2), 2)
    first = frames_of(dealers, 0)[1]
    other = dealers.twin(2)
    again = dealers.dealing(0)
    for frame in (other.outbox[0], frames_of(dealers, 1)[0]):
        again.receive(frame)
    second = next(frame for frame in again.outbox if isinstance(frame, KeyDeal))
    assert second.body != first.body
    for dealing in (dealers.seats[1], dealers.watcher):
        dealing.receive(second)
        assert dealing.liars() == ()
    assert_agreed(dealers)


@both
def test_no_byte_of_what_proves_or_commits_can_be_changed(suite: Suite) -> None:
    """A liar signs what it likes; all that is public is checked, and names it."""
    dealers = dealt(suite, (0, 1), 2)
    commit, deal = frames_of(dealers, 1)
    forge, said, shown = dealers.forge, commit_of(commit), deal_of(deal)
    for place in range(64):
        forged: list[tuple[KeyFrame, ...]] = [
            (forge(commit, proof=with_bit(said.proof, place)),),
            (forge(commit, encryption=with_bit(said.encryption, place % 32)),),
            (forge(commit, commitment=with_bit(said.commitment, place % 32)), deal),
            (commit, forge(deal, commitments=with_bit(shown.commitments, place))),
            (commit, forge(deal, proofs=with_bit(shown.proofs, place))),
        ]
        assert [liars_for(dealers, *frames) for frames in forged] == [(1,)] * len(forged)


@pytest.mark.parametrize("place", range(80))
@both
def test_no_byte_of_an_envelope_can_be_changed(suite: Suite, place: int) -> None:
    """Either anybody sees it, or its receiver complains, is answered, and the key is made."""
    dealers = Dealers(suite, (0, 1), (2,))
    dealers.run(bad_envelope(dealers, liar=1, victim=0, at=place))
    if place >= 32 or not dealers.seats[0].liars():
        assert_agreed(dealers)
        assert authors_of(dealers, KeyAnswer) == [1]
    else:
        assert dealers.seats[0].liars() == dealers.watcher.liars() == (1,)


@both
def test_deals_of_another_form_name_their_author(suite: Suite) -> None:
    dealers = dealt(suite, (0, 1, 2), 2)
    commit, deal = frames_of(dealers, 1)
    body = deal_of(deal)
    one, two = body.envelopes
    for changes in (
        {"envelopes": (one,)},
        {"envelopes": (one, two, two)},
        {"envelopes": (one, two + b"\0")},
        {"proofs": body.proofs * 2},
        {"proofs": bytes(64)},
    ):
        assert liars_for(dealers, commit, dealers.forge(deal, **changes)) == (1,)


@both
def test_a_committed_deal_of_another_degree_names_its_author(suite: Suite) -> None:
    """Even where the liar committed to just that."""
    dealers = dealt(suite, (0, 1, 2), 2)
    commit, deal = frames_of(dealers, 1)
    points = deal_of(deal).commitments
    for commitments in (points[:32], points + points[:32]):
        hashed = deal_hash(dealers.place, 1, commitments)
        committed = dealers.forge(commit, commitment=hashed)
        assert liars_for(dealers, committed) == ()
        assert liars_for(dealers, committed, dealers.forge(deal, commitments=commitments)) == (1,)


@both
def test_somebody_elses_parts_cannot_be_used_as_ones_own(suite: Suite) -> None:
    dealers = dealt(suite, (0, 1, 2), 2)
    commit, deal = frames_of(dealers, 0)
    copy, shown = commit_of(commit), deal_of(deal)
    own_commit, own_deal = frames_of(dealers, 1)
    unopenable = dealers.forge(own_commit, encryption=copy.encryption, proof=copy.proof)
    assert liars_for(dealers, unopenable) == (1,)
    copied = (
        dealers.forge(own_commit, commitment=copy.commitment),
        dealers.forge(own_deal, commitments=shown.commitments, proofs=shown.proofs),
    )
    assert liars_for(dealers, *copied) == (1,)


@both
def test_errors_that_cancel_out_are_no_errors(suite: Suite) -> None:
    """Two dealers conspire against seat 0: what counts is the sum, and the sum is right."""
    dealers = Dealers(suite, (0, 1, 2, 3), (3,))
    dealers.run(bad_shares(dealers, {1: Shifted, 2: ShiftedBack}, victim=0))
    assert_agreed(dealers)
    assert authors_of(dealers, KeyComplaint) == []


@both
def test_errors_that_do_not_cancel_out_are_found_one_by_one(suite: Suite) -> None:
    dealers = Dealers(suite, (0, 1, 2, 3), (3,))
    dealers.run(bad_shares(dealers, {1: Shifted, 3: Shifted}, victim=0))
    assert authors_of(dealers, KeyAnswer) == [1, 3]
    assert_agreed(dealers)


# --- frames that are refused, and change nothing --------------------------------------------------


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
