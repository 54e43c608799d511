"""Shuffles in another form or from elsewhere, and whatever bytes arrive: refused, and no worse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.protocol.cards.shuffle import (
    CARD_SIZE,
    CARDS_MAX,
    Deck,
    check_form,
    first_deck,
    shuffled,
)
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import ORDER, POINT_SIZE, scalar_bytes
from camelnet.protocol.crypto.suite import Suite
from tests.protocol.dealt import REAL, SYMBOLIC, both
from tests.protocol.packs import (
    CONTEXT,
    Claim,
    replaced,
    secret_of,
    stored,
)
from tests.protocol.refusals import fault_of

SECRET = secret_of(0)
POINTS = 2 * len(stored(SYMBOLIC).deck_in)  # that a proof begins with
WORDS = len(stored(SYMBOLIC).proof) // 32


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
}


@both
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_pack_in_another_form_is_refused(
    suite: Suite, form: Callable[[Claim], dict[str, object]]
) -> None:
    changed = stored(suite).but(**form(stored(suite)))
    assert fault_of(changed.check, suite.group) is Fault.ATTACHMENTS
    assert fault_of(check_form, suite.group, changed.deck_in, changed.deck_out) is Fault.ATTACHMENTS


def with_word(claim: Claim, number: int, word: bytes) -> Claim:
    """With another word of 32 bytes in the proof."""
    at = 32 * number
    return claim.but(proof=claim.proof[:at] + word + claim.proof[at + 32 :])


@both
def test_no_word_of_a_proof_can_be_another(suite: Suite) -> None:
    """Zeros, another of the proof's own words, one more, and the opposite."""
    claim = stored(suite)
    words = [claim.proof[at : at + 32] for at in range(0, len(claim.proof), 32)]
    for number, word in enumerate(words):
        others = [words[number - 1] if number not in (0, POINTS) else words[number + 1]]
        if number < POINTS:
            others += [suite.group.mul(-1, word), suite.group.add(word, suite.group.base(1))]
        else:
            scalar = int.from_bytes(word, "little")
            others += [
                scalar_bytes(0),
                scalar_bytes((scalar + 1) % ORDER),
                scalar_bytes(-scalar % ORDER),
            ]
        for other in others:
            assert fault_of(with_word(claim, number, other).check, suite.group) is Fault.PROOF


def test_our_own_arguments_of_another_size_are_our_own_bug() -> None:
    group, claim = SYMBOLIC.group, stored(SYMBOLIC)
    deck = claim.deck_in
    wrong: list[tuple[Deck, bytes]] = [
        (deck, b"short"),
        ((), SECRET),
        (deck * (CARDS_MAX // len(deck) + 1), SECRET),
        (tuple(card[1:] for card in deck), SECRET),
    ]
    for cards, secret in wrong:
        with pytest.raises(ValueError, match=r"size|pack"):
            shuffled(group, claim.key, CONTEXT, cards, secret)
    with pytest.raises(ValueError, match="pack"):
        first_deck(group, [])


@given(
    deck=st.lists(st.binary(max_size=CARD_SIZE + 1) | st.just(b"\1" * CARD_SIZE), max_size=8),
    proof=st.binary(max_size=1000) | st.binary(min_size=WORDS * 32, max_size=WORDS * 32),
    keep=st.sampled_from(["deck_out", "proof", ""]),
    suite=st.sampled_from([REAL, SYMBOLIC]),
)
def test_whatever_arrives_is_refused_and_nothing_worse(
    deck: list[bytes], proof: bytes, keep: str, suite: Suite
) -> None:
    arrived = {"deck_out": tuple(deck), "proof": proof}
    changes = {name: value for name, value in arrived.items() if name != keep}
    with pytest.raises(Refusal):
        stored(suite).but(**changes).check(suite.group)
