"""A table key among voters when all goes well: everybody makes the same, again and in any order."""

from __future__ import annotations

import itertools

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import IDENTITY
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.crypto.threshold import combine
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.keygen.share_distribution import read_key
from camelnet.protocol.wire.key_messages import COMMITMENTS_MAX, KeyCommit
from camelnet.protocol.wire.limits import ATTACHMENT_MAX
from tests.protocol.dealt import (
    GAME,
    SYMBOLIC,
    Dealers,
    assert_agreed,
    both,
    dealt,
    frames_of,
    signer,
)
from tests.protocol.refusals import fault_of


@both
@pytest.mark.parametrize(
    ("voters", "thresholds"),
    [
        ((0, 1), (2,)),
        ((0, 2, 5), (2, 3)),
        ((0, 1, 2, 3), (3,)),
        ((1, 2, 3, 6, 7), (4, 5)),
        (tuple(range(8)), (6,)),
        (tuple(range(8)), (6, 8)),
    ],
)
def test_all_voters_and_whoever_watches_make_the_same_keys(
    suite: Suite, voters: tuple[int, ...], thresholds: tuple[int, ...]
) -> None:
    dealers = Dealers(suite, voters, thresholds)
    dealers.run()
    assert_agreed(dealers)
    keys = dealers.watcher.keys()
    for key in keys:
        for seats in itertools.islice(itertools.combinations(voters, key.threshold), 5):
            assert combine(suite.group, {s: key.share_of(s) for s in seats}) == key.point


@pytest.mark.parametrize("size", range(2, 9))
def test_every_threshold_can_be_dealt(size: int) -> None:
    for threshold in range(2, size + 1):
        dealers = Dealers(SYMBOLIC, tuple(range(size)), (threshold,))
        dealers.run()
        assert_agreed(dealers)


def test_the_largest_key_fits_the_attachments_of_an_entry() -> None:
    dealers = dealt(SYMBOLIC, tuple(range(8)), 8, 8)
    assert {len(item) for item in dealers.watcher.attachments()} == {COMMITMENTS_MAX}
    assert COMMITMENTS_MAX <= ATTACHMENT_MAX


def test_nobody_deals_before_all_have_committed() -> None:
    dealers = Dealers(SYMBOLIC, (0, 1, 2), (2,))
    dealers.run(mute=2)
    for seat in (0, 1):
        kinds = {type(frame) for frame in dealers.seats[seat].retransmissions()}
        assert kinds == {KeyCommit}
        assert dealers.seats[seat].owing() == (2,)
    # The silent one has heard all commitments, so it has dealt, but nobody has heard of it.
    dealers.push()
    assert_agreed(dealers)


def test_another_epoch_game_or_attempt_makes_another_key() -> None:
    first, second = (Dealers(SYMBOLIC, (0, 1, 2), (2,), epoch=epoch) for epoch in (0, 1))
    third = Dealers(SYMBOLIC, (0, 1, 2), (2,))
    third.plan["context"] = b"attempt 2"
    third.seats = {seat: third.dealing(seat) for seat in third.seats}
    third.watcher = third.dealing(None)
    for dealers in (first, second, third):
        dealers.run()
    points = {dealers.watcher.keys()[0].point for dealers in (first, second, third)}
    assert len(points) == 3


@both
def test_a_restarted_dealer_says_the_same_bytes_again(suite: Suite) -> None:
    dealers = dealt(suite, (0, 1, 2), 2)
    said = set(dealers.seats[1].retransmissions())
    dealers.seats[1] = dealers.dealing(1)
    assert set(dealers.seats[1].outbox) <= said
    dealers.push()
    assert_agreed(dealers)
    assert set(dealers.seats[1].retransmissions()) == said


@both
def test_a_restarted_dealer_takes_its_own_deal_back_from_the_others(suite: Suite) -> None:
    """Even where that comes before the commitments that it was made for."""
    dealers = dealt(suite, (0, 1, 2), 2)
    again = dealers.dealing(0)
    again.receive(frames_of(dealers, 0)[1])
    for frame in dealers.watcher.retransmissions():
        again.receive(frame)
    assert again.complete
    assert again.secret_shares() == dealers.seats[0].secret_shares()
    assert set(again.retransmissions()) == set(dealers.seats[0].retransmissions())


def test_a_dealer_that_lost_all_frames_catches_up_by_pushing() -> None:
    dealers = Dealers(SYMBOLIC, (0, 1, 2, 3), (3,))
    dealers.run(lambda _, to, frame: None if to == 2 else frame)
    assert not dealers.watcher.complete
    dealers.push()
    assert_agreed(dealers)


@pytest.mark.parametrize("voters", [(0, 1, 2, 3), (0, 2, 3, 4), (1, 4, 6, 7)])
def test_everybody_says_again_what_a_dealer_that_is_gone_has_said(voters: tuple[int, ...]) -> None:
    """Seed 1000621 of the simulator, for liveness: where not all seats below vote, the parts of
    the highest were said again by nobody else."""
    dealers = Dealers(SYMBOLIC, voters, (3,))
    lost, gone = voters[1], voters[-1]
    dealers.run(lambda seat, to, frame: None if (seat, to) == (gone, lost) else frame)
    assert dealers.seats[lost].owing()
    del dealers.seats[gone]
    dealers.push()
    assert_agreed(dealers)


def test_frames_in_any_order_end_in_the_same_key() -> None:
    straight = dealt(SYMBOLIC, (0, 1, 2), 2)
    frames = straight.watcher.retransmissions()
    for order in itertools.islice(itertools.permutations(frames), 0, 720, 37):
        late = straight.dealing(None)
        for frame in [*order, *frames]:
            late.receive(frame)
        assert late.complete
        assert late.keys() == straight.watcher.keys()


def test_what_came_before_changes_nothing() -> None:
    dealers = dealt(SYMBOLIC, (0, 1, 2), 2)
    before = dealers.seats[0].retransmissions()
    for frame in before:
        dealers.seats[0].receive(frame)
    assert dealers.seats[0].retransmissions() == before
    assert dealers.seats[0].outbox == []


def test_nothing_private_is_shown() -> None:
    dealers = Dealers(SYMBOLIC, (0, 1), (2,))
    with pytest.raises(ValueError, match="no shares yet"):
        dealers.seats[0].secret_shares()
    dealers.run()
    secret = dealers.seats[0].secret_shares()
    assert secret.hex() not in repr(dealers.seats[0])
    assert str(int.from_bytes(secret, "little")) not in repr(vars(dealers.seats[0]))
    assert all(secret not in frame.body for frame in dealers.seats[0].retransmissions())
    with pytest.raises(ValueError, match="no shares yet"):
        dealers.watcher.secret_shares()


@both
def test_a_key_entry_of_another_form_is_refused(suite: Suite) -> None:
    voters, thresholds = (0, 1, 3), (2, 3)
    dealers = Dealers(suite, voters, thresholds)
    dealers.run()
    good = dealers.watcher.attachments()
    assert read_key(suite, voters, thresholds, good) == dealers.watcher.keys()
    first = good[0]
    for attachments in (
        (),
        good[:2],
        (*good, first),
        (first[:-1], *good[1:]),
        (first + first[:32], *good[1:]),
        (b"", *good[1:]),
        (IDENTITY + first[32:], *good[1:]),
        (first[:-32] + b"\xff" * 32, *good[1:]),
    ):
        with pytest.raises(Refusal):
            read_key(suite, voters, thresholds, attachments)


@both
def test_a_key_entry_of_dealers_that_cancel_out_is_refused(suite: Suite) -> None:
    group = suite.group
    one = group.base(5) + group.base(7)
    other = group.base(-5) + group.base(8)
    assert fault_of(read_key, suite, (0, 1), (2,), (one, other)) is Fault.POINT


@pytest.mark.parametrize(
    ("voters", "thresholds"),
    [
        ((0,), (2,)),
        ((1, 0), (2,)),
        ((0, 0), (2,)),
        ((0, 8), (2,)),
        ((0, 1), ()),
        ((0, 1), (1,)),
        ((0, 1), (3,)),
        ((0, 1, 2), (2, 3, 3)),
    ],
)
def test_an_impossible_plan_is_our_own_bug(
    voters: tuple[int, ...], thresholds: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"^no "):
        Dealers(SYMBOLIC, voters, thresholds)
    with pytest.raises(ValueError, match=r"^no "):
        read_key(SYMBOLIC, voters, thresholds, ())


def test_nobody_deals_for_a_seat_whose_key_it_has_not() -> None:
    dealers = Dealers(SYMBOLIC, (0, 1), (2,))
    with pytest.raises(ValueError, match="not our seat"):
        KeyGeneration(outbox=[], own=(0, signer(SYMBOLIC, 1), bytes(32)), **dealers.plan)
    with pytest.raises(ValueError, match="not our seat"):
        KeyGeneration(outbox=[], own=(5, signer(SYMBOLIC, 5), bytes(32)), **dealers.plan)
    assert dealers.plan["game"] == GAME
