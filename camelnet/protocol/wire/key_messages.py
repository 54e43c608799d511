"""The messages of a table key's dealers: bodies, frames and bounds.

`keygen/` makes and checks them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from camelnet.protocol.codec.schema import array, field_of, octets
from camelnet.protocol.crypto.dlog_proofs import PROOF_SIZE
from camelnet.protocol.crypto.group import POINT_SIZE, SCALAR_SIZE
from camelnet.protocol.crypto.suite import SIGNATURE_SIZE
from camelnet.protocol.wire import fields
from camelnet.protocol.wire.bodies import read_body
from camelnet.protocol.wire.limits import SEATS_MAX

KEYS_MAX = 2  # made together: the table's key, and the strict one
CONTEXT_MAX = 64  # bytes
TAG_SIZE = 16
COMMITMENTS_MAX = KEYS_MAX * SEATS_MAX * POINT_SIZE  # bytes; fits one attachment of an entry

_context = octets(0, CONTEXT_MAX)
_shares_min, _shares_max = SCALAR_SIZE, KEYS_MAX * SCALAR_SIZE
_envelope = octets(POINT_SIZE + _shares_min + TAG_SIZE, POINT_SIZE + _shares_max + TAG_SIZE)


@dataclass(frozen=True, slots=True)
class KeyCommitBody:
    """A dealer commits to its deal, and gives the key that encrypts shares for it."""

    domain: str = field_of(fields.domain("camelnet/key-commit/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    context: bytes = field_of(_context)
    seat: int = field_of(fields.seat)
    commitment: bytes = field_of(fields.hashed)  # `deal_hash` of what it will deal
    encryption: bytes = field_of(octets(POINT_SIZE))
    proof: bytes = field_of(octets(PROOF_SIZE))  # that it can decrypt


@dataclass(frozen=True, slots=True)
class KeyDealBody:
    """The deal: commitments to the coefficients, polynomial after polynomial, constant first."""

    domain: str = field_of(fields.domain("camelnet/key-deal/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    context: bytes = field_of(_context)
    seat: int = field_of(fields.seat)
    commitments: bytes = field_of(octets(POINT_SIZE, COMMITMENTS_MAX))
    proofs: bytes = field_of(octets(PROOF_SIZE, KEYS_MAX * PROOF_SIZE))  # of the constant terms
    envelopes: tuple[bytes, ...] = field_of(array(_envelope, 1, SEATS_MAX - 1))  # others, by seat


@dataclass(frozen=True, slots=True)
class KeyComplaintBody:
    """A complaint: the shares that `dealer` sealed for the signer do not open, or do not fit its
    commitments."""

    domain: str = field_of(fields.domain("camelnet/key-complaint/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    context: bytes = field_of(_context)
    seat: int = field_of(fields.seat)
    dealer: int = field_of(fields.seat)


@dataclass(frozen=True, slots=True)
class KeyAnswerBody:
    """A dealer publishes the shares (32 bytes per polynomial) of a voter that complained."""

    domain: str = field_of(fields.domain("camelnet/key-answer/1"))
    game: bytes = field_of(fields.hashed)
    epoch: int = field_of(fields.index)
    context: bytes = field_of(_context)
    seat: int = field_of(fields.seat)
    complainer: int = field_of(fields.seat)
    shares: bytes = field_of(octets(_shares_min, _shares_max))


@dataclass(frozen=True, slots=True)
class KeyCommit:
    body: bytes = field_of(octets(1, 1024))  # KeyCommitBody
    signature: bytes = field_of(octets(SIGNATURE_SIZE))


@dataclass(frozen=True, slots=True)
class KeyDeal:
    body: bytes = field_of(octets(1, 4096))  # KeyDealBody
    signature: bytes = field_of(octets(SIGNATURE_SIZE))


@dataclass(frozen=True, slots=True)
class KeyComplaint:
    body: bytes = field_of(octets(1, 1024))  # KeyComplaintBody
    signature: bytes = field_of(octets(SIGNATURE_SIZE))


@dataclass(frozen=True, slots=True)
class KeyAnswer:
    body: bytes = field_of(octets(1, 1024))  # KeyAnswerBody
    signature: bytes = field_of(octets(SIGNATURE_SIZE))


KeyFrame = KeyCommit | KeyDeal | KeyComplaint | KeyAnswer
KeyBody = KeyCommitBody | KeyDealBody | KeyComplaintBody | KeyAnswerBody

KEY_BODIES: Mapping[type[KeyFrame], type[KeyBody]] = {
    KeyCommit: KeyCommitBody,
    KeyDeal: KeyDealBody,
    KeyComplaint: KeyComplaintBody,
    KeyAnswer: KeyAnswerBody,
}


def read_key_body(frame: KeyFrame) -> KeyBody:
    """Read a frame's body without checking its signature; raises `Refusal`."""
    return read_body(KEY_BODIES[type(frame)], frame.body)
