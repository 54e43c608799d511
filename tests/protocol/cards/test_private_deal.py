"""A card dealt to one seat: it alone can see the face, and everybody can see that all is right."""

from __future__ import annotations

import itertools

import pytest

from camelnet.protocol.cards.private_deal import (
    HAND_KEY_SIZE,
    HANDED_SIZE,
    _challenge,
    _images,
    _place,
    check_hand_key,
    check_handed,
    hand_key,
    handed,
    received,
)
from camelnet.protocol.cards.shuffle import card_points, turn_share, turned
from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.group import (
    ORDER,
    POINT_SIZE,
    Group,
    mask_of,
    read_scalar,
    scalar_bytes,
)
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.crypto.threshold import TableKey, combine
from tests.protocol.dealt import REAL, SYMBOLIC, both, holder_key
from tests.protocol.packs import (
    CONTEXT,
    FACES,
    fresh_card,
    key_of,
    secret_of,
    stored,
)
from tests.protocol.refusals import fault_of

SEAT = b"game, seat 3"


def hand_of(group: Group, number: int = 0) -> tuple[int, bytes]:
    """A hand key: its scalar and its point."""
    scalar, attachment = hand_key(group, SEAT, secret_of(number))
    return scalar, attachment[:POINT_SIZE]


def card_of(suite: Suite) -> bytes:
    return stored(suite).deck_out[0]


def part_of(suite: Suite, holder: int, card: bytes | None = None) -> bytes:
    """An honest holder's part of a card, for the hand of `hand_of`."""
    group, (key, secrets) = suite.group, key_of(suite)
    what = card_of(suite) if card is None else card
    point = hand_of(group)[1]
    return handed(group, CONTEXT, key, holder, secrets[holder], what, point, secret_of(holder + 10))


def parts_of(suite: Suite, card: bytes | None = None) -> dict[int, bytes]:
    return {holder: part_of(suite, holder, card) for holder in key_of(suite)[0].holders}


def fault_of_part(suite: Suite, data: bytes, holder: int = 2) -> Fault:
    group, (key, _) = suite.group, key_of(suite)
    point = hand_of(group)[1]
    return fault_of(check_handed, group, CONTEXT, key, holder, card_of(suite), point, data)


# --- hand keys ------------------------------------------------------------------------------------


@both
def test_a_hand_key_is_taken_and_always_the_same(suite: Suite) -> None:
    scalar, attachment = hand_key(suite.group, SEAT, secret_of(0))
    assert len(attachment) == HAND_KEY_SIZE
    assert check_hand_key(suite.group, SEAT, attachment) == suite.group.base(scalar)
    assert hand_key(suite.group, SEAT, secret_of(0)) == (scalar, attachment)
    others = [
        hand_key(suite.group, SEAT, secret_of(1)),
        hand_key(suite.group, b"elsewhere", secret_of(0)),
    ]
    assert len({scalar, *(other for other, _ in others)}) == 3


@both
def test_nobody_can_take_another_seats_hand_key(suite: Suite) -> None:
    _, attachment = hand_key(suite.group, SEAT, secret_of(0))
    assert fault_of(check_hand_key, suite.group, b"game, seat 4", attachment) is Fault.PROOF
    _, another = hand_key(suite.group, SEAT, secret_of(1))
    mixed = attachment[:POINT_SIZE] + another[POINT_SIZE:]
    assert fault_of(check_hand_key, suite.group, SEAT, mixed) is Fault.PROOF


# --- an honest deal -------------------------------------------------------------------------------


@both
def test_the_owner_sees_the_face_that_turning_the_card_up_shows(suite: Suite) -> None:
    group, (key, secrets) = suite.group, key_of(suite)
    points = card_points(group, FACES)
    scalar, hand = hand_of(group)
    for card in stored(suite).deck_out[:3]:
        parts = parts_of(suite, card)
        for holder, part in parts.items():
            assert len(part) == HANDED_SIZE
            check_handed(group, CONTEXT, key, holder, card, hand, part)
        shares = {j: turn_share(group, key, j, secrets[j], card, b"") for j in (0, 1, 2)}
        face = turned(group, key, card, shares, points)
        seen = {
            received(group, key, card, scalar, {j: parts[j] for j in seats}, points)
            for count in (3, 4)
            for seats in itertools.combinations(key.holders, count)
        }
        assert seen == {face}
        assert face in FACES


@pytest.mark.parametrize("holders", [(0, 1), (1, 3, 4, 6, 7), tuple(range(8))])
def test_any_circle_of_holders_can_deal(holders: tuple[int, ...]) -> None:
    group = REAL.group
    key, secrets = holder_key(REAL, len(holders) // 2 + 1, holders)
    card, (scalar, hand) = fresh_card(group, key, "p2"), hand_of(group)
    parts = {
        j: handed(group, CONTEXT, key, j, secrets[j], card, hand, secret_of(j)) for j in holders
    }
    for holder, part in parts.items():
        check_handed(group, CONTEXT, key, holder, card, hand, part)
    assert received(group, key, card, scalar, parts, card_points(group, FACES)) == "p2"


@both
def test_a_restarted_holder_repeats_itself_byte_for_byte(suite: Suite) -> None:
    assert parts_of(suite) == parts_of(suite)


def test_two_parts_never_share_a_nonce_or_an_exponent() -> None:
    """Two responses to one nonce would give the share away."""
    group, (key, secrets) = SYMBOLIC.group, key_of(SYMBOLIC)
    cards, hands = stored(SYMBOLIC).deck_out[:2], [hand_of(group, n)[1] for n in range(2)]
    seen: list[int] = []
    made = 0
    for context, card, hand, secret in itertools.product(
        (CONTEXT, b"elsewhere"), cards, hands, (secret_of(0), secret_of(1))
    ):
        part = handed(group, context, key, 2, secrets[2], card, hand, secret)
        exponent = read_scalar(part[:32])  # of the symbolic group: a point is its logarithm
        challenge, *responses = (read_scalar(part[at : at + 32]) for at in range(64, 160, 32))
        known = zip(responses, (secrets[2], exponent), strict=True)
        seen.extend((response - challenge * value) % ORDER for response, value in known)
        seen.append(exponent)
        made += 1
    assert len(set(seen)) == 3 * made


# --- what nobody else learns ----------------------------------------------------------------------


@both
def test_one_holder_less_than_the_threshold_opens_no_hand(suite: Suite) -> None:
    group, (key, _) = suite.group, key_of(suite)
    fewer = TableKey(key.threshold - 1, key.holders, key.point, key.shares)
    points, (scalar, _) = card_points(group, FACES), hand_of(group)
    card, parts = card_of(suite), parts_of(suite)
    for seats in itertools.combinations(key.holders, key.threshold - 1):
        some = {j: parts[j] for j in seats}
        with pytest.raises(ValueError, match="too few"):
            received(group, key, card, scalar, some, points)
        assert received(group, fewer, card, scalar, some, points) is None


@both
def test_another_hand_sees_nothing(suite: Suite) -> None:
    group, (key, _) = suite.group, key_of(suite)
    other, _ = hand_of(group, 1)
    points = card_points(group, FACES)
    assert received(group, key, card_of(suite), other, parts_of(suite), points) is None
    # Nor does taking the encryptions for what they encrypt.
    masked = {j: part[POINT_SIZE : 2 * POINT_SIZE] for j, part in parts_of(suite).items()}
    card = card_of(suite)
    guess = group.add(card[POINT_SIZE:], group.mul(-1, combine(group, masked)))
    assert guess not in points


@both
def test_a_part_shows_neither_share_nor_product(suite: Suite) -> None:
    group, (_, secrets) = suite.group, key_of(suite)
    part = part_of(suite, 2)
    product = group.mul(secrets[2], card_of(suite)[:POINT_SIZE])
    assert product not in part
    assert scalar_bytes(secrets[2]) not in part


# --- holders who cheat ----------------------------------------------------------------------------


@both
def test_a_part_holds_for_its_holder_card_hand_context_and_key_alone(suite: Suite) -> None:
    group, (key, _) = suite.group, key_of(suite)
    part, card, hand = part_of(suite, 2), card_of(suite), hand_of(group)[1]
    other_card = stored(suite).deck_out[1]
    other_key = TableKey(key.threshold, key.holders, key.shares[0], key.shares)
    check_handed(group, CONTEXT, key, 2, card, hand, part)
    for context, with_key, holder, what, whose in (
        (b"elsewhere", key, 2, card, hand),
        (CONTEXT, other_key, 2, card, hand),
        (CONTEXT, key, 1, card, hand),
        (CONTEXT, key, 3, card, hand),  # holds no part of the key
        (CONTEXT, key, 2, other_card, hand),
        (CONTEXT, key, 2, card[:POINT_SIZE] + other_card[POINT_SIZE:], hand),
        (CONTEXT, key, 2, card, hand_of(group, 1)[1]),
    ):
        arguments = group, context, with_key, holder, what, whose, part
        assert fault_of(check_handed, *arguments) is Fault.SHARE


@both
@pytest.mark.parametrize("lie", [1, ORDER - 1, mask_of("test", b"lie")])
def test_a_liar_who_knows_all_its_scalars_cannot_prove_another_product(
    suite: Suite, lie: int
) -> None:
    """It may choose its encryption and compute the proof as the holder does: the three equations
    cannot hold at once, whichever scalars it takes for the responses."""
    group, (key, secrets) = suite.group, key_of(suite)
    card, hand = card_of(suite), hand_of(group)[1]
    exponent, nonces = mask_of("test", b"exponent"), (1001, 1002)
    place = _place(CONTEXT, key, 2, card, hand)
    for told in (0, lie):
        _, first, second = _images(group, (secrets[2] + told, exponent), card, hand)
        challenge = _challenge(place, first, second, _images(group, nonces, card, hand))
        for claimed in (secrets[2], secrets[2] + lie):
            responses = (nonces[0] + challenge * claimed, nonces[1] + challenge * exponent)
            scalars = [scalar_bytes(number % ORDER) for number in (challenge, *responses)]
            part = first + second + b"".join(scalars)
            if told == 0 and claimed == secrets[2]:  # the one that is true
                check_handed(group, CONTEXT, key, 2, card, hand, part)
            else:
                assert fault_of_part(suite, part) is Fault.SHARE


@both
@pytest.mark.parametrize("which", [1, 2])
def test_a_statement_cannot_be_fitted_to_a_proof(suite: Suite, which: int) -> None:
    """Were E1 or E2 not in the challenge, a liar could make the proof first, with a nonce's point
    that is off, and then the point that it proves something of."""
    group, (key, secrets) = suite.group, key_of(suite)
    card, hand = card_of(suite), hand_of(group)[1]
    known, nonces = (secrets[2], mask_of("test", b"exponent")), (1001, 1002)
    place = _place(CONTEXT, key, 2, card, hand)
    statement = list(_images(group, known, card, hand))
    nonce_points = list(_images(group, nonces, card, hand))
    nonce_points[which] = group.add(nonce_points[which], group.base(7))
    challenge = _challenge(place, statement[1], statement[2], tuple(nonce_points))
    off = -7 * pow(challenge, -1, ORDER)
    statement[which] = group.add(statement[which], group.base(off))
    responses = (nonce + challenge * value for nonce, value in zip(nonces, known, strict=True))
    scalars = [scalar_bytes(number % ORDER) for number in (challenge, *responses)]
    part = statement[1] + statement[2] + b"".join(scalars)
    assert fault_of_part(suite, part) is Fault.SHARE
    # But for the challenge the equations hold.
    images = _images(group, (read_scalar(scalars[1]), read_scalar(scalars[2])), card, hand)
    claimed = group.mul(-challenge, statement[which])
    assert group.add(images[which], claimed) == nonce_points[which]


def test_our_own_secrets_of_another_size_are_our_own_bug() -> None:
    group, (key, secrets) = SYMBOLIC.group, key_of(SYMBOLIC)
    hand = hand_of(group)[1]
    for secret in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="size"):
            hand_key(group, SEAT, secret)
        with pytest.raises(ValueError, match="size"):
            handed(group, CONTEXT, key, 0, secrets[0], card_of(SYMBOLIC), hand, secret)
