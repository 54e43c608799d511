"""Verifiable shuffle: a deck shuffled by everybody in turn, each with a proof.

A card is its face's point, encrypted to the table key (ElGamal); the pack begins in the open. Each
shuffler puts it into another order and masks every card anew, and nobody can tell which card went
where: one honest shuffler is enough. A proof of shuffle (`shuffle_proof`) beside each pack shows
that nothing else happened. A card is turned up by threshold decryption (Desmedt and Frankel 1989)
that anybody can check.

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
    """The message of a shuffler. All of it is public."""

    deck: Deck  # the pack as it leaves the shuffler
    proof: bytes


# --- the pack -------------------------------------------------------------------------------------


def card_points(group: Group, faces: Sequence[str]) -> dict[bytes, str]:
    """The point of each face, to look a decrypted card up. Nobody knows their logarithms."""
    return {_point_of(group, face): face for face in faces}


def first_deck(group: Group, unseen: Sequence[tuple[str, int]]) -> Deck:
    """The pack as everybody knows it: `unseen` (face, how many) in its order, under no mask."""
    deck = tuple(
        IDENTITY + point for face, count in unseen for point in [_point_of(group, face)] * count
    )
    insist_on_size(deck)
    return deck


def _point_of(group: Group, face: str) -> bytes:
    return group.point_of("camelnet/card-point/1", face.encode())


# --- shuffling ------------------------------------------------------------------------------------


def shuffled(group: Group, key: TableKey, context: bytes, deck: Deck, secret: bytes) -> Shuffled:
    """Shuffle a checked pack. Whatever is random follows from `secret` (32 bytes, the seat's own),
    the key, the context and the pack, so that a restarted peer says the same again."""
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
    """Raises `Refusal` unless `deck_out` holds the cards of the checked pack `deck_in`, each once,
    and its shuffler proves it in this context."""
    check_form(group, deck_in, deck_out)
    claim = Claim(_place(key, context, deck_in), key.point, deck_in, tuple(deck_out))
    shuffle_proof.check(group, claim, proof)


def check_form(group: Group, deck_in: Deck, deck_out: Sequence[bytes]) -> None:
    """Raises `Refusal` unless this can be a shuffle of `deck_in`: as many cards, of valid points,
    none of them copied.

    No two cards may share c1, or else turning one of them up would show the other.
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
    """The order that a seed stands for: every one is as likely, and no mask is 0."""
    cards = Stream(hash_of("camelnet/shuffle-order/1", seed)).order(size)
    masks = (mask_of("camelnet/shuffle-mask/1", seed, bytes([place])) for place in range(size))
    return Order(cards, tuple(masks))


def applied(group: Group, key: TableKey, deck: Deck, order: Order) -> Deck:
    """The pack in this order, each card masked once more."""
    return tuple(
        group.add(deck[card][:POINT_SIZE], group.base(mask))
        + group.add(deck[card][POINT_SIZE:], group.mul(mask, key.point))
        for card, mask in zip(order.cards, order.masks, strict=True)
    )


def insist_on_size(deck: Deck) -> None:
    """Raises `ValueError` unless these are bytes of a pack."""
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
    """Raises `Refusal(Fault.SHARE)` unless `share` is the holder's part in turning up this card."""
    place = _turn_context(key, holder, card, context)
    try:
        check_partial(group, place, key, holder, card[:POINT_SIZE], share)
    except Refusal:
        raise Refusal(Fault.SHARE) from None


def turned(
    group: Group,
    key: TableKey,
    card: bytes,
    shares: Mapping[int, bytes],
    points: Mapping[bytes, str],
) -> str | None:
    """The face of a card from at least `threshold` checked parts, by holder.

    None if it is none of `points`, which no pack of checked shuffles leads to.
    """
    return face_under(group, card, combine_partials(group, key, shares), points)


def face_under(group: Group, card: bytes, mask: bytes, points: Mapping[bytes, str]) -> str | None:
    """The face of a card whose mask, the key's secret times c1, is known."""
    return points.get(group.add(card[POINT_SIZE:], group.mul(-1, mask)))


def _turn_context(key: TableKey, holder: int, card: bytes, context: bytes) -> Hash:
    return hash_of("camelnet/turn-share/1", key.point, bytes([holder]), context, card)
