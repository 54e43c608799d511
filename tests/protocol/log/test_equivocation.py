"""Which two statements of one seat contradict each other, and that nothing else does."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.codec.schema import from_array, to_array
from camelnet.protocol.log.equivocation import (
    SLOTS_MAX,
    EquivocationDetector,
    Statement,
    check_proof,
    contradiction,
    read_statement,
)
from camelnet.protocol.wire.bodies import (
    AckBody,
    EntryBody,
    FinalBody,
    OfferBody,
    PleaBody,
    PromiseBody,
    VoteBody,
    body_bytes,
)
from camelnet.protocol.wire.frames import Equivocation, SignedStatement, frame_bytes, read_frame
from tests.protocol.toy import SUITE, game_start, signer

GAME, ONE, TWO = bytes(32), b"\1" * 32, b"\2" * 32
ENTRY = EntryBody("camelnet/entry/1", GAME, 0, 7, ONE, 2, "add 1", ())
ACK = AckBody("camelnet/ack/1", GAME, 0, 7, 2, ONE, ONE, b"")
FINAL = FinalBody("camelnet/final/1", GAME, 0, 7, 2, ONE)
OFFER = OfferBody("camelnet/offer/1", GAME, 1, 2, 2, ONE)
VOTE = VoteBody("camelnet/vote/1", GAME, 1, 2, 2, "echo", ONE)
PROMISE = PromiseBody("camelnet/promise/1", GAME, 1, 2, 2, 6, ONE, (), b"", -1, b"")
STATEMENTS = [ENTRY, ACK, FINAL, OFFER, VOTE, PROMISE]


def against(one: Any, other: Any) -> int | None:
    """The seat that lied if both were signed; the order does not matter."""
    liar = contradiction(one, other)
    assert contradiction(other, one) == liar
    return liar


@pytest.mark.parametrize(
    ("one", "changes"),
    [
        (ENTRY, {"notation": "add 2"}),
        (ENTRY, {"prev": TWO}),
        (ENTRY, {"attachments": (b"x",)}),
        (ACK, {"entry": TWO}),
        (ACK, {"digest": TWO}),
        (ACK, {"pledge": TWO}),
        (FINAL, {"acks": TWO}),
        (OFFER, {"change": TWO}),
        (VOTE, {"change": TWO}),
        (replace(VOTE, step="accept"), {"change": TWO}),
    ],
)
def test_two_statements_for_one_place_contradict_each_other(one: Any, changes: Any) -> None:
    assert against(one, replace(one, **changes)) == 2


@pytest.mark.parametrize(
    ("one", "changes"),
    [
        (ENTRY, {"index": 8, "notation": "add 2"}),
        (ENTRY, {"epoch": 1, "notation": "add 2"}),
        (ACK, {"index": 8, "entry": TWO}),
        (ACK, {"epoch": 1, "entry": TWO}),
        (OFFER, {"ballot": 6, "change": TWO}),
        (VOTE, {"ballot": 6, "change": TWO}),
        (VOTE, {"step": "accept", "change": TWO}),
        (PROMISE, {"ballot": 3, "base": 7, "base_hash": TWO}),
        (PROMISE, {"drawn": (6,)}),
        *((one, {}) for one in STATEMENTS),
        *((one, {"game": TWO}) for one in STATEMENTS),
        *((one, {"seat": 1}) for one in STATEMENTS),
    ],
)
def test_statements_of_two_places_and_equal_ones_contradict_nothing(one: Any, changes: Any) -> None:
    assert against(one, replace(one, **changes)) is None


def test_a_promise_that_keeps_silent_about_what_was_acknowledged_is_a_lie() -> None:
    assert against(ACK, PROMISE) == 2
    assert against(ACK, replace(PROMISE, entry=TWO)) == 2, "another entry"
    assert against(ACK, replace(PROMISE, base=5)) == 2, "who acknowledged has all before"


@pytest.mark.parametrize(
    "changes",
    [
        {"entry": ONE},
        {"base": 7},  # it became final, or another did
        {"base": 9},
        {"epoch": 2},  # of another epoch's end
        {"accepted": 1, "accepted_hash": ONE},
        {"seat": 1},
    ],
)
def test_a_promise_that_tells_or_need_not_tell_is_no_lie(changes: Any) -> None:
    assert against(ACK, replace(PROMISE, **changes)) is None


ACCEPT, LATER = replace(VOTE, step="accept"), replace(PROMISE, ballot=6)


def test_a_promise_that_forgets_an_accepted_change_is_a_lie() -> None:
    assert against(ACCEPT, LATER) == 2
    assert against(ACCEPT, replace(LATER, accepted=1, accepted_hash=ONE)) == 2, "an older one"


@pytest.mark.parametrize(
    "changes",
    [
        {"accepted": 2, "accepted_hash": ONE},
        {"accepted": 5, "accepted_hash": TWO},  # of a later ballot
        {"ballot": 2},  # before it accepted
        {"ballot": 1},
        {"epoch": 2},
        {"seat": 1},
    ],
)
def test_a_promise_that_shows_what_was_accepted_or_came_before_is_no_lie(changes: Any) -> None:
    assert against(ACCEPT, replace(PROMISE, **({"ballot": 6} | changes))) is None
    assert against(VOTE, LATER) is None, "an echo binds nothing later"


@pytest.mark.parametrize("pair", [*permutations([ACK, PROMISE]), *permutations([ACCEPT, LATER])])
def test_a_witness_holds_a_promise_together_with_what_was_said_in_any_order(
    pair: tuple[Statement, ...],
) -> None:
    detector = EquivocationDetector(GAME)
    for body in pair:
        detector.see(body, body_bytes(body), bytes(64))
    assert list(detector.proofs) == [2]


def test_what_nobody_could_contradict_is_no_statement() -> None:
    plea = body_bytes(PleaBody("camelnet/plea/1", GAME, 0, 2))
    for other in (plea, b"", b"\x90", b"\x91\xc0"):
        with pytest.raises(Malformed):
            read_statement(other)


def proven(one: Any, other: Any, seat: int = 2, **changes: Any) -> Equivocation:
    """A proof with both statements signed by the seat that they name."""
    signed = [
        SignedStatement(body_bytes(item), signer(seat).sign(body_bytes(item)))
        for item in (one, other)
    ]
    return replace(Equivocation(one.game, seat, tuple(signed)), **changes)


def test_a_proof_holds_for_anybody_and_only_against_who_signed() -> None:
    begun = game_start("hhh")
    ack = replace(ACK, game=begun.id)
    honest = proven(ack, replace(ack, entry=TWO))
    check_proof(SUITE, begun, begun.id, honest)
    one, other = honest.statements
    forged = [
        replace(honest, seat=1),
        replace(honest, statements=(one, one)),
        replace(honest, statements=(one,)),
        replace(honest, statements=(one, other, other)),
        replace(honest, statements=(SignedStatement(one.body, signer(1).sign(one.body)), other)),
        replace(honest, statements=(one, SignedStatement(other.body, bytes(64)))),
        proven(ACK, replace(ACK, entry=TWO)),  # of another game
        proven(ack, replace(ack, index=8)),
        proven(replace(ack, seat=5), replace(ack, seat=5, entry=TWO), seat=5),  # nobody sits there
        replace(honest, statements=(one, SignedStatement(b"\x90", bytes(64)))),
    ]
    for proof in forged:
        with pytest.raises(Refusal):
            check_proof(SUITE, begun, begun.id, proof)


def test_a_witness_finds_each_liar_once_and_remembers_a_bounded_number() -> None:
    detector = EquivocationDetector(GAME)
    for index in range(2 * SLOTS_MAX):
        ack = replace(ACK, index=index)
        detector.see(ack, body_bytes(ack), bytes(64))
    assert len(detector._seen) <= SLOTS_MAX
    assert not detector.proofs
    newest = replace(ACK, index=2 * SLOTS_MAX - 1)
    for entry in (TWO, b"\3" * 32):
        ack = replace(newest, entry=entry)
        detector.see(ack, body_bytes(ack), bytes(64))
    assert list(detector.proofs) == [2]
    assert detector.proofs[2].statements[0].body == body_bytes(newest)


def test_two_entries_of_the_greatest_size_make_a_proof_that_can_be_sent_and_stored() -> None:
    """A shuffle with its proof is the greatest; what cannot be read back from a journal would
    keep an honest seat out of its game."""
    largest = replace(ENTRY, attachments=(bytes(8 * 990),) * 2)
    detector = EquivocationDetector(GAME)
    for entry in (largest, replace(largest, attachments=(b"\1" + bytes(8 * 990 - 1),) * 2)):
        detector.see(entry, body_bytes(entry), bytes(64))
    proof = detector.proofs[ENTRY.seat]
    assert read_frame(frame_bytes(proof)) == proof
    assert from_array(Equivocation, to_array(proof)) == proof
