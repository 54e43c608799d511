"""What a review of hidden hands and decks found, on the protocol's side."""

from __future__ import annotations

from dataclasses import replace

from camelnet.protocol.bodies import EntryBody, body_bytes
from camelnet.protocol.codec import SIZE_MAX
from camelnet.protocol.deck import ROUNDS_PER_ENTRY
from camelnet.protocol.evidence import Witness
from camelnet.protocol.fields import SHARE_SIZE
from camelnet.protocol.group import SCALAR_SIZE
from camelnet.protocol.messages import (
    Accepted,
    CertificateLine,
    Certified,
    Changed,
    Luck,
    Promised,
    Proof,
    Proposal,
    SeatShare,
    SyncReply,
    frame_bytes,
    read_frame,
)
from tests.protocol.test_frame_size import BIG, HASH, SIGNATURE, offer
from tests.protocol.toy import signer

SEATS, QUORUM, CARDS = 6, 4, 30
PROOF = ROUNDS_PER_ENTRY * CARDS * (1 + SCALAR_SIZE)  # bytes, where all bits are 1


def entry(*attachments: bytes, notation: str = "prove") -> bytes:
    place = (HASH, BIG, BIG, HASH, 5)
    return body_bytes(EntryBody("camelnet/entry/1", *place, notation, attachments))


def test_a_promise_about_a_change_while_cards_are_proven_fits_into_a_frame() -> None:
    """Six seats, of which one lies and reports the largest entry that can be."""
    votes = tuple(CertificateLine(seat, b"", SIGNATURE) for seat in range(SEATS))
    shares = tuple(SeatShare(seat, bytes(SHARE_SIZE)) for seat in range(QUORUM))
    proven = Certified(entry(bytes(PROOF)), SIGNATURE, HASH, votes, Luck((), shares, ()))
    shown = replace(proven, body=entry(bytes(PROOF - 1)))
    reported = Proposal(entry(bytes(PROOF)), SIGNATURE)
    lie = Proposal(entry(bytes(8000), bytes(8000), notation="x"), SIGNATURE)
    full = replace(offer((shown,)), reports=(reported, lie))
    promise = Promised(
        full.promises[0].body, SIGNATURE, (proven,), reported, Accepted(full, full.echoes)
    )
    closing = Certified(reported.body, SIGNATURE, b"", (), Luck((), (), ()))
    for told in (promise, SyncReply(HASH, (closing, Changed(full, full.echoes)))):
        frame = frame_bytes(told)
        assert len(frame) <= SIZE_MAX
        assert read_frame(frame) == told


def test_two_entries_as_large_as_can_be_are_a_proof_that_travels() -> None:
    witness, author = Witness(HASH), signer(5)
    one, other = entry(bytes(PROOF)), entry(bytes(PROOF - 1))
    assert witness.see(one, author.sign(one))
    assert witness.see(one, author.sign(one)), "the same again is no other"
    assert not witness.see(other, author.sign(other))
    proof = witness.proofs[5]
    assert isinstance(proof, Proof)
    frame = frame_bytes(proof)
    assert len(frame) <= SIZE_MAX
    assert read_frame(frame) == proof
