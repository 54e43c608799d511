"""The threshold coin: all toss the same, too few toss nothing, and no part can be forged."""

from __future__ import annotations

import itertools

import pytest

from camelnet.protocol.cards.encrypted_faces import opening_share
from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.coin import (
    COIN_SHARE_SIZE,
    check_share,
    coin_label,
    coin_seed,
    coin_share,
)
from camelnet.protocol.crypto.group import ORDER, scalar_of
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.crypto.threshold import TableKey
from tests.protocol.dealt import GAME, SYMBOLIC, both, holder_key
from tests.protocol.refusals import fault_of

PREV, ENTRY = bytes([1]) * 32, bytes([2]) * 32


def label_of(suite: Suite) -> bytes:
    return coin_label(suite, GAME, 3, 17, PREV, ENTRY)


def refused(suite: Suite, key: TableKey, seat: int, label: bytes, share: bytes) -> None:
    assert fault_of(check_share, suite, key, seat, label, share) is Fault.SHARE


@both
@pytest.mark.parametrize(("threshold", "size"), [(2, 2), (2, 3), (3, 4), (4, 6), (6, 8), (8, 8)])
def test_any_k_holders_toss_the_same_coin(suite: Suite, threshold: int, size: int) -> None:
    key, secrets = holder_key(suite, threshold, tuple(range(size)))
    label = label_of(suite)
    shares = {seat: coin_share(suite, key, seat, secrets[seat], label) for seat in key.holders}
    for seat, share in shares.items():
        assert len(share) == COIN_SHARE_SIZE
        check_share(suite, key, seat, label, share)
    coins = {
        coin_seed(suite, key, label, {seat: shares[seat] for seat in seats})
        for seats in itertools.combinations(key.holders, threshold)
    }
    assert coins == {coin_seed(suite, key, label, shares)}
    assert len(coins.pop()) == 32


@both
def test_too_few_shares_are_no_coin(suite: Suite) -> None:
    key, secrets = holder_key(suite, 3, (0, 1, 2, 5))
    label = label_of(suite)
    shares = {seat: coin_share(suite, key, seat, secrets[seat], label) for seat in (1, 5)}
    with pytest.raises(ValueError, match="too few"):
        coin_seed(suite, key, label, shares)


def test_fewer_than_k_shares_fit_every_coin() -> None:
    """With k - 1 parts every element is still possible: some last part would make it."""
    key, secrets = holder_key(SYMBOLIC, 3, (0, 1, 2))
    group, label = SYMBOLIC.group, label_of(SYMBOLIC)
    logarithm = int.from_bytes(label, "little")
    # Factors of seats 0, 1, 2 are 3, -3, 1: the last part is what is wanted less the first two.
    first_two = 3 * secrets[0] * logarithm - 3 * secrets[1] * logarithm
    for wanted in (1, 2, scalar_of("test", b"any")):
        last = (wanted - first_two) % ORDER
        parts = {
            0: group.mul(secrets[0], label),
            1: group.mul(secrets[1], label),
            2: group.base(last),
        }
        padded = {seat: part + bytes(64) for seat, part in parts.items()}
        forged = coin_seed(SYMBOLIC, key, label, padded)
        assert forged == coin_seed(SYMBOLIC, key, label, padded | {2: parts[2] + b"\1" * 64})
        honest = secrets[2] * logarithm % ORDER
        assert last != honest
        refused(SYMBOLIC, key, 2, label, padded[2])


@both
def test_everything_about_the_place_of_an_entry_makes_another_label(suite: Suite) -> None:
    labels = {
        label_of(suite),
        coin_label(suite, bytes(32), 3, 17, PREV, ENTRY),
        coin_label(suite, GAME, 4, 17, PREV, ENTRY),
        coin_label(suite, GAME, 3, 18, PREV, ENTRY),
        coin_label(suite, GAME, 3, 17, ENTRY, ENTRY),
        coin_label(suite, GAME, 3, 17, PREV, PREV),
    }
    assert len(labels) == 6
    assert all(suite.group.valid(label) for label in labels)


@both
def test_a_share_is_good_for_its_seat_label_and_key_alone(suite: Suite) -> None:
    key, secrets = holder_key(suite, 2, (0, 1, 2))
    other_key, other_secrets = holder_key(suite, 3, (0, 1, 2))
    label = label_of(suite)
    share = coin_share(suite, key, 1, secrets[1], label)
    refused(suite, key, 0, label, share)
    refused(suite, key, 2, label, share)
    refused(suite, key, 7, label, share)
    refused(suite, key, 1, coin_label(suite, GAME, 3, 18, PREV, ENTRY), share)
    refused(suite, other_key, 1, label, share)
    refused(suite, key, 1, label, coin_share(suite, key, 1, other_secrets[1], label))
    refused(suite, key, 1, label, coin_share(suite, key, 1, secrets[0], label))


@both
def test_a_part_of_a_lock_is_no_part_of_a_coin(suite: Suite) -> None:
    """Even where somebody has made a lock's point a label."""
    key, secrets = holder_key(suite, 2, (0, 1))
    label = label_of(suite)
    attachment = bytes(32) + label + bytes(116)
    share = opening_share(suite, key, 1, secrets[1], attachment)
    assert share[:32] == coin_share(suite, key, 1, secrets[1], label)[:32]
    refused(suite, key, 1, label, share)
