"""Verifiable shuffle: all voters shuffle a deck in turn, each with a proof.

A card is its face's point, encrypted to the table key (ElGamal); the pack begins in the open. Each
shuffler permutes it and masks every card again, so that nobody can tell which card went where; one
honest shuffler is enough. A proof of shuffle (`shuffle_proof`) with each pack shows that nothing
else happened. Threshold decryption (Desmedt and Frankel 1989), which anybody can check, turns a
card up.

Everything here is a function of its arguments, safe in a worker thread.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from camelnet.protocol.cards import shuffle_proof
from camelnet.protocol.cards.shuffle_proof import Claim, Order
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import IDENTITY, POINT_SIZE, Group, mask_of, read_point
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import HASH_SIZE, Hash, hash_of
from camelnet.protocol.crypto.threshold import (
    PARTIAL_SIZE,
    TableKey,
    check_partial,
    combine_partials,
    partial,
)

CARDS_MAX = 64
CARD_SIZE = 2 * POINT_SIZE  # bytes: c1 = r·G and c2 = face's point + r·key
SECRET_SIZE = HASH_SIZE
TURN_SHARE_SIZE = PARTIAL_SIZE

Deck = tuple[bytes, ...]  # ciphertexts, from the top of the pack


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A shuffler's message, all of it public."""

    deck: Deck  # as it leaves the shuffler
    proof: bytes


# --- the pack -------------------------------------------------------------------------------------


def card_points(group: Group, faces: Sequence[str]) -> dict[bytes, str]:
    """The faces by their points, to look up a decrypted card. Nobody knows the points'
    logarithms."""
    return {_point_of(group, face): face for face in faces}


def first_deck(group: Group, unseen: Sequence[tuple[str, int]]) -> Deck:
    """The pack in the open: `unseen` (face, how many) in its order, without masks."""
    deck = tuple(
        IDENTITY + point for face, count in unseen for point in [_point_of(group, face)] * count
    )
    insist_on_size(deck)
    return deck


def _point_of(group: Group, face: str) -> bytes:
    return group.point_of("camelnet/card-point/1", face.encode())


# --- shuffling ------------------------------------------------------------------------------------


def shuffled(group: Group, key: TableKey, context: bytes, deck: Deck, secret: bytes) -> Shuffled:
    """Shuffle a checked pack. The randomness follows from `secret` (32 bytes, the seat's own), the
    key, the context and the pack, so that a restarted peer repeats itself."""
    if len(secret) != SECRET_SIZE:
        raise ValueError("a secret of another size")
    place = _place(key, context, deck)
    seed = hash_of("camelnet/shuffle-seed/2", secret, place)
    order = order_of(seed, len(deck))
    out = applied(group, key, deck, order)
    claim = Claim(place, key.point, deck, out)
    return Shuffled(out, shuffle_proof.prove(group, claim, order, seed))


def check_shuffle(
    group: Group, key: TableKey, context: bytes, deck_in: Deck, deck_out: Deck, proof: bytes
) -> None:
    """Raise `Refusal` unless `deck_out` holds the cards of the checked pack `deck_in`, each once,
    and its shuffler proves it in this context."""
    check_form(group, deck_in, deck_out)
    claim = Claim(_place(key, context, deck_in), key.point, deck_in, tuple(deck_out))
    shuffle_proof.check(group, claim, proof)


def check_form(group: Group, deck_in: Deck, deck_out: Sequence[bytes]) -> None:
    """Raise `Refusal` unless this can be a shuffle of `deck_in`: as many cards, of valid points,
    none of them copied.

    No two cards may share c1: turning one of them up would show the other.
    """
    if len(deck_out) != len(deck_in) or any(len(card) != CARD_SIZE for card in deck_out):
        raise Refusal(Fault.ATTACHMENTS, "a pack of another size")
    for card in deck_out:
        read_point(group, card[:POINT_SIZE])
        read_point(group, card[POINT_SIZE:])
    before = {card[:POINT_SIZE] for card in deck_in}
    after = {card[:POINT_SIZE] for card in deck_out}
    if len(after) != len(deck_out) or after & before:
        raise Refusal(Fault.ATTACHMENTS, "a copied card")


def order_of(seed: bytes, size: int) -> Order:
    """The order that follows from a seed: all orders are equally likely, and no mask is 0."""
    cards = Stream(hash_of("camelnet/shuffle-order/1", seed)).order(size)
    masks = (mask_of("camelnet/shuffle-mask/1", seed, bytes([place])) for place in range(size))
    return Order(cards, tuple(masks))


def applied(group: Group, key: TableKey, deck: Deck, order: Order) -> Deck:
    """The pack in this order, with one more mask on each card."""
    return tuple(
        group.add(deck[card][:POINT_SIZE], group.base(mask))
        + group.add(deck[card][POINT_SIZE:], group.mul(mask, key.point))
        for card, mask in zip(order.cards, order.masks, strict=True)
    )


def insist_on_size(deck: Deck) -> None:
    """Raise `ValueError` unless the number and sizes of the cards fit a pack."""
    if not 1 <= len(deck) <= CARDS_MAX or any(len(card) != CARD_SIZE for card in deck):
        raise ValueError("not a pack of cards")


def _place(key: TableKey, context: bytes, deck: Deck) -> Hash:
    insist_on_size(deck)
    return hash_of("camelnet/shuffle/2", key.point, context, b"".join(deck))


# --- turning a card up ----------------------------------------------------------------------------


def turn_share(
    group: Group, key: TableKey, holder: int, secret: int, card: bytes, context: bytes
) -> bytes:
    """A holder's part in turning up a card of a checked pack: 96 bytes."""
    place = _turn_context(key, holder, card, context)
    return partial(group, place, key, holder, secret, card[:POINT_SIZE])


def check_turn_share(
    group: Group, key: TableKey, holder: int, card: bytes, context: bytes, share: bytes
) -> None:
    """Raise `Refusal(Fault.SHARE)` unless `share` is the holder's part in turning up this card."""
    place = _turn_context(key, holder, card, context)
    check_partial(group, place, key, holder, card[:POINT_SIZE], share)


def turned(
    group: Group,
    key: TableKey,
    card: bytes,
    shares: Mapping[int, bytes],
    points: Mapping[bytes, str],
) -> str | None:
    """The face of a card from at least `threshold` checked parts, by holder.

    None if it is none of `points`, which checked shuffles exclude.
    """
    return face_under(group, card, combine_partials(group, key, shares), points)


def face_under(group: Group, card: bytes, mask: bytes, points: Mapping[bytes, str]) -> str | None:
    """The face of a card under its mask, the key's secret times c1."""
    return points.get(group.add(card[POINT_SIZE:], group.mul(-1, mask)))


def _turn_context(key: TableKey, holder: int, card: bytes, context: bytes) -> Hash:
    return hash_of("camelnet/turn-share/1", key.point, bytes([holder]), context, card)
