"""A pack shuffled by everybody: it keeps its cards, shows no order, and is turned up by enough."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from camelnet.protocol.cards.shuffle import (
    CARDS_MAX,
    TURN_SHARE_SIZE,
    card_points,
    check_form,
    check_shuffle,
    check_turn_share,
    first_deck,
    order_of,
    shuffled,
    turn_share,
    turned,
)
from camelnet.protocol.cards.shuffle_proof import proof_size
from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.group import IDENTITY, POINT_SIZE
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.wire.limits import ATTACHMENT_MAX
from tests.protocol.dealt import REAL, SYMBOLIC, both, holder_key
from tests.protocol.packs import (
    CONTEXT,
    FACES,
    faces_of,
    fresh_card,
    honest,
    key_of,
    pack_of,
    secret_of,
    stored,
)
from tests.protocol.refusals import fault_of

# --- what an honest shuffler does -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("suite", "size"),
    [*((SYMBOLIC, size) for size in range(1, 31)), (REAL, 1), (REAL, 2), (REAL, 5)],
)
def test_an_honest_shuffle_of_any_size_passes_and_keeps_the_cards(suite: Suite, size: int) -> None:
    claim = honest(suite, size)
    claim.check(suite.group)
    expected = [face for face, count in pack_of(size) for _ in range(count)]
    assert sorted(faces_of(suite, claim.deck_out)) == sorted(expected)


def test_a_pack_as_large_as_can_be_passes() -> None:
    claim = honest(SYMBOLIC, CARDS_MAX)
    claim.check(SYMBOLIC.group)
    assert len(claim.proof) == proof_size(CARDS_MAX) <= ATTACHMENT_MAX


@both
def test_the_pack_begins_in_the_open_and_does_not_pass_for_a_shuffled_one(suite: Suite) -> None:
    deck = first_deck(suite.group, [("g2", 2), ("b1", 1)])
    points = card_points(suite.group, ["b1", "g2"])
    assert [points[card[POINT_SIZE:]] for card in deck] == ["g2", "g2", "b1"]
    assert {card[:POINT_SIZE] for card in deck} == {IDENTITY}
    assert fault_of(check_form, suite.group, deck, deck) is Fault.POINT


@both
def test_a_chain_of_shufflers_passes_and_keeps_the_cards(suite: Suite) -> None:
    group, (key, _) = suite.group, key_of(suite)
    deck = first_deck(group, pack_of(4))
    for place in range(3):
        context, secret = bytes([place]), secret_of(place)
        made = shuffled(group, key, context, deck, secret)
        check_shuffle(group, key, context, deck, made.deck, made.proof)
        deck = made.deck
    assert sorted(faces_of(suite, deck)) == sorted(FACES[:4])


@both
def test_a_restarted_shuffler_repeats_itself_byte_for_byte(suite: Suite) -> None:
    assert honest(suite) == honest(suite)


def test_another_secret_context_pack_or_key_gives_another_shuffle() -> None:
    group, (key, _) = SYMBOLIC.group, key_of(SYMBOLIC)
    other_key, _ = holder_key(SYMBOLIC, 2, (0, 1))
    deck = first_deck(group, pack_of(6))
    said = [
        shuffled(group, key, CONTEXT, deck, secret_of(0)),
        shuffled(group, key, CONTEXT, deck, secret_of(1)),
        shuffled(group, key, b"elsewhere", deck, secret_of(0)),
        shuffled(group, key, CONTEXT, deck[::-1], secret_of(0)),
        shuffled(group, other_key, CONTEXT, deck, secret_of(0)),
    ]
    cards = [card for shuffle in said for card in shuffle.deck]
    assert len(set(cards)) == len(cards)
    assert len({shuffle.proof for shuffle in said}) == len(said)


def test_every_order_of_four_cards_is_as_likely() -> None:
    drawn = Counter(order_of(secret_of(number), 4).cards for number in range(4800))
    assert set(drawn) == set(itertools.permutations(range(4)))
    square = sum((count - 200) ** 2 / 200 for count in drawn.values())
    assert square < 49.7  # chi squared with 23 degrees of freedom: passed in all but 0.1 %


def test_every_card_comes_to_every_place_and_no_mask_comes_twice() -> None:
    places: Counter[tuple[int, int]] = Counter()
    masks: list[int] = []
    for number in range(900):
        order = order_of(secret_of(number), 30)
        assert sorted(order.cards) == list(range(30))
        places.update(enumerate(order.cards))
        masks.extend(order.masks)
    assert len(places) == 900
    assert max(places.values()) < 60  # 30 are expected
    assert len(set(masks)) == len(masks)
    assert 0 not in masks


def test_nothing_that_is_printed_shows_an_order() -> None:
    order = order_of(secret_of(0), 30)
    assert repr(order) == "Order(30 cards)"
    assert secret_of(0).hex() not in repr(stored(SYMBOLIC))


# --- turning a card up ----------------------------------------------------------------------------


@both
def test_any_threshold_of_holders_turn_up_the_same_face(suite: Suite) -> None:
    group, (key, secrets) = suite.group, key_of(suite)
    card, points = stored(suite).deck_out[0], card_points(group, FACES)
    shares = {j: turn_share(group, key, j, secrets[j], card, CONTEXT) for j in key.holders}
    for holder, share in shares.items():
        assert len(share) == TURN_SHARE_SIZE
        check_turn_share(group, key, holder, card, CONTEXT, share)
    faces = {
        turned(group, key, card, {j: shares[j] for j in seats}, points)
        for count in (3, 4)
        for seats in itertools.combinations(key.holders, count)
    }
    assert len(faces) == 1
    assert faces < set(FACES)


@both
def test_one_holder_less_than_the_threshold_opens_no_card(suite: Suite) -> None:
    """Not by the function, and not by taking their points for enough."""
    group, (key, secrets) = suite.group, key_of(suite)
    fewer = TableKey(key.threshold - 1, key.holders, key.point, key.shares)
    points = card_points(group, FACES)
    for card in stored(suite).deck_out:
        for seats in itertools.combinations(key.holders, key.threshold - 1):
            shares = {j: turn_share(group, key, j, secrets[j], card, b"") for j in seats}
            with pytest.raises(ValueError, match="too few"):
                turned(group, key, card, shares, points)
            assert turned(group, fewer, card, shares, points) is None


@both
def test_a_card_that_is_no_face_is_none(suite: Suite) -> None:
    group, (key, secrets) = suite.group, key_of(suite)
    card = fresh_card(group, key, "z9")
    shares = {j: turn_share(group, key, j, secrets[j], card, b"") for j in (0, 1, 2)}
    assert turned(group, key, card, shares, card_points(group, FACES)) is None
    assert turned(group, key, card, shares, card_points(group, ["z9"])) == "z9"


@both
def test_a_part_in_turning_holds_for_its_holder_card_and_context_alone(suite: Suite) -> None:
    group, (key, secrets) = suite.group, key_of(suite)
    card, other = stored(suite).deck_out[:2]
    share = turn_share(group, key, 2, secrets[2], card, CONTEXT)
    same_c1 = card[:POINT_SIZE] + other[POINT_SIZE:]
    for holder, what, context in (
        (1, card, CONTEXT),
        (3, card, CONTEXT),
        (2, other, CONTEXT),
        (2, same_c1, CONTEXT),
        (2, card, b"elsewhere"),
    ):
        assert fault_of(check_turn_share, group, key, holder, what, context, share) is Fault.SHARE
    liar = turn_share(group, key, 2, secrets[2] + 1, card, CONTEXT)
    assert fault_of(check_turn_share, group, key, 2, card, CONTEXT, liar) is Fault.SHARE
