"""Verifiable shuffle: a deck shuffled by everybody in turn, proven by cut and choose.

A card is its face's point, encrypted to the table key (ElGamal); the pack begins in the open. Each
shuffler puts it into another order and masks every card anew, and nobody can tell which card went
where: one honest shuffler is enough. That nothing else happened is shown by cut and choose (Sako
and Kilian 1995): the shuffler commits to more reshuffles of its own pack, then a coin bids it open
each of them, either from the new pack or from the old. A card is turned up by threshold decryption
(Desmedt and Frankel 1989) that anybody can check.

Everything here is a function of its arguments, safe in a worker thread. A shuffler's secret and
context must meet one challenge alone: openings for two of them would show its order.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import (
    IDENTITY,
    ORDER,
    POINT_SIZE,
    SCALAR_SIZE,
    Group,
    mask_of,
    read_point,
    read_scalar,
    scalar_bytes,
)
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import HASH_SIZE, ROUNDS, Each, Hash, hash_of
from camelnet.protocol.crypto.threshold import (
    PARTIAL_SIZE,
    TableKey,
    check_partial,
    combine_partials,
    partial,
)

ROUNDS_MAX = 255  # a round's number is one byte
CARDS_MAX = 64
CARD_SIZE = 2 * POINT_SIZE  # bytes: c1 = r·G and c2 = face's point + r·key
SEED_SIZE = HASH_SIZE
CHALLENGE_SIZE = HASH_SIZE  # of the coin that is drawn when all has been committed to
TURN_SHARE_SIZE = PARTIAL_SIZE

Deck = tuple[bytes, ...]  # ciphertexts, from the top of the pack


@dataclass(frozen=True, slots=True)
class ShuffleCommitment:
    """The first message of a shuffler. All of it is public."""

    deck: Deck  # the pack as it leaves the shuffler
    hashes: tuple[Hash, ...]  # commitments to reshuffles of `deck`, one for each round


@dataclass(frozen=True, slots=True)
class _Order:
    """The permutation of the cards, and the scalar that masks each. `repr` shows neither."""

    cards: tuple[int, ...]
    masks: tuple[int, ...]

    def __repr__(self) -> str:
        return f"_Order({len(self.cards)} cards)"

    def then(self, later: _Order) -> _Order:
        """The composition: this order, then the later one."""
        masks = (
            (self.masks[card] + mask) % ORDER
            for card, mask in zip(later.cards, later.masks, strict=True)
        )
        return _Order(tuple(self.cards[card] for card in later.cards), tuple(masks))


# --- the pack -------------------------------------------------------------------------------------


def card_points(group: Group, faces: Sequence[str]) -> dict[bytes, str]:
    """The point of each face, to look a decrypted card up. Nobody knows their logarithms."""
    return {_point_of(group, face): face for face in faces}


def first_deck(group: Group, unseen: Sequence[tuple[str, int]]) -> Deck:
    """The pack as everybody knows it: `unseen` (face, how many) in its order, under no mask."""
    deck = tuple(
        IDENTITY + point for face, count in unseen for point in [_point_of(group, face)] * count
    )
    _insist_on_size(deck)
    return deck


def _point_of(group: Group, face: str) -> bytes:
    return group.point_of("camelnet/card-point/1", face.encode())


# --- a shuffler's part ----------------------------------------------------------------------------


def shuffled(
    group: Group,
    key: TableKey,
    context: bytes,
    deck: Deck,
    secret: bytes,
    rounds: int = ROUNDS,
    *,
    each: Each = map,
) -> ShuffleCommitment:
    """Shuffle a checked pack. Whatever is random follows from `secret` (32 bytes, the seat's own),
    the context and the pack, so that a restarted peer says the same again. `each` does the rounds.
    """
    place = _place(key, context, deck, rounds)
    seed = _seed(secret, place)
    out = _applied(group, key, deck, _order_of(_own_seed(seed), len(deck)))

    def committed(number: int) -> Hash:
        order = _order_of(_round_seed(seed, number), len(deck))
        return _hash_of_deck(place, out, number, _applied(group, key, out, order))

    return ShuffleCommitment(out, tuple(each(committed, range(rounds))))


def openings(
    group: Group,
    key: TableKey,
    context: bytes,
    deck_in: Deck,
    secret: bytes,
    challenge: bytes,
    rounds: int = ROUNDS,
    *,
    only: range | None = None,
) -> tuple[bytes, ...]:
    """The openings that the challenge (32 bytes) asks of whoever made `shuffled` of the same
    arguments.

    For each round, or for `only` some: where its bit is 0, the 32-byte seed of the reshuffle; where
    it is 1, how the reshuffle comes from `deck_in`, one byte per card (its place there), then one
    scalar per card.
    """
    place = _place(key, context, deck_in, rounds)
    seed = _seed(secret, place)
    own = _order_of(_own_seed(seed), len(deck_in))
    opened = []
    bits = challenge_bits(key, context, deck_in, challenge, rounds)
    for number in range(rounds) if only is None else only:
        round_seed = _round_seed(seed, number)
        if bits[number]:
            whole = own.then(_order_of(round_seed, len(deck_in)))
            opened.append(bytes(whole.cards) + b"".join(map(scalar_bytes, whole.masks)))
        else:
            opened.append(round_seed)
    return tuple(opened)


def challenge_bits(
    key: TableKey, context: bytes, deck_in: Deck, challenge: bytes, rounds: int = ROUNDS
) -> tuple[int, ...]:
    """The challenge for this shuffle, a bit for each round; every shuffle has another one."""
    if len(challenge) != CHALLENGE_SIZE:
        raise ValueError("a challenge of another size")
    place = _place(key, context, deck_in, rounds)
    drawn = int.from_bytes(hash_of("camelnet/shuffle-challenge/1", challenge, place), "little")
    return tuple(drawn >> number & 1 for number in range(rounds))


# --- everybody's checks ---------------------------------------------------------------------------


def check_form(
    group: Group,
    deck_in: Deck,
    deck_out: Sequence[bytes],
    hashes: Sequence[bytes],
    rounds: int = ROUNDS,
) -> None:
    """Raises `Refusal` unless this can be a shuffle of `deck_in`: as many cards, of valid points,
    none of them copied, and a hash for each round.

    No two cards may share c1, or else turning one of them up would show the other.
    """
    if len(deck_out) != len(deck_in) or any(len(card) != CARD_SIZE for card in deck_out):
        raise Refusal(Fault.ATTACHMENTS, "a pack of another size")
    if len(hashes) != rounds or any(len(item) != HASH_SIZE for item in hashes):
        raise Refusal(Fault.ATTACHMENTS, "another number of rounds")
    for card in deck_out:
        read_point(group, card[:POINT_SIZE])
        read_point(group, card[POINT_SIZE:])
    before = {card[:POINT_SIZE] for card in deck_in}
    after = {card[:POINT_SIZE] for card in deck_out}
    if len(after) != len(deck_out) or after & before:
        raise Refusal(Fault.ATTACHMENTS, "a copied card")


def check_openings(
    group: Group,
    key: TableKey,
    context: bytes,
    deck_in: Deck,
    deck_out: Deck,
    hashes: Sequence[bytes],
    challenge: bytes,
    opened: Sequence[bytes],
    rounds: int = ROUNDS,
    *,
    first: int | None = None,
    each: Each = map,
) -> None:
    """Raises `Refusal`, naming the round, unless every opening fits its hash.

    Then `deck_out` holds the cards of `deck_in`, each once, in some order: a shuffler that could
    answer both bits of any round knows that order, and one that cannot has guessed every bit.
    With `first`, `opened` is a part of the openings that begins with this round: the caller sees to
    it that every round is checked in the end. `each` does the rounds.
    """
    check_form(group, deck_in, deck_out, hashes, rounds)
    start = first or 0
    if len(opened) != rounds if first is None else not 1 <= len(opened) <= rounds - start:
        raise Refusal(Fault.ATTACHMENTS, "another number of rounds")
    place = _place(key, context, deck_in, rounds)
    bits = challenge_bits(key, context, deck_in, challenge, rounds)

    def fitting(number: int) -> Hash:
        bit = bits[number]
        try:
            order = _read_order(opened[number - start], bit, len(deck_in))
            reshuffled = _applied(group, key, deck_in if bit else deck_out, order)
            found = _hash_of_deck(place, deck_out, number, reshuffled)
            if found != hashes[number]:
                raise Refusal(Fault.PROOF)
        except Refusal as refusal:
            raise Refusal(refusal.fault, f"round {number}") from None
        return found

    fits = tuple(each(fitting, range(start, start + len(opened))))
    assert len(fits) == len(opened), "each round was looked at"


def split_openings(
    key: TableKey,
    context: bytes,
    deck_in: Deck,
    challenge: bytes,
    data: bytes,
    rounds: int = ROUNDS,
    *,
    first: int = 0,
    count: int,
) -> tuple[bytes, ...]:
    """The openings of `count` rounds from `first` on, that arrived one behind the other; raises
    `Refusal` where they cannot be. Their bits tell how long each is."""
    bits = challenge_bits(key, context, deck_in, challenge, rounds)[first : first + count]
    sizes = [_opening_size(bit, len(deck_in)) for bit in bits]
    if len(bits) != count or len(data) != sum(sizes):
        raise Refusal(Fault.ATTACHMENTS, "openings of another size")
    ends = itertools.accumulate(sizes)
    return tuple(data[end - size : end] for size, end in zip(sizes, ends, strict=True))


def _opening_size(bit: int, size: int) -> int:
    return size * (1 + SCALAR_SIZE) if bit else SEED_SIZE


def _read_order(opening: bytes, bit: int, size: int) -> _Order:
    """Reads an opening for this bit; raises `Refusal`."""
    if len(opening) != _opening_size(bit, size):
        raise Refusal(Fault.PROOF)
    if not bit:
        return _order_of(opening, size)
    cards = tuple(opening[:size])
    # A cheat that took a card twice could open both bits, were this not asked.
    if sorted(cards) != list(range(size)):
        raise Refusal(Fault.PROOF)
    ends = range(size, len(opening), SCALAR_SIZE)
    return _Order(cards, tuple(read_scalar(opening[end : end + SCALAR_SIZE]) for end in ends))


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


# --- what is hashed -------------------------------------------------------------------------------


def _place(key: TableKey, context: bytes, deck: Deck, rounds: int) -> Hash:
    _insist_on_size(deck)
    if not 1 <= rounds <= ROUNDS_MAX:
        raise ValueError("rounds out of range")
    return hash_of("camelnet/shuffle/1", key.point, context, bytes([rounds]), b"".join(deck))


def _insist_on_size(deck: Deck) -> None:
    if not 1 <= len(deck) <= CARDS_MAX or any(len(card) != CARD_SIZE for card in deck):
        raise ValueError("not a pack of cards")


def _seed(secret: bytes, place: bytes) -> Hash:
    if len(secret) != SEED_SIZE:
        raise ValueError("a secret of another size")
    return hash_of("camelnet/shuffle-seed/1", secret, place)


def _own_seed(seed: bytes) -> Hash:
    return hash_of("camelnet/shuffle-own/1", seed)


def _round_seed(seed: bytes, number: int) -> Hash:
    return hash_of("camelnet/shuffle-round/1", seed, bytes([number]))


def _hash_of_deck(place: bytes, deck_out: Deck, number: int, reshuffled: Deck) -> Hash:
    parts = b"".join(deck_out), bytes([number]), b"".join(reshuffled)
    return hash_of("camelnet/reshuffle/1", place, *parts)


def _turn_context(key: TableKey, holder: int, card: bytes, context: bytes) -> Hash:
    return hash_of("camelnet/turn-share/1", key.point, bytes([holder]), context, card)


def _order_of(seed: bytes, size: int) -> _Order:
    """The order that a seed stands for: every one is as likely, and no mask is 0."""
    cards = Stream(hash_of("camelnet/shuffle-order/1", seed)).order(size)
    masks = (mask_of("camelnet/shuffle-mask/1", seed, bytes([place])) for place in range(size))
    return _Order(cards, tuple(masks))


def _applied(group: Group, key: TableKey, deck: Deck, order: _Order) -> Deck:
    """The pack in this order, each card masked once more. Nearly all the time goes by here, more
    than half of it in the products with the key."""
    return tuple(
        group.add(deck[card][:POINT_SIZE], group.base(mask))
        + group.add(deck[card][POINT_SIZE:], group.mul(mask, key.point))
        for card, mask in zip(order.cards, order.masks, strict=True)
    )
