"""The check of a shuffle's proof in records before version 4. Nobody makes such proofs any more.

Cut and choose (Sako and Kilian 1995, Abe 1998): each shuffler committed to 40 reshuffles of its
pack. A coin, drawn after all commitments, then made it open each of them either from the pack
before or from the pack after.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from camelnet.protocol.cards.shuffle import Deck, applied, check_form, insist_on_size, order_of
from camelnet.protocol.cards.shuffle_proof import Order
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import SCALAR_SIZE, Group, read_scalar
from camelnet.protocol.crypto.suite import HASH_SIZE, Hash, hash_of
from camelnet.protocol.crypto.threshold import TableKey

ROUNDS = 40
ROUNDS_PER_ENTRY = 8  # opened by one entry
ENTRIES = ROUNDS // ROUNDS_PER_ENTRY


@dataclass(frozen=True, slots=True)
class Commitment:
    """A shuffler's first message."""

    deck: Deck  # as it left the shuffler
    hashes: tuple[bytes, ...]  # commitments to reshuffles of `deck`, one for each round


def check_commitment(group: Group, deck_in: Deck, made: Commitment) -> None:
    """Raise `Refusal` unless this can be a shuffle of `deck_in`, with a hash for each round."""
    if len(made.hashes) != ROUNDS or any(len(item) != HASH_SIZE for item in made.hashes):
        raise Refusal(Fault.ATTACHMENTS, "another number of rounds")
    check_form(group, deck_in, made.deck)


def check_openings(
    group: Group,
    key: TableKey,
    context: bytes,
    deck_in: Deck,
    made: Commitment,
    coin: bytes,
    part: int,
    data: bytes,
) -> None:
    """Raise `Refusal`, naming the round, unless the openings of this part, joined, fit their
    hashes.

    If those of all parts do, the pack holds the cards of `deck_in`: a shuffler that could answer
    both bits of a round knew the order, and one that could not has guessed every bit.
    """
    insist_on_size(deck_in)
    place = hash_of("camelnet/shuffle/1", key.point, context, bytes([ROUNDS]), b"".join(deck_in))
    numbers = range(part * ROUNDS_PER_ENTRY, (part + 1) * ROUNDS_PER_ENTRY)
    bits = [_bits(coin, place) >> number & 1 for number in numbers]
    openings = _cut(data, [_opening_size(bit, len(deck_in)) for bit in bits])
    for number, bit, opening in zip(numbers, bits, openings, strict=True):
        try:
            order = _read_order(opening, bit, len(deck_in))
            again = applied(group, key, deck_in if bit else made.deck, order)
            if _hash(place, made.deck, number, again) != made.hashes[number]:
                raise Refusal(Fault.PROOF)
        except Refusal as refusal:
            raise Refusal(refusal.fault, f"round {number}") from None


def _bits(coin: bytes, place: bytes) -> int:
    drawn = hash_of("camelnet/shuffle-challenge/1", coin, place)
    return int.from_bytes(drawn, "little")


def _hash(place: bytes, deck_out: Deck, number: int, reshuffled: Deck) -> Hash:
    parts = b"".join(deck_out), bytes([number]), b"".join(reshuffled)
    return hash_of("camelnet/reshuffle/1", place, *parts)


def _cut(data: bytes, sizes: Sequence[int]) -> list[bytes]:
    if len(data) != sum(sizes):
        raise Refusal(Fault.ATTACHMENTS, "openings of another size")
    ends = itertools.accumulate(sizes)
    return [data[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def _opening_size(bit: int, cards: int) -> int:
    return cards * (1 + SCALAR_SIZE) if bit else HASH_SIZE


def _read_order(opening: bytes, bit: int, size: int) -> Order:
    """The order in an opening: for bit 0 it is a seed, for bit 1 each card's place before, then the
    masks. Raises `Refusal`."""
    if not bit:
        return order_of(opening, size)
    cards = tuple(opening[:size])
    # Without this check a cheat that took a card twice could open both bits.
    if sorted(cards) != list(range(size)):
        raise Refusal(Fault.PROOF)
    masks = range(size, len(opening), SCALAR_SIZE)
    return Order(cards, tuple(read_scalar(opening[at : at + SCALAR_SIZE]) for at in masks))
