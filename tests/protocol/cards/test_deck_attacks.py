"""The findings of a review of hidden hands and decks, on the protocol's side."""

from __future__ import annotations

from camelnet.protocol.cards.shuffle import CARD_SIZE, CARDS_MAX
from camelnet.protocol.cards.shuffle_proof import proof_size
from camelnet.protocol.codec.canonical import SIZE_MAX
from camelnet.protocol.log.equivocation import EquivocationDetector
from camelnet.protocol.wire.bodies import EntryBody, body_bytes
from camelnet.protocol.wire.frames import (
    Equivocation,
    frame_bytes,
    read_frame,
)
from tests.protocol.toy import signer

HASH, BIG = bytes(32), 100_000  # an index with a long encoding
PACK, PROOF = CARDS_MAX * CARD_SIZE, proof_size(CARDS_MAX)  # bytes


def entry(*attachments: bytes, notation: str = "shuffle") -> EntryBody:
    place = (HASH, BIG, BIG, HASH, 5)
    return EntryBody("camelnet/entry/1", *place, notation, attachments)


def test_two_entries_as_large_as_can_be_are_a_proof_that_travels() -> None:
    detector, author = EquivocationDetector(HASH), signer(5)
    one, other = entry(bytes(PACK), bytes(PROOF)), entry(bytes(PACK), b"\1" * PROOF)
    (first, signed), (second, signed_too) = (
        (body, author.sign(body)) for body in (body_bytes(one), body_bytes(other))
    )
    assert detector.see(one, first, signed)
    assert detector.see(one, first, signed), "the same again is no other"
    assert not detector.see(other, second, signed_too)
    proof = detector.proofs[5]
    assert isinstance(proof, Equivocation)
    frame = frame_bytes(proof)
    assert len(frame) <= SIZE_MAX
    assert read_frame(frame) == proof
