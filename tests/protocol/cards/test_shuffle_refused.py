"""Shuffles in another form or from elsewhere, and whatever bytes arrive: refused, and no worse."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.protocol.cards.shuffle import (
    CARD_SIZE,
    CARDS_MAX,
    ROUNDS_MAX,
    Deck,
    check_form,
    first_deck,
    shuffled,
)
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import IDENTITY, POINT_SIZE
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.crypto.threshold import TableKey
from tests.protocol.dealt import REAL, SYMBOLIC, above_order, with_bit
from tests.protocol.packs import (
    COIN,
    CONTEXT,
    ROUNDS,
    Claim,
    both,
    fault_of,
    honest,
    replaced,
    secret_of,
    stored,
)


def not_a_point(suite: Suite) -> bytes:
    bad = b"\xff" * POINT_SIZE
    assert not suite.group.valid(bad)
    return bad


@both
@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("kind", ["identity", "not a point"])
def test_a_pack_with_a_bad_point_is_refused(suite: Suite, half: int, kind: str) -> None:
    claim = stored(suite)
    point = IDENTITY if kind == "identity" else not_a_point(suite)
    card = claim.deck_out[1]
    card = point + card[POINT_SIZE:] if half == 0 else card[:POINT_SIZE] + point
    bad = claim.but(deck_out=replaced(claim.deck_out, 1, card))
    assert fault_of(check_form, suite.group, bad.deck_in, bad.deck_out, bad.hashes, ROUNDS)
    assert fault_of(bad.check, suite.group) is Fault.POINT


FORMS: dict[str, Callable[[Claim], dict[str, object]]] = {
    "a card less": lambda c: {"deck_out": c.deck_out[:-1]},
    "a card more": lambda c: {"deck_out": (*c.deck_out, c.deck_out[0])},
    "no cards": lambda c: {"deck_out": ()},
    "a short card": lambda c: {"deck_out": replaced(c.deck_out, 2, c.deck_out[2][:-1])},
    "a long card": lambda c: {"deck_out": replaced(c.deck_out, 2, c.deck_out[2] + b"\0")},
    "the pack as it was": lambda c: {"deck_out": c.deck_in},
    "a card as it was": lambda c: {"deck_out": replaced(c.deck_out, 0, c.deck_in[3])},
    "a card twice": lambda c: {"deck_out": replaced(c.deck_out, 0, c.deck_out[1])},
    "two cards of one c1": lambda c: {
        "deck_out": replaced(c.deck_out, 0, c.deck_out[1][:POINT_SIZE] + c.deck_out[0][POINT_SIZE:])
    },
    "a hash less": lambda c: {"hashes": c.hashes[:-1]},
    "a hash more": lambda c: {"hashes": (*c.hashes, c.hashes[0])},
    "a short hash": lambda c: {"hashes": (*c.hashes[:-1], c.hashes[-1][:-1])},
    "an opening less": lambda c: {"opened": c.opened[:-1]},
    "an opening more": lambda c: {"opened": (*c.opened, c.opened[0])},
}


@both
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_shuffle_in_another_form_is_refused(
    suite: Suite, form: Callable[[Claim], dict[str, object]]
) -> None:
    changes = form(stored(suite))
    changed = stored(suite).but(**changes)
    assert fault_of(changed.check, suite.group) is Fault.ATTACHMENTS
    if "opened" not in changes:
        arguments = changed.deck_in, changed.deck_out, changed.hashes, ROUNDS
        assert fault_of(check_form, suite.group, *arguments) is Fault.ATTACHMENTS


@both
def test_a_part_of_the_openings_is_refused_for_the_whole_and_in_another_place(
    suite: Suite,
) -> None:
    claim = stored(suite)
    part = claim.but(opened=claim.opened[2:5])
    part.check(suite.group, 2)
    for first, fault in (
        (None, Fault.ATTACHMENTS),
        (0, Fault.PROOF),
        (1, Fault.PROOF),
        (ROUNDS - 2, Fault.ATTACHMENTS),
        (ROUNDS, Fault.ATTACHMENTS),
    ):
        assert fault_of(part.check, suite.group, first) is fault
    assert fault_of(claim.but(opened=()).check, suite.group, 0) is Fault.ATTACHMENTS


REPLAYS: dict[str, Callable[[Claim], dict[str, object]]] = {
    "in another context": lambda _: {"context": b"elsewhere"},
    "of another pack": lambda c: {"deck_in": c.deck_in[::-1]},
    "under another key": lambda c: {
        "key": TableKey(c.key.threshold, c.key.holders, c.key.shares[0], c.key.shares)
    },
    "with another's openings": lambda _: {"opened": honest(SYMBOLIC, number=9).opened},
    "with another's hashes": lambda _: {"hashes": honest(SYMBOLIC, number=9).hashes},
    "with hashes in another order": lambda c: {"hashes": c.hashes[::-1]},
    "with openings in another order": lambda c: {"opened": c.opened[::-1]},
    "for another coin": lambda _: {"coin": secret_of(3)},
}


@pytest.mark.parametrize("replay", REPLAYS.values(), ids=REPLAYS)
def test_a_shuffle_is_worth_nothing_elsewhere(
    replay: Callable[[Claim], dict[str, object]],
) -> None:
    claim = stored(SYMBOLIC)
    assert fault_of(claim.but(**replay(claim)).check, SYMBOLIC.group) is Fault.PROOF


def with_opening(claim: Claim, number: int, opening: bytes) -> Claim:
    opened = (*claim.opened[:number], opening, *claim.opened[number + 1 :])
    return claim.but(opened=opened)


def round_with(claim: Claim, bit: int) -> int:
    return claim.bits.index(bit)


@both
@pytest.mark.parametrize("bit", [0, 1])
def test_an_opening_for_the_other_bit_is_refused(suite: Suite, bit: int) -> None:
    claim = stored(suite)
    number = round_with(claim, bit)
    coins = (secret_of(n) for n in itertools.count())
    other = next(
        made for made in (honest(suite, coin=coin) for coin in coins) if made.bits[number] != bit
    )
    assert other.hashes == claim.hashes
    changed = with_opening(claim, number, other.opened[number])
    with pytest.raises(Refusal, match=f"round {number}$") as caught:
        changed.check(suite.group)
    assert caught.value.fault is Fault.PROOF


@both
def test_an_order_that_is_none_is_refused(suite: Suite) -> None:
    claim = stored(suite)
    number = round_with(claim, 1)
    opening = claim.opened[number]
    for cards in (
        bytes([opening[1], *opening[1:6]]),
        bytes([*opening[:5], 6]),
        bytes([255, *opening[1:6]]),
        bytes([opening[1], opening[0], *opening[2:6]]),
    ):
        changed = with_opening(claim, number, cards + opening[6:])
        assert fault_of(changed.check, suite.group) is Fault.PROOF


@both
def test_a_mask_that_is_not_canonical_is_refused(suite: Suite) -> None:
    claim = stored(suite)
    number = round_with(claim, 1)
    opening = claim.opened[number]
    forged = opening[:6] + above_order(opening[6:38]) + opening[38:]
    changed = with_opening(claim, number, forged)
    assert fault_of(changed.check, suite.group) is Fault.SCALAR


@both
@pytest.mark.parametrize("bit", [0, 1])
def test_an_opening_of_another_size_is_refused(suite: Suite, bit: int) -> None:
    claim = stored(suite)
    number = round_with(claim, bit)
    for opening in (b"", claim.opened[number][:-1], claim.opened[number] + b"\0"):
        changed = with_opening(claim, number, opening)
        assert fault_of(changed.check, suite.group) is Fault.PROOF


@pytest.mark.parametrize("number", range(ROUNDS))
def test_no_byte_of_an_opening_can_be_changed(number: int) -> None:
    claim = stored(SYMBOLIC)
    for place in range(len(claim.opened[number])):
        changed = with_opening(claim, number, with_bit(claim.opened[number], place))
        with pytest.raises(Refusal, match=f"round {number}$"):
            changed.check(SYMBOLIC.group)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_no_byte_of_a_hash_can_be_changed(number: int) -> None:
    claim = stored(SYMBOLIC)
    for place in range(32):
        wrong = with_bit(claim.hashes[number], place)
        hashes = (*claim.hashes[:number], wrong, *claim.hashes[number + 1 :])
        with pytest.raises(Refusal, match=f"round {number}$"):
            claim.but(hashes=hashes).check(SYMBOLIC.group)


def test_our_own_arguments_of_another_size_are_our_own_bug() -> None:
    group, claim = SYMBOLIC.group, stored(SYMBOLIC)
    deck = claim.deck_in
    wrong: list[tuple[Deck, bytes, int]] = [
        (deck, b"short", 4),
        (deck, COIN, 0),
        (deck, COIN, ROUNDS_MAX + 1),
        ((), COIN, 4),
        (deck * (CARDS_MAX // len(deck) + 1), COIN, 4),
        (tuple(card[1:] for card in deck), COIN, 4),
    ]
    for cards, secret, rounds in wrong:
        with pytest.raises(ValueError, match=r"size|range|pack"):
            shuffled(group, claim.key, CONTEXT, cards, secret, rounds)
    for coin in (b"", COIN[:-1], COIN + b"\0"):
        with pytest.raises(ValueError, match="size"):
            claim.but(coin=coin).check(group)
    with pytest.raises(ValueError, match="pack"):
        first_deck(group, [])


@given(
    deck=st.lists(st.binary(max_size=CARD_SIZE + 1) | st.just(b"\1" * CARD_SIZE), max_size=8),
    hashes=st.lists(st.binary(min_size=31, max_size=33), max_size=ROUNDS + 1),
    opened=st.lists(st.binary(max_size=250), max_size=ROUNDS + 1),
    keep=st.sets(st.sampled_from(["deck_out", "hashes", "opened"]), max_size=2),
    suite=st.sampled_from([REAL, SYMBOLIC]),
)
def test_whatever_arrives_is_refused_and_nothing_worse(
    deck: list[bytes], hashes: list[bytes], opened: list[bytes], keep: set[str], suite: Suite
) -> None:
    arrived = {"deck_out": tuple(deck), "hashes": tuple(hashes), "opened": tuple(opened)}
    changes = {name: value for name, value in arrived.items() if name not in keep}
    with pytest.raises(Refusal):
        stored(suite).but(**changes).check(suite.group)


@given(
    data=st.data(),
    number=st.integers(0, ROUNDS - 1),
    suite=st.sampled_from([REAL, SYMBOLIC]),
)
def test_an_opening_of_the_right_size_and_other_bytes_is_refused(
    data: st.DataObject, number: int, suite: Suite
) -> None:
    claim = stored(suite)
    size = len(claim.opened[number])
    order = st.permutations(range(6)).map(bytes) if claim.bits[number] else st.just(b"")
    head = data.draw(order)
    opening = head + data.draw(st.binary(min_size=size - len(head), max_size=size - len(head)))
    with pytest.raises(Refusal):
        with_opening(claim, number, opening).check(suite.group)
