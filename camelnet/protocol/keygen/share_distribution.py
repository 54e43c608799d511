"""One dealer's deal: how to write, read and check it.

`dkg` combines the deals of all. Nothing here keeps state.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.dlog_proofs import (
    PROOF_SIZE,
    check_knowledge,
    prove_knowledge,
)
from camelnet.protocol.crypto.group import (
    ORDER,
    POINT_SIZE,
    SCALAR_SIZE,
    Group,
    read_point,
    read_scalar,
    scalar_bytes,
    scalar_of,
)
from camelnet.protocol.crypto.suite import Hash, Suite, hash_of
from camelnet.protocol.crypto.threshold import Polynomial, TableKey, joint_key, public_share
from camelnet.protocol.wire.key_messages import KEYS_MAX, TAG_SIZE, KeyCommitBody, KeyDealBody
from camelnet.protocol.wire.limits import SEATS_MAX

_ONE_USE = bytes(12)  # the cipher's nonce: each key encrypts once


Commitments = tuple[tuple[bytes, ...], ...]  # by polynomial, the constant term first
Shares = tuple[int, ...]  # one of each polynomial


class Dealer:
    """One dealer's secrets, all from one seed: a restarted peer deals the same again."""

    __slots__ = ("_decryption", "_place", "_polynomials", "_seat", "_seed", "encryption")

    def __init__(
        self, group: Group, *, place: bytes, seat: int, thresholds: tuple[int, ...], secret: bytes
    ) -> None:
        self._place = place
        self._seat = seat
        self._seed = hash_of("camelnet/deal-seed/1", secret, place, bytes([seat]))
        self._decryption = scalar_of("camelnet/deal-decryption/1", self._seed)
        self._polynomials = tuple(
            Polynomial([self._coefficient(number, power) for power in range(threshold)])
            for number, threshold in enumerate(thresholds)
        )
        self.encryption = group.base(self._decryption)

    def _coefficient(self, number: int, power: int) -> int:
        return scalar_of("camelnet/deal-coefficient/1", self._seed, bytes([number, power]))

    def commitments(self, group: Group) -> bytes:
        return b"".join(
            point for polynomial in self._polynomials for point in polynomial.commitments(group)
        )

    def encryption_proof(self, group: Group) -> bytes:
        context = encryption_context(self._place, self._seat)
        return prove_knowledge(group, context, self._decryption, self.encryption)

    def constant_proofs(self, group: Group, commitments: Commitments) -> bytes:
        """Proofs for `commitments`, which are this dealer's own."""
        return b"".join(
            prove_knowledge(
                group,
                _constant_context(self._place, self._seat, number),
                polynomial.constant,
                points[0],
            )
            for number, (polynomial, points) in enumerate(
                zip(self._polynomials, commitments, strict=True)
            )
        )

    def shares_for(self, voter: int) -> Shares:
        return tuple(polynomial.share(voter) for polynomial in self._polynomials)

    def envelope(self, group: Group, voter: int, encryption: bytes) -> bytes:
        """The shares of `voter`, sealed to its encryption key: point, ciphertext."""
        exponent = scalar_of("camelnet/deal-exponent/1", self._seed, bytes([voter]), encryption)
        point = group.base(exponent)
        shared = group.mul(exponent, encryption)
        cipher = _cipher(self._place, self._seat, voter, point, encryption, shared)
        return point + cipher.encrypt(_ONE_USE, shares_bytes(self.shares_for(voter)), None)

    def open(self, group: Group, dealer: int, envelope: bytes) -> Shares:
        """Open the envelope that `dealer` sealed for this one, whose point is checked; raises
        `Refusal`."""
        point, ciphertext = envelope[:POINT_SIZE], envelope[POINT_SIZE:]
        shared = group.mul(self._decryption, point)
        cipher = _cipher(self._place, dealer, self._seat, point, self.encryption, shared)
        try:
            plain = cipher.decrypt(_ONE_USE, ciphertext, None)
        except InvalidTag:
            raise Refusal(Fault.DEAL) from None
        return read_shares(plain, len(self._polynomials))


def place_of(
    game: bytes,
    epoch: int,
    context: bytes,
    voters: tuple[int, ...],
    thresholds: tuple[int, ...],
    keys: Sequence[bytes],
) -> Hash:
    """The hash that binds everything to one key generation; `keys` are the voters' signing
    keys."""
    plan = (epoch.to_bytes(8, "big"), context, bytes(voters), bytes(thresholds))
    return hash_of("camelnet/dealing/1", game, *plan, *keys)


def deal_hash(place: bytes, seat: int, commitments: bytes) -> Hash:
    """A dealer's commitment to the `commitments` in its later deal."""
    return hash_of("camelnet/deal-commitment/1", place, bytes([seat]), commitments)


def encryption_context(place: bytes, seat: int) -> Hash:
    return hash_of("camelnet/deal-encryption/1", place, bytes([seat]))


def check_commit(group: Group, place: bytes, body: KeyCommitBody) -> None:
    """Raise `Refusal` unless the encryption key is a point whose secret the signer knows."""
    read_point(group, body.encryption)
    context = encryption_context(place, body.seat)
    check_knowledge(group, context, body.encryption, body.proof)


def read_commitments(group: Group, thresholds: tuple[int, ...], data: bytes) -> Commitments:
    """Commitments to one polynomial per threshold; raises `Refusal`."""
    if len(data) != sum(thresholds) * POINT_SIZE:
        raise Refusal(Fault.DEAL)
    points = [
        read_point(group, data[start : start + POINT_SIZE])
        for start in range(0, len(data), POINT_SIZE)
    ]
    ends = list(accumulate(thresholds, initial=0))
    return tuple(tuple(points[a:b]) for a, b in pairwise(ends))


def check_deal(
    group: Group,
    place: bytes,
    thresholds: tuple[int, ...],
    voters: int,
    commitment: bytes,
    body: KeyDealBody,
) -> Commitments:
    """Check all that is public in a deal; returns its commitments or raises `Refusal`."""
    if deal_hash(place, body.seat, body.commitments) != commitment:
        raise Refusal(Fault.DEAL)
    commitments = read_commitments(group, thresholds, body.commitments)
    size = POINT_SIZE + len(thresholds) * SCALAR_SIZE + TAG_SIZE
    if len(body.proofs) != len(thresholds) * PROOF_SIZE:
        raise Refusal(Fault.DEAL)
    if len(body.envelopes) != voters - 1 or any(len(item) != size for item in body.envelopes):
        raise Refusal(Fault.DEAL)
    for envelope in body.envelopes:
        read_point(group, envelope[:POINT_SIZE])
    for number, points in enumerate(commitments):
        proof = body.proofs[number * PROOF_SIZE : (number + 1) * PROOF_SIZE]
        check_knowledge(group, _constant_context(place, body.seat, number), points[0], proof)
    return commitments


def shares_fit(group: Group, commitments: Commitments, voter: int, shares: Shares) -> bool:
    """True if these are the values that `commitments` promise to `voter`."""
    return all(
        group.base(share) == public_share(group, points, voter)
        for share, points in zip(shares, commitments, strict=True)
    )


def shares_bytes(shares: Shares) -> bytes:
    return b"".join(scalar_bytes(share) for share in shares)


def read_shares(data: bytes, count: int) -> Shares:
    """`count` shares; raises `Refusal`."""
    if len(data) != count * SCALAR_SIZE:
        raise Refusal(Fault.DEAL)
    return tuple(
        read_scalar(data[start : start + SCALAR_SIZE]) for start in range(0, len(data), SCALAR_SIZE)
    )


def sum_shares(dealt: list[Shares]) -> Shares:
    return tuple(sum(column) % ORDER for column in zip(*dealt, strict=True))


def read_key(
    suite: Suite,
    voters: tuple[int, ...],
    thresholds: tuple[int, ...],
    attachments: Sequence[bytes],
) -> tuple[TableKey, ...]:
    """The keys that a `key` entry with these attachments makes, one per threshold.

    Raises `Refusal` unless every point, length and count is right.
    """
    check_plan(voters, thresholds)
    if len(attachments) != len(voters):
        raise Refusal(Fault.ATTACHMENTS)
    dealt = [read_commitments(suite.group, thresholds, data) for data in attachments]
    return joint_keys(suite, voters, dealt)


def joint_keys(
    suite: Suite, voters: tuple[int, ...], dealt: Sequence[Commitments]
) -> tuple[TableKey, ...]:
    """One key per threshold from all deals, by seat; raises `Refusal` if one is not valid."""
    return tuple(
        joint_key(suite.group, voters, polynomials) for polynomials in zip(*dealt, strict=True)
    )


def check_plan(voters: tuple[int, ...], thresholds: tuple[int, ...]) -> None:
    """Raise `ValueError` for a wrong plan. The epoch decides it, so that would be our own bug."""
    if list(voters) != sorted(set(voters)) or not 2 <= len(voters) <= SEATS_MAX:
        raise ValueError("no voters for a key")
    if not 0 <= voters[0] <= voters[-1] < SEATS_MAX:
        raise ValueError("no such seat")
    if not 1 <= len(thresholds) <= KEYS_MAX:
        raise ValueError("no such number of keys")
    if not all(2 <= threshold <= len(voters) for threshold in thresholds):
        raise ValueError("no such threshold")


def _constant_context(place: bytes, seat: int, number: int) -> Hash:
    return hash_of("camelnet/deal-constant/1", place, bytes([seat, number]))


def _cipher(
    place: bytes, dealer: int, voter: int, point: bytes, encryption: bytes, shared: bytes
) -> ChaCha20Poly1305:
    parts = (place, bytes([dealer, voter]), point, encryption, shared)
    return ChaCha20Poly1305(hash_of("camelnet/deal-key/1", *parts))
