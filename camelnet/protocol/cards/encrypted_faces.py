"""Threshold-encrypted commitments to faces: their owner can neither change nor withhold them.

A slot's attachment is its commitment (`commitments.py`), then face and nonce encrypted to the table
key: ElGamal as a key encapsulation (the point r·G; the key is a hash of r times the table key) and
ChaCha20-Poly1305 (RFC 8439). A Schnorr proof of knowledge of r over everything around it makes the
encryption plaintext-aware in effect (signed ElGamal: Schnorr and Jakobsson 2000): nobody can submit
another seat's point, or a coin's label, and have the holders open it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from camelnet.protocol.cards.commitments import Sealed, commitment
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.dlog_proofs import PROOF_SIZE, check_knowledge, prove_knowledge
from camelnet.protocol.crypto.group import POINT_SIZE, read_point, scalar_of
from camelnet.protocol.crypto.suite import HASH_SIZE, NONCE_SIZE, Hash, Suite, hash_of
from camelnet.protocol.crypto.threshold import (
    PARTIAL_SIZE,
    TableKey,
    check_partial,
    combine_partials,
    partial,
)

FACE_SIZE = 4  # bytes: one character in UTF-32-BE, so that the length reveals nothing
TAG_SIZE = 16
CIPHERTEXT_SIZE = FACE_SIZE + NONCE_SIZE + TAG_SIZE
LOCK_SIZE = HASH_SIZE + POINT_SIZE + CIPHERTEXT_SIZE + PROOF_SIZE
OPENING_SHARE_SIZE = PARTIAL_SIZE

_ONE_USE = bytes(12)  # the cipher's nonce: each key encrypts once


def lock(
    suite: Suite, key: TableKey, game: bytes, seat: int, sealed: Sealed, secret: bytes
) -> tuple[bytes, ...]:
    """The attachments of a seat's `seal` entry: for each slot 180 bytes (`LOCK_SIZE`):
    commitment 32, point 32, ciphertext 52, proof 64.

    Their randomness follows from `secret` (32 bytes, the seat's own).
    """
    group = suite.group
    locks = []
    for slot, (face, nonce) in enumerate(zip(sealed.faces, sealed.nonces, strict=True)):
        committed = commitment(game, seat, slot, face, nonce)
        place = _place(key, game, seat, slot)
        exponent = scalar_of("camelnet/lock-exponent/1", secret, place, committed)
        point = group.base(exponent)
        cipher = _cipher(place, committed, point, group.mul(exponent, key.point))
        ciphertext = cipher.encrypt(_ONE_USE, face.encode("utf-32-be") + nonce, None)
        proof = prove_knowledge(group, _context(place, committed, ciphertext), exponent, point)
        locks.append(committed + point + ciphertext + proof)
    return tuple(locks)


def check_locks(
    suite: Suite,
    key: TableKey,
    game: bytes,
    seat: int,
    attachments: Sequence[bytes],
    slots: int,
    used: Collection[bytes],
) -> tuple[bytes, ...]:
    """Check a seat's locks and return their points; raises `Refusal` unless they are `slots`
    well-formed locks. `used` are the points of all earlier locks at this table: none may return.
    """
    if len(attachments) != slots or any(len(item) != LOCK_SIZE for item in attachments):
        raise Refusal(Fault.ATTACHMENTS)
    points: list[bytes] = []
    for slot, attachment in enumerate(attachments):
        committed, point, ciphertext, proof = _parts(attachment)
        read_point(suite.group, point)
        if point in used or point in points:
            raise Refusal(Fault.ATTACHMENTS, "a copied lock")
        place = _place(key, game, seat, slot)
        check_knowledge(suite.group, _context(place, committed, ciphertext), point, proof)
        points.append(point)
    return tuple(points)


def commitments_of(attachments: Sequence[bytes]) -> tuple[bytes, ...]:
    """The commitments of checked locks, by slot."""
    return tuple(attachment[:HASH_SIZE] for attachment in attachments)


def opening_share(
    suite: Suite, key: TableKey, holder: int, secret: int, attachment: bytes
) -> bytes:
    """A holder's part in opening one checked lock: 96 bytes."""
    point = _parts(attachment)[1]
    return partial(suite.group, _share_context(key, holder, attachment), key, holder, secret, point)


def check_opening_share(
    suite: Suite, key: TableKey, holder: int, attachment: bytes, share: bytes
) -> None:
    """Raise `Refusal(Fault.SHARE)` unless `share` is the holder's part in opening this lock."""
    point = _parts(attachment)[1]
    context = _share_context(key, holder, attachment)
    check_partial(suite.group, context, key, holder, point, share)


@dataclass(frozen=True, slots=True)
class SealLock:
    """A checked lock that opens now (`interfaces.Lock`): face and nonce of one slot of one seat."""

    game: bytes  # in which its owner sealed it
    seat: int
    slot: int
    epoch: int
    attachment: bytes

    def share(self, suite: Suite, key: TableKey, holder: int, secret: int) -> bytes:
        return opening_share(suite, key, holder, secret, self.attachment)

    def check_share(self, suite: Suite, key: TableKey, holder: int, share: bytes) -> None:
        check_opening_share(suite, key, holder, self.attachment, share)

    def open(
        self, suite: Suite, key: TableKey, shares: Mapping[int, bytes]
    ) -> tuple[str, bytes] | None:
        return unlock(suite, key, self.game, self.seat, self.slot, self.attachment, shares)


def unlock(
    suite: Suite,
    key: TableKey,
    game: bytes,
    seat: int,
    slot: int,
    attachment: bytes,
    shares: Mapping[int, bytes],
) -> tuple[str, bytes] | None:
    """Face and nonce of a checked lock from at least `threshold` checked shares, by holder.

    None if the content differs from the owner's commitment.
    """
    committed, point, ciphertext, _ = _parts(attachment)
    shared = combine_partials(suite.group, key, shares)
    cipher = _cipher(_place(key, game, seat, slot), committed, point, shared)
    try:
        plain = cipher.decrypt(_ONE_USE, ciphertext, None)
        face, nonce = plain[:FACE_SIZE].decode("utf-32-be"), plain[FACE_SIZE:]
    except (InvalidTag, UnicodeDecodeError):
        return None
    if commitment(game, seat, slot, face, nonce) != committed:
        return None
    return face, nonce


def _parts(attachment: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    ends = (HASH_SIZE, HASH_SIZE + POINT_SIZE, LOCK_SIZE - PROOF_SIZE)
    return (
        attachment[: ends[0]],
        attachment[ends[0] : ends[1]],
        attachment[ends[1] : ends[2]],
        attachment[ends[2] :],
    )


def _place(key: TableKey, game: bytes, seat: int, slot: int) -> Hash:
    return hash_of("camelnet/lock/1", key.point, game, bytes([seat, slot]))


def _context(place: bytes, committed: bytes, ciphertext: bytes) -> Hash:
    return hash_of("camelnet/lock-proof/1", place, committed, ciphertext)


def _cipher(place: bytes, committed: bytes, point: bytes, shared: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(hash_of("camelnet/lock-key/1", place, committed, point, shared))


def _share_context(key: TableKey, holder: int, attachment: bytes) -> Hash:
    return hash_of("camelnet/opening-share/1", key.point, bytes([holder]), attachment)
