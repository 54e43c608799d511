"""Verifiable private deal: one seat alone sees a card, and everybody sees a proof of it.

Each seat has a hand key. A holder of the table key multiplies the card's c1 by its secret share, as
it does to turn a card up (`shuffle.py`), but encrypts the product to the hand key (ElGamal). It
proves that its public share and the encryption hold the same secret share: a proof of knowledge of
a preimage under a homomorphism (Maurer 2009), of which Schnorr's and Chaum and Pedersen's are other
cases. A holder that hands over anything else is exposed, and the seat has to trust nobody about
its card.
"""

from __future__ import annotations

from collections.abc import Mapping

from camelnet.protocol.cards.shuffle import face_under
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.dlog_proofs import PROOF_SIZE, check_knowledge, prove_knowledge
from camelnet.protocol.crypto.group import (
    ORDER,
    POINT_SIZE,
    SCALAR_SIZE,
    Group,
    mask_of,
    read_point,
    read_scalar,
    scalar_bytes,
    scalar_of,
)
from camelnet.protocol.crypto.suite import HASH_SIZE, Hash, hash_of
from camelnet.protocol.crypto.threshold import TableKey, combine

HAND_KEY_SIZE = POINT_SIZE + PROOF_SIZE  # bytes
HANDED_SIZE = 2 * POINT_SIZE + 3 * SCALAR_SIZE  # E1, E2, challenge and two responses

_PROOF = "camelnet/proof-handed/1"


def hand_key(group: Group, context: bytes, secret: bytes) -> tuple[int, bytes]:
    """A seat's hand key from its 32-byte secret: the scalar h, and the attachment of 96 bytes, the
    point h·G with a proof of knowledge of h in a context that names game and seat.
    """
    scalar = mask_of("camelnet/hand-secret/1", _insisted(secret), context)
    point = group.base(scalar)
    return scalar, point + prove_knowledge(group, _key_context(context), scalar, point)


def check_hand_key(group: Group, context: bytes, attachment: bytes) -> bytes:
    """The point of a hand key; raises `Refusal` unless its owner knows the logarithm."""
    if len(attachment) != HAND_KEY_SIZE:
        raise Refusal(Fault.ATTACHMENTS)
    point = read_point(group, attachment[:POINT_SIZE])
    check_knowledge(group, _key_context(context), point, attachment[POINT_SIZE:])
    return point


def handed(
    group: Group,
    context: bytes,
    key: TableKey,
    holder: int,
    share: int,
    card: bytes,
    hand_point: bytes,
    secret: bytes,
) -> bytes:
    """A holder's part in a card of a checked pack, for the owner of `hand_point`: 160 bytes.

    `share` is its secret share of `key`; the randomness of the part follows from `secret` (32
    bytes) and everything around it.
    """
    place = _place(context, key, holder, card, hand_point)
    exponent = mask_of("camelnet/handed-exponent/1", _insisted(secret), place)
    first = group.base(exponent)
    product = group.mul(share, card[:POINT_SIZE])
    second = group.add(product, group.mul(exponent, hand_point))
    nonces = tuple(
        scalar_of(
            "camelnet/handed-nonce/1",
            scalar_bytes(share),
            scalar_bytes(exponent),
            place,
            first,
            second,
            bytes([number]),
        )
        for number in range(2)
    )
    challenge = _challenge(place, first, second, _images(group, nonces, card, hand_point))
    responses = (
        (nonce + challenge * known) % ORDER
        for nonce, known in zip(nonces, (share, exponent), strict=True)
    )
    return first + second + b"".join(map(scalar_bytes, (challenge, *responses)))


def check_handed(
    group: Group,
    context: bytes,
    key: TableKey,
    holder: int,
    card: bytes,
    hand_point: bytes,
    data: bytes,
) -> None:
    """Raise `Refusal(Fault.SHARE)` unless `data` is the holder's part in this card for this hand.

    Anybody can check it without a secret; only the hand's owner learns anything about the card.
    """
    place = _place(context, key, holder, card, hand_point)
    public = key.share_of(holder)
    if len(data) != HANDED_SIZE:
        raise Refusal(Fault.SHARE)
    first, second = data[:POINT_SIZE], data[POINT_SIZE : 2 * POINT_SIZE]
    try:
        read_point(group, first)
        read_point(group, second)
        challenge, *responses = (
            read_scalar(data[start : start + SCALAR_SIZE])
            for start in range(2 * POINT_SIZE, HANDED_SIZE, SCALAR_SIZE)
        )
    except Refusal:
        raise Refusal(Fault.SHARE) from None
    share, exponent = responses
    nonce_points = (
        group.public_sum(share, (-challenge,), (public,)),
        group.public_sum(exponent, (-challenge,), (first,)),
        group.public_sum(0, (share, exponent, -challenge), (card[:POINT_SIZE], hand_point, second)),
    )
    if _challenge(place, first, second, nonce_points) != challenge:
        raise Refusal(Fault.SHARE)


def received(
    group: Group,
    key: TableKey,
    card: bytes,
    hand_secret: int,
    parts: Mapping[int, bytes],
    points: Mapping[bytes, str],
) -> str | None:
    """The face of our own card from at least `threshold` checked parts, by holder; those of the
    lowest seats count. None if it is none of `points`, which checked shuffles exclude.
    """
    if len(parts) < key.threshold:
        raise ValueError("too few parts")
    products = {
        holder: group.add(
            parts[holder][POINT_SIZE : 2 * POINT_SIZE],
            group.mul(-hand_secret, parts[holder][:POINT_SIZE]),
        )
        for holder in sorted(parts)[: key.threshold]
    }
    return face_under(group, card, combine(group, products), points)


def _images(
    group: Group, scalars: tuple[int, ...], card: bytes, hand_point: bytes
) -> tuple[bytes, ...]:
    """The homomorphism of the proof, applied to a share x and an exponent r:
    x·G, r·G, x·c1 + r·hand."""
    share, exponent = scalars
    masked = group.mul(share, card[:POINT_SIZE])
    return (
        group.base(share),
        group.base(exponent),
        group.add(masked, group.mul(exponent, hand_point)),
    )


def _challenge(place: bytes, first: bytes, second: bytes, nonce_points: tuple[bytes, ...]) -> int:
    return scalar_of(_PROOF, place, first, second, *nonce_points)


def _place(context: bytes, key: TableKey, holder: int, card: bytes, hand_point: bytes) -> Hash:
    """The statement of the proof, without the part itself."""
    public = key.share_of(holder)
    seat = bytes([holder])
    return hash_of("camelnet/handing/1", key.point, seat, public, context, card, hand_point)


def _key_context(context: bytes) -> Hash:
    return hash_of("camelnet/hand-key/1", context)


def _insisted(secret: bytes) -> bytes:
    if len(secret) != HASH_SIZE:
        raise ValueError("a secret of another size")
    return secret
