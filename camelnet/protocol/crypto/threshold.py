"""Threshold keys: any k of n holders compute what fewer cannot, and nobody holds the key.

The secret of a key is the value at 0 of a polynomial of degree k - 1 whose value at seat + 1 is the
seat's secret share (Shamir 1979). Commitments c·G to its coefficients make shares verifiable
(Feldman 1987). A partial is a holder's share times some point, with a proof of that; k partials
give the secret times that point.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.dlog_proofs import PROOF_SIZE, check_equality, prove_equality
from camelnet.protocol.crypto.group import ORDER, POINT_SIZE, Group, read_point

PARTIAL_SIZE = POINT_SIZE + PROOF_SIZE  # bytes


@dataclass(frozen=True, slots=True)
class TableKey:
    """The public side of a key: its point, its holders, and their public shares."""

    threshold: int  # the number of holders that must act together
    holders: tuple[int, ...]  # seats, sorted
    point: bytes  # secret·G
    shares: tuple[bytes, ...]  # share·G of each holder, in their order

    def held_by(self, seats: Collection[int]) -> bool:
        """True if enough of these seats hold the key to act together."""
        return len(set(self.holders) & set(seats)) >= self.threshold

    def share_of(self, seat: int) -> bytes:
        """The public share of `seat`; raises `Refusal` if it holds none."""
        if seat not in self.holders:
            raise Refusal(Fault.SHARE, "from a seat without a part of the key")
        return self.shares[self.holders.index(seat)]


class Polynomial:
    """A secret polynomial modulo ORDER, constant term first. Its `repr` shows nothing of it."""

    __slots__ = ("_coefficients",)

    def __init__(self, coefficients: Sequence[int]) -> None:
        self._coefficients = tuple(coefficients)

    def share(self, seat: int) -> int:
        """The secret share of `seat`."""
        total = 0
        for coefficient in reversed(self._coefficients):
            total = (total * (seat + 1) + coefficient) % ORDER
        return total

    @property
    def constant(self) -> int:
        return self._coefficients[0]

    def commitments(self, group: Group) -> tuple[bytes, ...]:
        return tuple(group.base(coefficient) for coefficient in self._coefficients)


def public_share(group: Group, commitments: Sequence[bytes], seat: int) -> bytes:
    """share·G of `seat`, from the commitments to a polynomial's coefficients."""
    powers = [(seat + 1) ** power for power in range(len(commitments))]
    return group.public_sum(0, powers, commitments)


def joint_key(group: Group, holders: tuple[int, ...], dealt: Sequence[Sequence[bytes]]) -> TableKey:
    """The key whose polynomial is the sum of all dealers', from the commitments of each.

    Raises `Refusal` if the key or a public share is the identity.
    """
    sums = [group.public_sum(0, [1] * len(column), column) for column in zip(*dealt, strict=True)]
    shares = tuple(public_share(group, sums, seat) for seat in holders)
    for point in (sums[0], *shares):
        read_point(group, point)
    return TableKey(len(sums), holders, sums[0], shares)


def lagrange(seats: Sequence[int]) -> dict[int, int]:
    """The Lagrange coefficient of each seat's share: the weighted sum is the value at 0."""
    if len(set(seats)) != len(seats):
        raise ValueError("a seat twice")
    return dict(zip(seats, _lagrange(tuple(seats)), strict=True))


@lru_cache(maxsize=512)
def _lagrange(seats: tuple[int, ...]) -> tuple[int, ...]:
    factors = []
    for seat in seats:
        above = below = 1
        for other in seats:
            if other != seat:
                above *= other + 1
                below *= other - seat
        factors.append(above * pow(below, -1, ORDER) % ORDER)
    return tuple(factors)


def combine(group: Group, shares: Mapping[int, bytes]) -> bytes:
    """Combine the holders' points, by seat: the sum of each times its Lagrange coefficient. The
    points may be secret, the seats are not."""
    seats = sorted(shares)
    factors = lagrange(seats)
    chosen, points = [factors[seat] for seat in seats], [shares[seat] for seat in seats]
    return group.public_sum(0, chosen, points)


def partial(
    group: Group, context: bytes, key: TableKey, seat: int, secret: int, point: bytes
) -> bytes:
    """The holder's secret share times `point`, and the proof of that: 96 bytes."""
    product = group.mul(secret, point)
    return product + prove_equality(group, context, secret, key.share_of(seat), point, product)


def check_partial(
    group: Group, context: bytes, key: TableKey, seat: int, point: bytes, data: bytes
) -> None:
    """Raise `Refusal(Fault.SHARE)` unless `data` is the partial of the seat's share of `key`."""
    try:
        public = key.share_of(seat)
        if len(data) != PARTIAL_SIZE:
            raise Refusal(Fault.SHARE)
        product = read_point(group, data[:POINT_SIZE])
        check_equality(group, context, public, point, product, data[POINT_SIZE:])
    except Refusal:
        raise Refusal(Fault.SHARE) from None


def combine_partials(group: Group, key: TableKey, partials: Mapping[int, bytes]) -> bytes:
    """secret·point from at least `threshold` checked partials of one point, by seat: those of the
    lowest seats, though any give the same."""
    if len(partials) < key.threshold:
        raise ValueError("too few partials")
    chosen = sorted(partials)[: key.threshold]
    return combine(group, {seat: partials[seat][:POINT_SIZE] for seat in chosen})
