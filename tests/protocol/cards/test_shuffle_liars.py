"""Shufflers who cheat: each is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from camelnet.protocol.cards import shuffle_proof
from camelnet.protocol.cards.shuffle import Deck, applied, check_form, order_of
from camelnet.protocol.cards.shuffle_proof import Order, proof_size
from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.group import POINT_SIZE, Group
from camelnet.protocol.crypto.suite import Suite, hash_of
from tests.protocol.dealt import SYMBOLIC
from tests.protocol.packs import (
    Claim,
    both,
    fault_of,
    fresh_card,
    remasked,
    replaced,
    secret_of,
    stored,
)

Cheat = Callable[[Group, Claim], Deck]

CHEATS: dict[str, Cheat] = {
    "a card twice": lambda group, claim: replaced(
        claim.deck_out, 0, remasked(group, claim.key, claim.deck_out[1], 77)
    ),
    "a card put in": lambda group, claim: replaced(
        claim.deck_out, 2, fresh_card(group, claim.key, "g2")
    ),
    "halves of two cards": lambda _, claim: replaced(
        replaced(
            claim.deck_out, 0, claim.deck_out[0][:POINT_SIZE] + claim.deck_out[1][POINT_SIZE:]
        ),
        1,
        claim.deck_out[1][:POINT_SIZE] + claim.deck_out[0][POINT_SIZE:],
    ),
    "two places changed": lambda _, claim: (
        claim.deck_out[1],
        claim.deck_out[0],
        *claim.deck_out[2:],
    ),
    "a face moved on": lambda group, claim: replaced(
        claim.deck_out,
        3,
        claim.deck_out[3][:POINT_SIZE] + group.add(claim.deck_out[3][POINT_SIZE:], group.base(1)),
    ),
    "masked for another key": lambda group, claim: tuple(
        card[:POINT_SIZE] + group.add(card[POINT_SIZE:], group.mul(n + 2, group.base(3)))
        for n, card in enumerate(claim.deck_out)
    ),
}


@both
@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS)
def test_a_pack_that_was_changed_after_its_proof_is_refused(suite: Suite, cheat: Cheat) -> None:
    claim = stored(suite)
    changed = claim.but(deck_out=cheat(suite.group, claim))
    check_form(suite.group, changed.deck_in, changed.deck_out)
    assert fault_of(changed.check, suite.group) is Fault.PROOF


@both
@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS)
def test_whoever_proves_another_pack_than_it_made_is_refused(suite: Suite, cheat: Cheat) -> None:
    """The real prover, run on a false claim with an order that does not make it true."""
    group, claim = suite.group, stored(suite)
    false = cheat(group, claim)
    for number in range(3):
        order = order_of(secret_of(number), len(false))
        proof = proven(group, claim, false, order)
        assert fault_of(claim.but(deck_out=false, proof=proof).check, group) is Fault.PROOF


@both
@pytest.mark.parametrize("cards", [(1, 1, 2, 3, 4, 5), (0, 0, 0, 0, 0, 0), (5, 4, 3, 2, 1, 5)])
def test_whoever_takes_a_card_twice_proves_nothing(suite: Suite, cards: tuple[int, ...]) -> None:
    """It knows how each of its cards comes from one before, but those are no permutation."""
    group, claim = suite.group, stored(suite)
    order = Order(cards, order_of(secret_of(1), len(cards)).masks)
    false = applied(group, claim.key, claim.deck_in, order)
    check_form(group, claim.deck_in, false)
    for taken in (cards, tuple(range(len(cards)))):  # committed to as it is, and as a permutation
        proof = proven(group, claim, false, Order(taken, order.masks))
        assert fault_of(claim.but(deck_out=false, proof=proof).check, group) is Fault.PROOF


def test_a_card_less_or_more_has_no_proof() -> None:
    group, claim = SYMBOLIC.group, stored(SYMBOLIC)
    for pack in (claim.deck_out[:-1], (*claim.deck_out, fresh_card(group, claim.key, "g2"))):
        for size in (len(pack), len(claim.deck_in)):
            for proof in (claim.proof, bytes(proof_size(size))):
                changed = claim.but(deck_out=pack, proof=proof)
                assert fault_of(changed.check, group) is Fault.ATTACHMENTS


def proven(group: Group, claim: Claim, pack: Deck, order: Order) -> bytes:
    """What the prover makes of a pack, whether or not this order leads to it."""
    place = hash_of("camelnet/shuffle/2", claim.key.point, claim.context, b"".join(claim.deck_in))
    statement = shuffle_proof.Claim(place, claim.key.point, claim.deck_in, pack)
    return shuffle_proof.prove(group, statement, order, bytes(32))
