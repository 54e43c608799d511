"""Hash commitments to a seat's face-down cards, made before the first chance node.

Each slot is a commitment hash(game, seat, slot, face, nonce). It reveals nothing about its face,
and opens to no other face (hiding and binding of BLAKE2b with a 32-byte nonce).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelnet.protocol.crypto.suite import HASH_SIZE, NONCE_SIZE, Hash, hash_of


@dataclass(frozen=True, slots=True)
class Sealed:
    """One seat's secret: the faces of its slots ("ygbow", slot 0 first) and a nonce for each."""

    faces: str
    nonces: tuple[bytes, ...]

    def __repr__(self) -> str:
        return f"Sealed({len(self.faces)} slots)"


def commitment(game: bytes, seat: int, slot: int, face: str, nonce: bytes) -> Hash:
    """The commitment to one slot, which the seat's `seal` entry shows to all."""
    return hash_of("camelnet/seal/1", game, bytes([seat, slot]), face.encode(), nonce)


def commitments(game: bytes, seat: int, sealed: Sealed) -> tuple[Hash, ...]:
    """The attachments of a seat's `seal` entry."""
    pairs = zip(sealed.faces, sealed.nonces, strict=True)
    return tuple(
        commitment(game, seat, slot, face, nonce) for slot, (face, nonce) in enumerate(pairs)
    )


def well_formed(attachments: Sequence[bytes], slots: int) -> bool:
    """True if these can be the commitments of `slots` slots."""
    return len(attachments) == slots and all(len(item) == HASH_SIZE for item in attachments)


def opens(
    game: bytes, seat: int, committed: Sequence[bytes], faces: str, nonces: Sequence[bytes]
) -> bool:
    """True if `faces` and `nonces` open every slot that `seat` committed to."""
    if not len(committed) == len(faces) == len(nonces):
        return False
    if any(len(nonce) != NONCE_SIZE for nonce in nonces):
        return False
    return commitments(game, seat, Sealed(faces, tuple(nonces))) == tuple(committed)
