"""Shufflers who cheat, and shuffles in another form: each is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import pytest

from camelnet.protocol.cards import shuffle_proof
from camelnet.protocol.cards.shuffle import (
    CARDS_MAX,
    Deck,
    applied,
    check_form,
    check_shuffle,
    first_deck,
    order_of,
    shuffled,
)
from camelnet.protocol.cards.shuffle_proof import Order, proof_size
from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.group import ORDER, POINT_SIZE, Group, scalar_bytes
from camelnet.protocol.crypto.suite import Suite, hash_of
from tests.protocol.cards.reference_shuffle import (
    Elements,
    L,
    Made,
    Plan,
    failing,
    forged,
    halves,
    rows_of,
    scalar,
)
from tests.protocol.cards.reference_shuffle import (
    remasked as masked_anew,
)
from tests.protocol.dealt import REAL, SYMBOLIC, both
from tests.protocol.packs import (
    Claim,
    fresh_card,
    remasked,
    replaced,
    secret_of,
    stored,
)
from tests.protocol.refusals import fault_of

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


# --- form -----------------------------------------------------------------------------------------

FORMS: dict[str, Callable[[Claim], Deck]] = {
    "a card less": lambda c: c.deck_out[:-1],
    "a card more": lambda c: (*c.deck_out, c.deck_out[0]),
    "no cards": lambda c: (),
    "a short card": lambda c: replaced(c.deck_out, 2, c.deck_out[2][:-1]),
    "a long card": lambda c: replaced(c.deck_out, 2, c.deck_out[2] + b"\0"),
    "the pack as it was": lambda c: c.deck_in,
    "a card as it was": lambda c: replaced(c.deck_out, 0, c.deck_in[3]),
    "a card twice": lambda c: replaced(c.deck_out, 0, c.deck_out[1]),
    "two cards of one c1": lambda c: replaced(
        c.deck_out, 0, c.deck_out[1][:POINT_SIZE] + c.deck_out[0][POINT_SIZE:]
    ),
}


@both
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_pack_in_another_form_is_refused(suite: Suite, form: Callable[[Claim], Deck]) -> None:
    changed = stored(suite).but(deck_out=form(stored(suite)))
    assert fault_of(changed.check, suite.group) is Fault.ATTACHMENTS
    assert fault_of(check_form, suite.group, changed.deck_in, changed.deck_out) is Fault.ATTACHMENTS


@both
def test_no_word_of_a_proof_can_be_another(suite: Suite) -> None:
    """Zeros, another of the proof's own words, one more, and the opposite."""
    claim = stored(suite)
    points = 2 * len(claim.deck_in)  # that a proof begins with
    words = [claim.proof[at : at + 32] for at in range(0, len(claim.proof), 32)]
    for number, word in enumerate(words):
        others = [words[number - 1] if number not in (0, points) else words[number + 1]]
        if number < points:
            others += [suite.group.mul(-1, word), suite.group.add(word, suite.group.base(1))]
        else:
            scalar = int.from_bytes(word, "little")
            others += [
                scalar_bytes(0),
                scalar_bytes((scalar + 1) % ORDER),
                scalar_bytes(-scalar % ORDER),
            ]
        for other in others:
            proof = b"".join((*words[:number], other, *words[number + 1 :]))
            assert fault_of(claim.but(proof=proof).check, suite.group) is Fault.PROOF


def test_our_own_arguments_of_another_size_are_our_own_bug() -> None:
    group, claim = SYMBOLIC.group, stored(SYMBOLIC)
    deck = claim.deck_in
    wrong: list[tuple[Deck, bytes]] = [
        (deck, b"short"),
        ((), secret_of(0)),
        (deck * (CARDS_MAX // len(deck) + 1), secret_of(0)),
        (tuple(card[1:] for card in deck), secret_of(0)),
    ]
    for cards, secret in wrong:
        with pytest.raises(ValueError, match=r"size|pack"):
            shuffled(group, claim.key, claim.context, cards, secret)
    with pytest.raises(ValueError, match="pack"):
        first_deck(group, [])


# --- one equation each ----------------------------------------------------------------------------

WORLD = Elements(REAL.group)
CLAIM = stored(REAL)
PLAN = Plan(CLAIM.key.point, CLAIM.context, CLAIM.deck_in)
SIZE = len(PLAN.before)
BEFORE = halves(WORLD, PLAN.before)
MASKS = [scalar("mask", bytes([i])) for i in range(SIZE)]
ROWS = rows_of([*range(1, SIZE), 0])
PERMUTED = masked_anew(WORLD, PLAN, [*BEFORE[1:], BEFORE[0]], MASKS)
STEP = WORLD.mul(77, WORLD.generator)
HALF = pow(2, -1, L)


def negated_faces() -> Made:
    """T1: the matrix is that of a permutation, all signs changed; the product of six stays."""
    cards = [(WORLD.mul(-1, one), WORLD.mul(-1, other)) for one, other in BEFORE]
    rows = [[-number for number in row] for row in rows_of(range(SIZE))]
    return forged(WORLD, PLAN, masked_anew(WORLD, PLAN, cards, MASKS), rows, MASKS)


def mixed_faces(*, leap: bool = False) -> Made:
    """T2: the first row is 2, -1, 0, …, which adds up to 1; the pack goes with it."""
    rows = [[2, -1, *[0] * (SIZE - 2)], *rows_of(range(SIZE))[1:]]
    (a, b), (c, d), *rest = BEFORE
    a, b = WORLD.mul(HALF, a), WORLD.mul(HALF, b)
    cards = [(a, b), (WORLD.add(c, a), WORLD.add(d, b)), *rest]
    return forged(WORLD, PLAN, masked_anew(WORLD, PLAN, cards, MASKS), rows, MASKS, leap=leap)


def broken_chain() -> Made:
    """E: as before, but the last link of the chain leads to the right end."""
    return mixed_faces(leap=True)


def first_half_moved() -> Made:
    """T4: a card of which nobody knows what masks it."""
    (one, other), *rest = PERMUTED
    return forged(WORLD, PLAN, [(WORLD.add(one, STEP), other), *rest], ROWS, MASKS)


def second_halves_moved() -> Made:
    """T5: two faces go apart by as much, as whoever holds the key could make them."""
    (one, other), (first, second), *rest = PERMUTED
    back = WORLD.add(second, WORLD.mul(-1, STEP))
    cards = [(one, WORLD.add(other, STEP)), (first, back), *rest]
    return forged(WORLD, PLAN, cards, ROWS, MASKS)


@pytest.mark.parametrize(
    ("lie", "equation"),
    [
        (negated_faces, "T1"),
        (mixed_faces, "T2"),
        (first_half_moved, "T4"),
        (second_halves_moved, "T5"),
        (broken_chain, f"E{SIZE - 1}"),
    ],
)
def test_a_liar_whom_one_equation_catches_is_refused(
    lie: Callable[[], Made], equation: str
) -> None:
    false = lie()
    assert failing(WORLD, PLAN, false) == [equation]
    changed = CLAIM.but(deck_out=false.after, proof=false.proof)
    check_form(REAL.group, changed.deck_in, changed.deck_out)
    assert fault_of(changed.check, REAL.group) is Fault.PROOF


def test_the_same_maker_is_believed_when_it_does_not_lie() -> None:
    true = forged(WORLD, PLAN, PERMUTED, ROWS, MASKS)
    assert failing(WORLD, PLAN, true) == []
    CLAIM.but(deck_out=true.after, proof=true.proof).check(REAL.group)


def test_exponents_that_are_not_those_committed_to_are_refused() -> None:
    """T3: two faces twice each become one once, the other three times. The numbers are chosen when
    the exponents are known: their sums for each face, and their product, are what they must be."""
    before = first_deck(REAL.group, [("b1", 2), ("g1", 2)])
    plan = Plan(CLAIM.key.point, CLAIM.context, before)
    cards = halves(WORLD, before)
    false_cards = masked_anew(WORLD, plan, [cards[0], *[cards[2]] * 3], MASKS[:4])
    false = forged(WORLD, plan, false_cards, rows_of(range(4)), MASKS[:4], bend=bent)
    assert failing(WORLD, plan, false) == ["T3"]
    check_form(REAL.group, before, false.after)
    arguments = (REAL.group, CLAIM.key, CLAIM.context, before, false.after, false.proof)
    assert fault_of(check_shuffle, *arguments) is Fault.PROOF


def bent(u: Sequence[int], _permuted: Sequence[int]) -> Sequence[int]:
    """u0 + u1, and three numbers whose sum is u2 + u3; all four have the product of the u."""
    alone = (u[0] + u[1]) % L
    for number in range(200):
        third = scalar("third", bytes([number]))
        total = (u[2] + u[3] - third) % L
        product = prod(u) * pow(alone * third, -1, L) % L
        root = root_of(total * total - 4 * product)
        if root is not None:
            return [alone, third, (total + root) * HALF % L, (total - root) * HALF % L]
    raise AssertionError("every other number is a square")


def root_of(number: int) -> int | None:
    """A square root modulo L, which is 5 modulo 8; None without one."""
    root = pow(number, (L + 3) // 8, L)
    found = (root, root * pow(2, (L - 1) // 4, L) % L)
    return next((one for one in found if (one * one - number) % L == 0), None)
