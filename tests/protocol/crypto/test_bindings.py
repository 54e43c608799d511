"""Luck, seals and the table code: what they bind, and that nothing else fits."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.protocol.cards.commitments import Sealed, commitments, opens, well_formed
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.log.commit_reveal import pledge_of, seed_of, share_fits
from camelnet.protocol.start.table_code import WORDS, code_commitment, code_words
from camelnet.protocol.wire.bodies import EntryBody
from camelnet.session.game.seals import sealed_faces

GAME = bytes(range(32))
ENTRY = EntryBody("camelnet/entry/1", GAME, 0, 9, bytes(32), 1, "roll", ())
NONCES = tuple(bytes([n]) * 32 for n in range(5))
SEALED = Sealed("ygbow", NONCES)


def test_the_parts_of_a_hash_cannot_be_cut_otherwise() -> None:
    digests = {
        hash_of("a", b"bc", b"d"),
        hash_of("a", b"b", b"cd"),
        hash_of("a", b"bcd"),
        hash_of("ab", b"c", b"d"),
        hash_of("a", b"bc", b"d", b""),
    }
    assert len(digests) == 5


def test_a_share_fits_only_its_seat_place_and_secret() -> None:
    secret = bytes(32)
    pledge = pledge_of(ENTRY, 2, secret)
    assert share_fits(ENTRY, 2, pledge, secret)
    assert not share_fits(ENTRY, 3, pledge, secret)
    assert not share_fits(ENTRY, 2, pledge, b"\1" + bytes(31))
    assert not share_fits(ENTRY, 2, pledge, secret + b"\0")
    moved = EntryBody(ENTRY.domain, GAME, 0, 10, bytes(32), 1, "roll", ())
    assert not share_fits(moved, 2, pledge, secret)


def test_every_share_and_the_entry_change_the_seed() -> None:
    shares = {seat: bytes([seat]) * 32 for seat in range(3)}
    seed = seed_of(ENTRY, bytes(32), shares)
    for seat in shares:
        assert seed_of(ENTRY, bytes(32), shares | {seat: bytes(32 - 1) + rb"\9"}) != seed
    assert seed_of(ENTRY, b"\1" * 32, shares) != seed
    assert seed_of(ENTRY, bytes(32), dict(reversed(shares.items()))) == seed


@pytest.mark.slow
@given(st.binary(min_size=32, max_size=32), st.integers(1, 1 << 32))
def test_a_stream_stays_below_its_bound_and_repeats_itself(seed: bytes, bound: int) -> None:
    first = [Stream(seed).below(bound) for _ in range(2)]
    assert first[0] == first[1]
    assert 0 <= first[0] < bound


@pytest.mark.parametrize("bound", [0, (1 << 32) + 1])
def test_a_stream_refuses_a_bound_out_of_range(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        Stream(bytes(32)).below(bound)


def test_a_stream_is_uniform_over_a_bound_that_does_not_divide() -> None:
    stream = Stream(hash_of("test"))
    counts = Counter(stream.below(3) for _ in range(30_000))
    assert all(abs(counts[face] - 10_000) < 400 for face in range(3))


def test_the_order_of_the_outcomes_does_not_matter_and_weights_do() -> None:
    outcomes = [("a", 1), ("b", 5), ("c", 0), ("d", 2)]
    stream, mirror = Stream(bytes(32)), Stream(bytes(32))
    drawn = [stream.choose(outcomes) for _ in range(4000)]
    assert drawn == [mirror.choose(outcomes[::-1]) for _ in range(4000)]
    counts = Counter(drawn)
    assert counts["c"] == 0
    assert abs(counts["b"] - 2500) < 200


def test_only_the_sealed_faces_open_a_seal() -> None:
    committed = commitments(GAME, 1, SEALED)
    assert well_formed(committed, 5)
    assert opens(GAME, 1, committed, "ygbow", NONCES)
    assert not opens(GAME, 1, committed, "gybow", NONCES)
    assert not opens(GAME, 2, committed, "ygbow", NONCES)
    assert not opens(bytes(32), 1, committed, "ygbow", NONCES)
    assert not opens(GAME, 1, committed, "ygbow", NONCES[::-1])
    assert not opens(GAME, 1, committed, "ygbow", NONCES[:4])
    assert not opens(GAME, 1, committed, "ygbow", (*NONCES[:4], b""))
    assert not well_formed(committed[:4], 5)
    assert not well_formed((*committed[:4], b"short"), 5)


def test_equal_faces_of_two_seats_do_not_look_alike() -> None:
    ours, theirs = commitments(GAME, 0, SEALED), commitments(GAME, 1, SEALED)
    assert not set(ours) & set(theirs)


def test_the_order_of_the_faces_is_uniform_and_told_by_nothing_public() -> None:
    orders = Counter(
        sealed_faces(hash_of("s", bytes([n // 256, n % 256])), "bgo").faces for n in range(6000)
    )
    assert len(orders) == 6
    assert all(abs(count - 1000) < 150 for count in orders.values())


def test_secrets_do_not_show_in_a_representation() -> None:
    assert "ygbow" not in repr(SEALED)
    assert repr(NONCES[1]) not in repr(SEALED)


def test_the_table_code_has_four_words_of_a_list_without_doubles() -> None:
    assert len(set(WORDS)) == 256
    assert len(code_words(bytes(32))) == 4
    assert code_words(bytes(32)) != code_words(b"\1" + bytes(31))
    assert code_commitment(b"t", b"k", b"n") != code_commitment(b"t", b"kn", b"")
