"""What a peer sends, with something in it that no honest peer sends: points and scalars that are
none, other bytes, more and less of them.

Whatever they are, the check refuses them: nothing is taken, and nothing else is raised.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.protocol.cards.commitments import Sealed
from camelnet.protocol.cards.encrypted_faces import (
    LOCK_SIZE,
    check_locks,
    check_opening_share,
    lock,
    opening_share,
)
from camelnet.protocol.cards.private_deal import (
    check_hand_key,
    check_handed,
    hand_key,
    handed,
)
from camelnet.protocol.cards.shuffle import CARD_SIZE, check_turn_share, turn_share
from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.coin import check_share, coin_label, coin_share
from camelnet.protocol.crypto.dlog_proofs import (
    check_equality,
    check_knowledge,
    prove_equality,
    prove_knowledge,
)
from camelnet.protocol.crypto.group import IDENTITY, ORDER, scalar_of
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.keygen.share_distribution import deal_hash
from tests.protocol.crypto import reference
from tests.protocol.dealt import (
    GAME,
    REAL,
    SUITES,
    SYMBOLIC,
    Dealers,
    commit_of,
    deal_of,
    dealt,
    frames_of,
    holder_key,
    liars_for,
    with_bit,
)
from tests.protocol.packs import stored
from tests.protocol.refusals import fault_of

GOOD = REAL.group.base(7)


def field(number: int) -> bytes:
    return (number % 2**256).to_bytes(32, "little")


def on_the_curve(y: int, sign: int = 0) -> bytes:
    """A point of edwards25519 as Ed25519 writes it."""
    return field(y | sign << 255)


# The points of order 8 of edwards25519 have this y, or its negative.
ORDER_8 = int("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16)
POINTS = {
    "identity": IDENTITY,
    "prime": field(reference.P),
    "prime + 1": field(reference.P + 1),
    "prime - 1": field(-1 % reference.P),
    "prime + 18": field(reference.P + 18),
    "negative": field(reference.P - int.from_bytes(GOOD, "little")),
    "highest bit": GOOD[:31] + bytes([GOOD[31] | 128]),
    "all bits": b"\xff" * 32,
    "one": field(1),
    "small order 1": on_the_curve(1),
    "small order 1, signed": on_the_curve(1, 1),
    "small order 2": on_the_curve(reference.P - 1),
    "small order 4": on_the_curve(0),
    "small order 4, signed": on_the_curve(0, 1),
    **{
        f"small order 8: {y:x} {sign}": on_the_curve(y, sign)
        for y in (ORDER_8, reference.P - ORDER_8)
        for sign in (0, 1)
    },
    "scalar": field(ORDER),
}
HOSTILE = {
    id(REAL): tuple(POINTS.values()),
    id(SYMBOLIC): (IDENTITY, field(ORDER), field(ORDER + 1), b"\xff" * 32),
}
SCALARS = {
    "order": field(ORDER),
    "above the order": field(ORDER + 1),
    "twice the order": field(2 * ORDER),
    "highest bit": field(5 | 1 << 255),
    "all bits": b"\xff" * 32,
}


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS)
def test_no_hostile_point_is_an_element(point: bytes) -> None:
    assert not REAL.group.valid(point)
    assert point == IDENTITY or reference.decode(point) is None
    assert len(point) == 32


# --- what arrives ---------------------------------------------------------------------------------


class Arrival(NamedTuple):
    """An honest peer's bytes, where their points and their scalars begin, and their check."""

    data: bytes
    points: tuple[int, ...]
    scalars: tuple[int, ...]
    check: Callable[[bytes], object]
    size: Fault  # for which bytes of another length are refused

    def refuses(self, data: bytes, *faults: Fault) -> None:
        """The check refuses this for one of these faults; a part, whatever it is, as a part."""
        assert data != self.data
        allowed = (Fault.SHARE,) if self.size is Fault.SHARE else faults
        assert fault_of(self.check, data) in allowed


def key_of(suite: Suite) -> tuple[TableKey, dict[int, int]]:
    return holder_key(suite, 2, (0, 1, 2))


def knowledge(suite: Suite) -> Arrival:
    group, secret = suite.group, scalar_of("test", b"secret")
    made = prove_knowledge(group, b"here", secret, group.base(secret))
    check = partial(check_knowledge, group, b"here", group.base(secret))
    return Arrival(made, (), (0, 32), check, Fault.SCALAR)


def equality(suite: Suite) -> Arrival:
    group, secret = suite.group, scalar_of("test", b"secret")
    base = group.point_of("test", b"base")
    points = group.base(secret), base, group.mul(secret, base)
    made = prove_equality(group, b"here", secret, *points)
    check = partial(check_equality, group, b"here", *points)
    return Arrival(made, (), (0, 32), check, Fault.SCALAR)


def part_of_a_coin(suite: Suite) -> Arrival:
    key, secrets = key_of(suite)
    label = coin_label(suite, GAME, 0, 7, bytes(32), bytes(32))
    made = coin_share(suite, key, 1, secrets[1], label)
    check = partial(check_share, suite, key, 1, label)
    return Arrival(made, (0,), (32, 64), check, Fault.SHARE)


def sealed(suite: Suite) -> bytes:
    (made,) = lock(suite, key_of(suite)[0], GAME, 2, Sealed("y", (bytes(32),)), bytes(32))
    return made


def a_lock(suite: Suite) -> Arrival:
    def check(data: bytes) -> None:
        check_locks(suite, key_of(suite)[0], GAME, 2, (data,), 1, ())

    scalars = (LOCK_SIZE - 64, LOCK_SIZE - 32)
    return Arrival(sealed(suite), (32,), scalars, check, Fault.ATTACHMENTS)


def part_of_an_opening(suite: Suite) -> Arrival:
    key, secrets = key_of(suite)
    made = opening_share(suite, key, 0, secrets[0], sealed(suite))
    check = partial(check_opening_share, suite, key, 0, sealed(suite))
    return Arrival(made, (0,), (32, 64), check, Fault.SHARE)


def a_hand_key(suite: Suite) -> Arrival:
    _, made = hand_key(suite.group, b"seat", bytes(32))
    check = partial(check_hand_key, suite.group, b"seat")
    return Arrival(made, (0,), (32, 64), check, Fault.ATTACHMENTS)


def part_of_a_card_for_a_hand(suite: Suite) -> Arrival:
    group, (key, secrets) = suite.group, key_of(suite)
    card, hand = stored(suite).deck_out[0], group.base(9)
    made = handed(group, b"deal", key, 1, secrets[1], card, hand, bytes(32))
    check = partial(check_handed, group, b"deal", key, 1, card, hand)
    return Arrival(made, (0, 32), (64, 96, 128), check, Fault.SHARE)


def part_of_turning_up(suite: Suite) -> Arrival:
    group, (key, secrets) = suite.group, key_of(suite)
    card = stored(suite).deck_out[0]
    made = turn_share(group, key, 2, secrets[2], card, b"deal")
    check = partial(check_turn_share, group, key, 2, card, b"deal")
    return Arrival(made, (0,), (32, 64), check, Fault.SHARE)


def a_shuffled_pack(suite: Suite) -> Arrival:
    claim = stored(suite)
    made = b"".join(claim.deck_out)

    def check(data: bytes) -> None:
        cards = tuple(data[at : at + CARD_SIZE] for at in range(0, len(data), CARD_SIZE))
        claim.but(deck_out=cards).check(suite.group)

    return Arrival(made, tuple(range(0, len(made), 32)), (), check, Fault.ATTACHMENTS)


def the_proof_of_a_shuffle(suite: Suite) -> Arrival:
    claim = stored(suite)
    words = tuple(range(0, len(claim.proof), 32))
    points = 2 * len(claim.deck_out)

    def check(data: bytes) -> None:
        claim.but(proof=data).check(suite.group)

    return Arrival(claim.proof, words[:points], words[points:], check, Fault.PROOF)


KINDS = (
    knowledge,
    equality,
    part_of_a_coin,
    a_lock,
    part_of_an_opening,
    a_hand_key,
    part_of_a_card_for_a_hand,
    part_of_turning_up,
    a_shuffled_pack,
    the_proof_of_a_shuffle,
)
Making = Callable[[Suite], Arrival]


def each(test: Callable[..., None]) -> Callable[..., None]:
    """For all that arrives, on both groups."""
    kinds = pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
    return kinds(pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)(test))


def put(data: bytes, place: int, word: bytes) -> bytes:
    return data[:place] + word + data[place + len(word) :]


@each
def test_an_honest_peers_bytes_are_taken(make: Making, suite: Suite) -> None:
    arrival = make(suite)
    arrival.check(arrival.data)


@each
def test_a_hostile_point_is_refused(make: Making, suite: Suite) -> None:
    arrival = make(suite)
    for place in arrival.points:
        for word in HOSTILE[id(suite)]:
            arrival.refuses(put(arrival.data, place, word), Fault.POINT)


@each
def test_a_hostile_scalar_is_refused(make: Making, suite: Suite) -> None:
    arrival = make(suite)
    for place in arrival.scalars:
        canonical = int.from_bytes(arrival.data[place : place + 32], "little")
        # The same number, written otherwise, would leave every equation true.
        for word in (*SCALARS.values(), field(canonical + ORDER), field(canonical | 1 << 255)):
            arrival.refuses(put(arrival.data, place, word), Fault.SCALAR)


@each
def test_zeros_in_the_place_of_all_scalars_are_refused(make: Making, suite: Suite) -> None:
    arrival = make(suite)
    if arrival.scalars:
        zeros = put(arrival.data, arrival.scalars[0], bytes(32 * len(arrival.scalars)))
        arrival.refuses(zeros, Fault.PROOF)


@each
def test_bytes_of_another_length_are_refused(make: Making, suite: Suite) -> None:
    arrival = make(suite)
    data = arrival.data
    for size in {0, 1, 31, 32, 33, len(data) - 32, len(data) - 1}:
        arrival.refuses(data[:size], arrival.size)
    for more in (b"\0", data[:32], data):
        arrival.refuses(data + more, arrival.size)


@each
def test_no_byte_can_be_changed(make: Making, suite: Suite) -> None:
    arrival = make(suite)
    for place in range(len(arrival.data)):
        changed = with_bit(arrival.data, place)
        arrival.refuses(changed, Fault.PROOF, Fault.POINT, Fault.SCALAR)


@each
@given(data=st.data())
def test_whatever_arrives_is_refused_and_nothing_worse(
    make: Making, suite: Suite, data: st.DataObject
) -> None:
    arrival = make(suite)
    size = len(arrival.data)
    arrived = data.draw(st.binary(max_size=size + 1) | st.binary(min_size=size, max_size=size))
    faults = (arrival.size, Fault.PROOF, Fault.POINT, Fault.SCALAR)
    arrival.refuses(arrived, *faults)


# --- dealing a key --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dealers() -> Dealers:
    return dealt(REAL, (0, 1, 2), 2)


@pytest.mark.parametrize("word", POINTS.values(), ids=POINTS)
def test_a_dealer_of_a_hostile_point_is_named(dealers: Dealers, word: bytes) -> None:
    commit, deal = frames_of(dealers, 1)
    forge, (one, two) = dealers.forge, deal_of(deal).envelopes
    assert liars_for(dealers, forge(commit, encryption=word)) == (1,)
    assert liars_for(dealers, commit, forge(deal, envelopes=(one, put(two, 0, word)))) == (1,)
    for place in (0, 32):  # even where the liar has committed to just that
        points = put(deal_of(deal).commitments, place, word)
        hashed = deal_hash(dealers.place, 1, points)
        frames = forge(commit, commitment=hashed), forge(deal, commitments=points)
        assert liars_for(dealers, *frames) == (1,)


@pytest.mark.parametrize("word", SCALARS.values(), ids=SCALARS)
@pytest.mark.parametrize("place", [0, 32])
def test_a_dealer_of_a_hostile_scalar_is_named(dealers: Dealers, word: bytes, place: int) -> None:
    commit, deal = frames_of(dealers, 1)
    proof, proofs = (
        put(commit_of(commit).proof, place, word),
        put(deal_of(deal).proofs, place, word),
    )
    assert liars_for(dealers, dealers.forge(commit, proof=proof)) == (1,)
    assert liars_for(dealers, commit, dealers.forge(deal, proofs=proofs)) == (1,)
