"""Threshold keys: any k holders give the same, fewer leave it open, and no part can be forged."""

from __future__ import annotations

import itertools
import random

import pytest

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import ORDER, scalar_of
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.crypto.threshold import (
    PARTIAL_SIZE,
    Polynomial,
    check_partial,
    combine,
    combine_partials,
    joint_key,
    lagrange,
    partial,
    public_share,
)
from tests.protocol.dealt import REAL, SYMBOLIC, both, holder_key
from tests.protocol.refusals import fault_of

sizes = pytest.mark.parametrize(
    ("threshold", "size"), [(k, n) for n in range(2, 9) for k in range(2, n + 1)]
)


@sizes
def test_any_k_of_n_give_the_secret_times_a_point(threshold: int, size: int) -> None:
    group = SYMBOLIC.group
    key, secrets = holder_key(SYMBOLIC, threshold, tuple(range(size)))
    label = group.point_of("test", b"label")
    expected = group.mul(int.from_bytes(key.point, "little"), label)
    for seats in itertools.combinations(range(size), threshold):
        assert combine(group, {seat: group.mul(secrets[seat], label) for seat in seats}) == expected


@pytest.mark.parametrize(
    ("threshold", "holders"), [(2, (0, 1)), (3, (1, 2, 5, 7)), (6, (*range(8),))]
)
def test_ristretto_combines_like_the_integers(threshold: int, holders: tuple[int, ...]) -> None:
    group = REAL.group
    key, secrets = holder_key(REAL, threshold, holders)
    symbolic, same = holder_key(SYMBOLIC, threshold, holders)
    assert secrets == same
    assert key.point == group.base(int.from_bytes(symbolic.point, "little"))
    for seats in itertools.combinations(holders, threshold):
        assert combine(group, {seat: key.share_of(seat) for seat in seats}) == key.point


@sizes
def test_fewer_than_k_shares_fit_every_secret(threshold: int, size: int) -> None:
    """For whatever secret one may guess there is a polynomial that explains all shares seen."""
    draw = random.Random(threshold * 10 + size)
    _, secrets = holder_key(SYMBOLIC, threshold, tuple(range(size)))
    seats = draw.sample(range(size), threshold - 1)
    for guess in (0, 1, draw.randrange(ORDER)):
        points = [(0, guess), *((seat + 1, secrets[seat]) for seat in seats)]
        explained = Polynomial(coefficients_through(points))
        assert explained.constant == guess
        assert all(explained.share(seat) == secrets[seat] for seat in seats)


def coefficients_through(points: list[tuple[int, int]]) -> list[int]:
    """The polynomial through these points modulo ORDER, constant term first."""
    total = [0] * len(points)
    for x, y in points:
        basis, below = [1], 1
        for other, _ in points:
            if other != x:
                basis = [
                    (a - other * b) % ORDER for a, b in zip([0, *basis], [*basis, 0], strict=True)
                ]
                below = below * (x - other) % ORDER
        factor = y * pow(below, -1, ORDER)
        total = [(t + factor * b) % ORDER for t, b in zip(total, basis, strict=True)]
    return total


def test_fewer_than_k_shares_combine_to_something_else() -> None:
    key, _ = holder_key(REAL, 4, tuple(range(6)))
    for seats in itertools.combinations(range(6), 3):
        assert combine(REAL.group, {seat: key.share_of(seat) for seat in seats}) != key.point


def test_the_factors_of_all_ones_are_those_of_a_constant() -> None:
    for seats in itertools.combinations(range(8), 3):
        assert sum(lagrange(seats).values()) % ORDER == 1
    with pytest.raises(ValueError, match="twice"):
        lagrange((1, 1))


@both
def test_public_shares_follow_from_the_commitments(suite: Suite) -> None:
    polynomial = Polynomial([scalar_of("test", bytes([n])) for n in range(5)])
    commitments = polynomial.commitments(suite.group)
    for seat in range(8):
        expected = suite.group.base(polynomial.share(seat))
        assert public_share(suite.group, commitments, seat) == expected


@both
def test_dealers_add_up(suite: Suite) -> None:
    dealers = [Polynomial([scalar_of("test", bytes([d, n])) for n in range(3)]) for d in range(4)]
    dealt = [dealer.commitments(suite.group) for dealer in dealers]
    key = joint_key(suite.group, (0, 2, 3, 6), dealt)
    assert key.threshold == 3
    for seat in key.holders:
        assert key.share_of(seat) == suite.group.base(sum(d.share(seat) for d in dealers))
    assert key.point == suite.group.base(sum(d.constant for d in dealers))


@both
def test_dealers_that_cancel_out_make_no_key(suite: Suite) -> None:
    one = Polynomial([5, 7])
    for other in (Polynomial([ORDER - 5, 1]), Polynomial([1, ORDER - 7 - 6])):
        # The first cancels the secret; the second cancels the share of seat 0: 5+7 + 1-13 = 0.
        dealt = [one.commitments(suite.group), other.commitments(suite.group)]
        assert fault_of(joint_key, suite.group, (0, 1), dealt) is Fault.POINT


@both
def test_partials_are_taken_from_their_holder_for_their_point_and_context(suite: Suite) -> None:
    group = suite.group
    key, secrets = holder_key(suite, 2, (0, 1, 3))
    label = group.point_of("test", b"label")
    part = partial(group, b"here", key, 3, secrets[3], label)
    assert len(part) == PARTIAL_SIZE
    check_partial(group, b"here", key, 3, label, part)
    for context, seat, point in (
        (b"there", 3, label),
        (b"here", 1, label),
        (b"here", 2, label),
        (b"here", 3, group.point_of("test", b"another")),
    ):
        with pytest.raises(Refusal):
            check_partial(group, context, key, seat, point, part)


@both
def test_any_checked_partials_combine_to_the_same(suite: Suite) -> None:
    group = suite.group
    key, secrets = holder_key(suite, 3, (0, 2, 4, 5))
    label = group.point_of("test", b"label")
    parts = {seat: partial(group, b"", key, seat, secrets[seat], label) for seat in key.holders}
    results = {
        combine_partials(group, key, {seat: parts[seat] for seat in seats})
        for count in (3, 4)
        for seats in itertools.combinations(key.holders, count)
    }
    assert len(results) == 1
    with pytest.raises(ValueError, match="too few"):
        combine_partials(group, key, {0: parts[0], 2: parts[2]})


def test_a_polynomial_shows_none_of_its_coefficients() -> None:
    secret = scalar_of("test", b"secret")
    polynomial = Polynomial([secret, 1])
    assert str(secret) not in repr(polynomial) + str(polynomial)
