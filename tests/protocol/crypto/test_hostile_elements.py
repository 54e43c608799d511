"""Points and scalars that no honest peer sends, in every place where a peer's bytes are read.

Whatever they are, the check refuses them: nothing is taken, and nothing else is raised.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

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
from camelnet.protocol.cards.shuffle import check_turn_share, turn_share
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.coin import check_share, coin_label, coin_share
from camelnet.protocol.crypto.dlog_proofs import check_knowledge, prove_knowledge
from camelnet.protocol.crypto.group import IDENTITY, ORDER, scalar_of
from camelnet.protocol.keygen.share_distribution import deal_hash
from tests.protocol.crypto import reference
from tests.protocol.dealt import (
    GAME,
    REAL,
    Dealers,
    commit_of,
    deal_of,
    frames_of,
    holder_key,
)
from tests.protocol.packs import stored

GROUP = REAL.group
KEY, SECRETS = holder_key(REAL, 2, (0, 1, 2))


def field(number: int) -> bytes:
    return (number % 2**256).to_bytes(32, "little")


def on_the_curve(y: int, sign: int = 0) -> bytes:
    """A point of edwards25519 as Ed25519 writes it."""
    return field(y | sign << 255)


# The points of order 8 of edwards25519 have this y, or its negative.
ORDER_8 = int("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7", 16)
GOOD = GROUP.base(7)
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
SCALARS = {
    "order": field(ORDER),
    "above the order": field(ORDER + 1),
    "twice the order": field(2 * ORDER),
    "highest bit": field(5 | 1 << 255),
    "all bits": b"\xff" * 32,
}


@pytest.mark.parametrize("point", POINTS.values(), ids=POINTS)
def test_no_hostile_point_is_an_element(point: bytes) -> None:
    assert not GROUP.valid(point)
    assert point == IDENTITY or reference.decode(point) is None
    assert len(point) == 32


# --- what arrives, as (bytes, where its points begin, where its scalars begin, its check) ---------

Arrival = tuple[bytes, tuple[int, ...], tuple[int, ...], Callable[[bytes], object]]


def knowledge_of_a_point() -> Arrival:
    secret = scalar_of("test", b"secret")
    proof = prove_knowledge(GROUP, b"here", secret, GROUP.base(secret))
    data = GROUP.base(secret) + proof
    return data, (), (32, 64), lambda d: check_knowledge(GROUP, b"here", d[:32], d[32:])


def part_of_a_coin() -> Arrival:
    label = coin_label(REAL, GAME, 0, 7, bytes(32), bytes(32))
    share = coin_share(REAL, KEY, 1, SECRETS[1], label)
    return share, (0,), (32, 64), lambda d: check_share(REAL, KEY, 1, label, d)


def a_lock() -> Arrival:
    (made,) = lock(REAL, KEY, GAME, 2, Sealed("y", (bytes(32),)), bytes(32))
    scalars = (LOCK_SIZE - 64, LOCK_SIZE - 32)
    return made, (32,), scalars, lambda d: check_locks(REAL, KEY, GAME, 2, (d,), 1, ())


def part_of_an_opening() -> Arrival:
    (made,) = lock(REAL, KEY, GAME, 2, Sealed("y", (bytes(32),)), bytes(32))
    share = opening_share(REAL, KEY, 0, SECRETS[0], made)
    return share, (0,), (32, 64), lambda d: check_opening_share(REAL, KEY, 0, made, d)


def a_hand_key() -> Arrival:
    _, made = hand_key(GROUP, b"seat", bytes(32))
    return made, (0,), (32, 64), lambda d: check_hand_key(GROUP, b"seat", d)


def part_of_a_card_for_a_hand() -> Arrival:
    card = stored(REAL).deck_out[0]
    hand = GROUP.base(9)
    made = handed(GROUP, b"deal", KEY, 1, SECRETS[1], card, hand, bytes(32))

    def check(data: bytes) -> None:
        check_handed(GROUP, b"deal", KEY, 1, card, hand, data)

    return made, (0, 32), (64, 96, 128), check


def part_of_turning_up() -> Arrival:
    card = stored(REAL).deck_out[0]
    made = turn_share(GROUP, KEY, 2, SECRETS[2], card, b"deal")
    return made, (0,), (32, 64), lambda d: check_turn_share(GROUP, KEY, 2, card, b"deal", d)


def a_shuffled_card() -> Arrival:
    claim = stored(REAL)

    def check(data: bytes) -> None:
        claim.but(deck_out=(data, *claim.deck_out[1:])).check(GROUP)

    return claim.deck_out[0], (0, 32), (), check


def the_proof_of_a_shuffle() -> Arrival:
    claim = stored(REAL)
    points = range(0, 2 * 32 * len(claim.deck_out), 32)
    scalars = range(points.stop, len(claim.proof), 32)
    return (
        claim.proof,
        tuple(points),
        tuple(scalars),
        lambda data: claim.but(proof=data).check(GROUP),
    )


ARRIVALS = [
    knowledge_of_a_point,
    part_of_a_coin,
    a_lock,
    part_of_an_opening,
    a_hand_key,
    part_of_a_card_for_a_hand,
    part_of_turning_up,
    a_shuffled_card,
    the_proof_of_a_shuffle,
]
each = pytest.mark.parametrize("arrival", ARRIVALS, ids=lambda made: made.__name__)


def put(data: bytes, place: int, word: bytes) -> bytes:
    return data[:place] + word + data[place + len(word) :]


@each
def test_an_honest_peers_bytes_are_taken(arrival: Callable[[], Arrival]) -> None:
    data, _, _, check = arrival()
    check(data)


@each
def test_a_hostile_point_is_refused(arrival: Callable[[], Arrival]) -> None:
    data, points, _, check = arrival()
    for place in points:
        for word in POINTS.values():
            with pytest.raises(Refusal):
                check(put(data, place, word))


@each
def test_a_hostile_scalar_is_refused(arrival: Callable[[], Arrival]) -> None:
    data, _, scalars, check = arrival()
    for place in scalars:
        canonical = int.from_bytes(data[place : place + 32], "little")
        # The same number, written otherwise, would leave every equation true.
        for word in (*SCALARS.values(), field(canonical + ORDER), field(canonical | 1 << 255)):
            with pytest.raises(Refusal):
                check(put(data, place, word))


@each
def test_bytes_of_another_length_are_refused(arrival: Callable[[], Arrival]) -> None:
    data, _, _, check = arrival()
    for size in {0, 1, 31, 32, 33, len(data) - 32, len(data) - 1}:
        with pytest.raises(Refusal):
            check(data[:size])
    for more in (b"\0", data[:32], data):
        with pytest.raises(Refusal):
            check(data + more)


# --- dealing a key ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def dealers() -> Dealers:
    made = Dealers(REAL, (0, 1, 2), (2,))
    made.run()
    return made


@pytest.mark.parametrize("word", POINTS.values(), ids=POINTS)
def test_a_dealer_of_a_hostile_point_is_named(dealers: Dealers, word: bytes) -> None:
    commit, deal = frames_of(dealers, 1)
    judge = dealers.dealing(None)
    judge.receive(dealers.forge(commit, encryption=word))
    assert judge.liars() == (1,)

    one, two = deal_of(deal).envelopes
    judge = dealers.dealing(None)
    judge.receive(commit)
    judge.receive(dealers.forge(deal, envelopes=(one, put(two, 0, word))))
    assert judge.liars() == (1,)

    for place in (0, 32):  # even where the liar has committed to just that
        points = put(deal_of(deal).commitments, place, word)
        judge = dealers.dealing(None)
        judge.receive(dealers.forge(commit, commitment=deal_hash(dealers.place, 1, points)))
        judge.receive(dealers.forge(deal, commitments=points))
        assert judge.liars() == (1,)


@pytest.mark.parametrize("word", SCALARS.values(), ids=SCALARS)
@pytest.mark.parametrize("place", [0, 32])
def test_a_dealer_of_a_hostile_scalar_is_named(dealers: Dealers, word: bytes, place: int) -> None:
    commit, deal = frames_of(dealers, 1)
    judge = dealers.dealing(None)
    judge.receive(dealers.forge(commit, proof=put(commit_of(commit).proof, place, word)))
    assert judge.liars() == (1,)

    judge = dealers.dealing(None)
    judge.receive(commit)
    judge.receive(dealers.forge(deal, proofs=put(deal_of(deal).proofs, place, word)))
    assert judge.liars() == (1,)
