"""The proof of a shuffle against the document, written down in plain Python."""

from __future__ import annotations

from dataclasses import astuple, replace
from itertools import chain, product
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet.protocol.cards import shuffle_proof
from camelnet.protocol.cards.shuffle import check_shuffle, first_deck, order_of, shuffled
from camelnet.protocol.cards.shuffle_proof import generators
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import ORDER, scalar_of
from camelnet.protocol.crypto.suite import Hash, hash_of
from tests.protocol.cards.reference_shuffle import (
    Curve,
    Elements,
    Numbers,
    Order,
    Plan,
    chosen_for,
    forged_after_the_exponents,
    forged_with_logarithms,
    holds,
    made,
)
from tests.protocol.dealt import REAL, SYMBOLIC, holder_key
from tests.protocol.packs import CONTEXT, Claim, decrypted, honest, key_of, pack_of, secret_of
from tests.protocol.refusals import fault_of

CURVE, NUMBERS = Curve(REAL.group.base(1)), Numbers()
SIZES = (1, 2, 5, 14)


def plan_of(claim: Claim) -> Plan:
    return Plan(claim.key.point, claim.context, claim.deck_in)


def passes(claim: Claim) -> bool:
    try:
        claim.check(SYMBOLIC.group)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("size", [1, 2, 4])
def test_a_proof_on_the_real_group_is_what_the_document_asks_for(size: int) -> None:
    claim = honest(REAL, size)
    assert holds(CURVE, plan_of(claim), claim.deck_out, claim.proof)
    spoiled = claim.proof[:-32] + secret_of(0)[:31] + b"\0"
    assert not holds(CURVE, plan_of(claim), claim.deck_out, spoiled)


def test_the_first_shuffle_of_a_pack_on_the_real_group_is_what_the_document_asks_for() -> None:
    key, _ = key_of(REAL)
    deck = first_deck(REAL.group, pack_of(3))
    made = shuffled(REAL.group, key, CONTEXT, deck, secret_of(3))
    assert holds(CURVE, Plan(key.point, CONTEXT, deck), made.deck, made.proof)


def made_of(world: Curve | Numbers, claim: Claim, number: int) -> tuple[tuple[bytes, ...], bytes]:
    """Pack and proof by the document, all that is chosen derived from the secret of that number."""
    plan = plan_of(claim)
    seed = hash_of("camelnet/shuffle-seed/2", secret_of(number), plan.place)
    order = order_of(seed, len(plan.before))
    found = made(world, plan, Order(order.cards, order.masks), seed)
    return found.after, found.proof


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_shuffle_on_the_real_group_is_the_documents_to_the_last_byte(size: int) -> None:
    claim = honest(REAL, size)
    assert made_of(Elements(REAL.group), claim, 0) == (claim.deck_out, claim.proof)


@pytest.mark.slow
@given(size=st.integers(1, 14), number=st.integers(0, 10**6), context=st.binary(max_size=40))
def test_every_shuffle_is_the_documents_to_the_last_byte(
    size: int, number: int, context: bytes
) -> None:
    """So is all that a prover chooses: a nonce that others could know would tell its order."""
    claim = honest(SYMBOLIC, size, number=number, context=context)
    assert made_of(NUMBERS, claim, number) == (claim.deck_out, claim.proof)


def test_no_two_claims_share_a_scalar_that_the_prover_takes() -> None:
    """Whoever meets a nonce twice reads a secret behind an answer: the order. The seed is the same
    for all; that the prover takes what the document says is compared above."""
    (key, _), (other_key, _) = key_of(SYMBOLIC), holder_key(SYMBOLIC, 2, (0, 1))
    first = first_deck(SYMBOLIC.group, pack_of(5))
    taken: list[int] = []
    claims = product((key, other_key), (b"here", b"elsewhere"), (first, first[::-1]), range(4))
    for with_key, context, before, number in claims:
        order = order_of(secret_of(number), 5)
        plan = Plan(with_key.point, context, before)
        made_with = Order(order.cards, order.masks)
        chosen, _ = chosen_for(NUMBERS, plan, made_with, secret_of(0))
        taken += chain.from_iterable(astuple(chosen))
    assert len(set(taken)) == len(taken) == 32 * (4 + 4 * 5)


def test_the_generators_are_hashes() -> None:
    found = generators(REAL.group, 64)
    assert len(set(found)) == 65
    for number in (0, 1, 30, 64):
        point = CURVE.hashed("camelnet/shuffle-generator/1", bytes([number]))
        assert CURVE.encode(point) == found[number]


STORED = {size: honest(SYMBOLIC, size) for size in SIZES}


@given(size=st.sampled_from(SIZES), number=st.integers(0, 10**6))
def test_every_honest_proof_passes_both(size: int, number: int) -> None:
    claim = honest(SYMBOLIC, size, number=number)
    assert holds(NUMBERS, plan_of(claim), claim.deck_out, claim.proof)
    assert passes(claim)


words = st.one_of(
    st.integers(0, ORDER - 1),
    st.integers(0, 3),
    st.integers(ORDER, 2**256 - 1),
    st.sampled_from([ORDER - 1, ORDER, ORDER + 1, 2**255, 2**256 - 1]),
).map(lambda number: number.to_bytes(32, "little"))


@pytest.mark.slow
@settings(max_examples=300)
@given(data=st.data(), size=st.sampled_from(SIZES))
def test_whatever_arrives_is_judged_alike(data: st.DataObject, size: int) -> None:
    claim = STORED[size]
    proof, pack = claim.proof, b"".join(claim.deck_out)
    for _ in range(data.draw(st.integers(0, 2))):
        in_pack = data.draw(st.booleans())
        whole = pack if in_pack else proof
        at = 32 * data.draw(st.integers(0, len(whole) // 32 - 1))
        word = data.draw(words | st.sampled_from([whole[n : n + 32] for n in range(0, 128, 32)]))
        whole = whole[:at] + word + whole[at + 32 :]
        pack, proof = (whole, proof) if in_pack else (pack, whole)
    proof = proof[: data.draw(st.sampled_from([len(proof), len(proof) - 32, len(proof) - 1]))]
    proof += data.draw(st.sampled_from([b"", b"", b"\0", bytes(32)]))
    cards = tuple(pack[at : at + 64] for at in range(0, len(pack), 64))
    changed = claim.but(deck_out=cards, proof=proof)
    assert passes(changed) == holds(NUMBERS, plan_of(claim), cards, proof)
    assert passes(changed) == (changed == claim)


@settings(max_examples=200)
@given(
    size=st.integers(2, 6),
    number=st.integers(0, 1000),
    change=st.sampled_from(["key", "context", "pack before", "pack after", "proof"]),
)
def test_a_proof_holds_for_its_claim_alone(size: int, number: int, change: str) -> None:
    claim, other = honest(SYMBOLIC, size), honest(SYMBOLIC, size, number=number + 1)
    changed = {
        "key": claim.but(key=replace(claim.key, point=SYMBOLIC.group.base(77))),
        "context": claim.but(context=b"elsewhere"),
        "pack before": claim.but(deck_in=(claim.deck_in[1], claim.deck_in[0], *claim.deck_in[2:])),
        "pack after": claim.but(deck_out=other.deck_out),
        "proof": claim.but(proof=other.proof),
    }[change]
    assert not holds(NUMBERS, plan_of(changed), changed.deck_out, changed.proof)
    assert not passes(changed)


@pytest.mark.parametrize("size", [2, 5])
def test_a_pack_that_was_chosen_when_the_exponents_were_known_is_refused(size: int) -> None:
    """Were the pack after not hashed into the exponents, other faces would pass."""
    claim = STORED[size]
    masks = [scalar_of("test", bytes([place])) for place in range(size)]
    cards = [*range(1, size), 0]
    for hashed in (False, True):
        forged = forged_after_the_exponents(
            NUMBERS, plan_of(claim), Order(cards, masks), hashed=hashed
        )
        assert sorted(decrypted(forged.after)) != sorted(decrypted(claim.deck_in))
        false = claim.but(deck_out=forged.after, proof=forged.proof)
        assert not holds(NUMBERS, plan_of(claim), forged.after, forged.proof)
        assert fault_of(false.check, SYMBOLIC.group) is Fault.PROOF
        if not hashed:
            assert believed_without_it(false, masks, cards)


def believed_without_it(false: Claim, masks: list[int], cards: list[int]) -> bool:
    """True if a checker that hashed the honest pack instead would believe it."""
    group = SYMBOLIC.group
    pack = tuple(
        group.add(false.deck_in[card][:32], group.base(mask))
        + group.add(false.deck_in[card][32:], group.mul(mask, false.key.point))
        for card, mask in zip(cards, masks, strict=True)
    )
    right = shuffle_proof._statement

    def statement(claim: shuffle_proof.Claim, commitments: list[bytes]) -> Hash:
        return right(shuffle_proof.Claim(claim.place, claim.key, claim.before, pack), commitments)

    with mock.patch.object(shuffle_proof, "_statement", statement):
        check_shuffle(group, false.key, false.context, false.deck_in, false.deck_out, false.proof)
    return True


@pytest.mark.parametrize("size", [2, 5])
def test_whoever_knew_the_generators_logarithms_could_prove_anything(size: int) -> None:
    """They are hashed to points for this; of symbolic elements alone the logarithms are known."""
    claim = STORED[size]
    order = Order([0] * size, [scalar_of("test", bytes([place])) for place in range(size)])
    forged = forged_with_logarithms(NUMBERS, plan_of(claim), order)
    assert set(decrypted(forged.after)) == {decrypted(claim.deck_in)[0]}
    claim.but(deck_out=forged.after, proof=forged.proof).check(SYMBOLIC.group)
