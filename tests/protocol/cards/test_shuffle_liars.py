"""Shufflers who cheat: each is refused, but for one in so many that guesses every bit."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from camelnet.protocol.cards.shuffle import (
    Deck,
    _applied,
    _Order,
    _order_of,
    check_form,
)
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import POINT_SIZE, Group
from camelnet.protocol.crypto.suite import Hash, Suite, hash_of
from tests.protocol.dealt import SYMBOLIC
from tests.protocol.packs import (
    ROUNDS,
    Claim,
    both,
    decrypted,
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
def test_a_pack_that_was_changed_after_its_commitments_is_refused(
    suite: Suite, cheat: Cheat
) -> None:
    claim = stored(suite)
    changed = claim.but(deck_out=cheat(suite.group, claim))
    check_form(suite.group, changed.deck_in, changed.deck_out, changed.hashes, ROUNDS)
    assert fault_of(changed.check, suite.group) is Fault.PROOF


def committed_to(
    group: Group, claim: Claim, deck_out: Deck, guesses: Sequence[int], seed: bytes
) -> tuple[tuple[Hash, ...], tuple[bytes, ...]]:
    """A cheat's rounds for a false pack: for each round it guesses the bit, and makes a reshuffle
    that it can open for this bit alone. Hashes and openings.
    """
    place = hash_of(
        "camelnet/shuffle/1",
        claim.key.point,
        claim.context,
        bytes([claim.rounds]),
        b"".join(claim.deck_in),
    )
    hashes, opened = [], []
    for number, guess in enumerate(guesses):
        round_seed = hash_of("test", seed, bytes([number]))
        order = _order_of(round_seed, len(deck_out))
        source = claim.deck_in if guess else deck_out
        deck = tuple(
            remasked(group, claim.key, source[card], mask)
            for card, mask in zip(order.cards, order.masks, strict=True)
        )
        parts = b"".join(deck_out), bytes([number]), b"".join(deck)
        hashes.append(hash_of("camelnet/reshuffle/1", place, *parts))
        whole = bytes(order.cards) + b"".join(mask.to_bytes(32, "little") for mask in order.masks)
        opened.append(whole if guess else round_seed)
    return tuple(hashes), tuple(opened)


@pytest.mark.parametrize("name", sorted(CHEATS.keys() - {"two places changed"}))
def test_a_cheat_passes_only_when_it_has_guessed_every_bit(name: str) -> None:
    group, rounds, tries = SYMBOLIC.group, 4, 320
    honest_claim = stored(SYMBOLIC)
    false = CHEATS[name](group, honest_claim)
    assert sorted(decrypted(false)) != sorted(decrypted(honest_claim.deck_in))
    passed = 0
    for number in range(tries):
        draw = random.Random(number)
        guesses = [draw.randrange(2) for _ in range(rounds)]
        claim = honest_claim.but(deck_out=false, rounds=rounds, coin=secret_of(number))
        hashes, opened = committed_to(group, claim, false, guesses, secret_of(number))
        claim = claim.but(hashes=hashes, opened=opened)
        if claim.bits == tuple(guesses):
            claim.check(group)
            passed += 1
        else:
            assert fault_of(claim.check, group) is Fault.PROOF
    assert 5 <= passed <= 40  # one in 16 is 20


def test_a_cheat_that_guesses_wrong_in_one_round_is_told_which() -> None:
    group, claim = SYMBOLIC.group, stored(SYMBOLIC)
    false = CHEATS["a card put in"](group, claim)
    for wrong in range(ROUNDS):
        guesses = [bit ^ (number == wrong) for number, bit in enumerate(claim.bits)]
        hashes, opened = committed_to(group, claim, false, guesses, b"seed")
        with pytest.raises(Refusal, match=f"round {wrong}$") as caught:
            claim.but(deck_out=false, hashes=hashes, opened=opened).check(group)
        assert caught.value.fault is Fault.PROOF


@both
def test_a_shuffler_that_leaves_a_card_out_and_takes_another_twice_is_refused(
    suite: Suite,
) -> None:
    """It can open both bits of every round, but never with an order that has each card once."""
    group, claim = suite.group, stored(suite)
    own = _order_of(secret_of(1), len(claim.deck_in))
    own = _Order((own.cards[1], *own.cards[1:]), own.masks)
    false = _applied(group, claim.key, claim.deck_in, own)
    check_form(group, claim.deck_in, false, claim.hashes, ROUNDS)
    hashes, seeds = committed_to(group, claim, false, [0] * ROUNDS, b"seed")
    opened = []
    for bit, seed in zip(claim.bits, seeds, strict=True):
        whole = own.then(_order_of(seed, len(false)))
        masks = b"".join(mask.to_bytes(32, "little") for mask in whole.masks)
        opened.append(bytes(whole.cards) + masks if bit else seed)
    changed = claim.but(deck_out=false, hashes=hashes, opened=tuple(opened))
    with pytest.raises(Refusal, match=f"round {claim.bits.index(1)}$") as caught:
        changed.check(group)
    assert caught.value.fault is Fault.PROOF
