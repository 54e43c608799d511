"""Zero-knowledge proofs about discrete logarithms: knowledge of one, and equality of two.

Schnorr's proof of knowledge (Schnorr 1989) and Chaum and Pedersen's proof of equality (1992), made
non-interactive by hashing (Fiat and Shamir 1986): the challenge covers a domain, the caller's
context and every point of the statement. A proof is 64 bytes: challenge and response, both scalars.
Nonces follow from the secret and all that the challenge covers (as in RFC 6979), so a restarted
peer repeats itself, and no two challenges ever meet the same nonce.
"""

from __future__ import annotations

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import (
    ORDER,
    SCALAR_SIZE,
    Group,
    read_scalar,
    scalar_bytes,
    scalar_of,
)

PROOF_SIZE = 2 * SCALAR_SIZE  # bytes

_KNOWLEDGE = "camelnet/proof-knowledge/1"
_EQUALITY = "camelnet/proof-equality/1"
_NONCE = "camelnet/proof-nonce/1"


def prove_knowledge(group: Group, context: bytes, secret: int, point: bytes) -> bytes:
    """64 bytes that show knowledge of `secret`, where point = secret·G, in this context alone."""
    nonce = _nonce(_KNOWLEDGE, secret, context, point)
    challenge = scalar_of(_KNOWLEDGE, context, point, group.base(nonce))
    return _proof(secret, nonce, challenge)


def check_knowledge(group: Group, context: bytes, point: bytes, proof: bytes) -> None:
    """Raise `Refusal` unless the prover knew the logarithm of `point`, which is valid."""
    challenge, response = _read(proof)
    nonce_point = group.public_sum(response, (-challenge,), (point,))
    if scalar_of(_KNOWLEDGE, context, point, nonce_point) != challenge:
        raise Refusal(Fault.PROOF)


def prove_equality(
    group: Group, context: bytes, secret: int, point: bytes, other_base: bytes, other: bytes
) -> bytes:
    """64 bytes that show equal logarithms: point = secret·G and other = secret·other_base."""
    nonce = _nonce(_EQUALITY, secret, context, point, other_base, other)
    challenge = scalar_of(
        _EQUALITY,
        context,
        point,
        other_base,
        other,
        group.base(nonce),
        group.mul(nonce, other_base),
    )
    return _proof(secret, nonce, challenge)


def check_equality(
    group: Group, context: bytes, point: bytes, other_base: bytes, other: bytes, proof: bytes
) -> None:
    """Raise `Refusal` unless `other` has the logarithm to `other_base` that `point` has to G. All
    points are valid."""
    challenge, response = _read(proof)
    nonce_point = group.public_sum(response, (-challenge,), (point,))
    nonce_other = group.public_sum(0, (response, -challenge), (other_base, other))
    expected = scalar_of(_EQUALITY, context, point, other_base, other, nonce_point, nonce_other)
    if expected != challenge:
        raise Refusal(Fault.PROOF)


def _nonce(kind: str, secret: int, *statement: bytes) -> int:
    return scalar_of(_NONCE, kind.encode(), scalar_bytes(secret), *statement)


def _proof(secret: int, nonce: int, challenge: int) -> bytes:
    return scalar_bytes(challenge) + scalar_bytes((nonce + challenge * secret) % ORDER)


def _read(proof: bytes) -> tuple[int, int]:
    return read_scalar(proof[:SCALAR_SIZE]), read_scalar(proof[SCALAR_SIZE:])
