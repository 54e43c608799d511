"""The test vectors of shuffled packs and dealt cards in docs/vectors/primitives.json: of what, and
what it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from camelnet.protocol.cards.deck import Deck, Order
from camelnet.protocol.cards.private_deal import check_handed, hand_key, handed, received
from camelnet.protocol.cards.shuffle import (
    card_points,
    check_shuffle,
    first_deck,
    shuffled,
    turn_share,
    turned,
)
from camelnet.protocol.crypto.group import Group, scalar_bytes
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.session.game.decks import hand_context

UNSEEN = (("b1", 1), ("g2", 1))
CONTEXT = b"context"
SECRET = bytes([5]) * 32


def card_vectors(
    group: Group, key: TableKey, secrets: Mapping[int, int]
) -> list[tuple[str, dict[str, Any], bytes]]:
    """By name, for a key of threshold 2 that seats 0 and 2 hold among others: of what, and what it
    is. What arrives somewhere is checked here before it is told."""
    deck = first_deck(group, UNSEEN)
    made = shuffled(group, key, CONTEXT, deck, SECRET)
    check_shuffle(group, key, CONTEXT, deck, made.deck, made.proof)
    card, points = made.deck[0], card_points(group, ["b1", "g2"])
    shares = {j: turn_share(group, key, j, secrets[j], card, CONTEXT) for j in (0, 2)}
    hand, attachment = hand_key(group, CONTEXT, SECRET)
    point = attachment[:32]
    parts = {j: handed(group, CONTEXT, key, j, secrets[j], card, point, SECRET) for j in (0, 2)}
    for holder, part in parts.items():
        check_handed(group, CONTEXT, key, holder, card, point, part)
    assert turned(group, key, card, shares, points) is not None
    assert received(group, key, card, hand, parts, points) == turned(
        group, key, card, shares, points
    )
    context, secret = CONTEXT.hex(), SECRET.hex()
    about = {"key": key.point.hex(), "context": context}
    holding = {"key": key.point.hex(), "context": context, "seat": 2, "card": card.hex()}
    share = {"secret share": scalar_bytes(secrets[2]).hex()}
    pack = b"".join(deck)
    return [
        ("pack", {"faces": [list(item) for item in UNSEEN]}, pack),
        ("shuffled pack", {**about, "pack": pack.hex(), "secret": secret}, b"".join(made.deck)),
        ("proof of the shuffle", {**about, "pack": pack.hex(), "secret": secret}, made.proof),
        ("turn share", {**holding, **share}, shares[2]),
        ("hand key", {"context": context, "secret": secret}, attachment),
        (
            "handed card",
            {**holding, **share, "hand": point.hex(), "secret": secret},
            parts[2],
        ),
    ]


def deck_vectors(key: TableKey) -> list[tuple[str, dict[str, Any], Any]]:
    """The contexts of a deck, and how luck lays the cards, as docs/cryptography.md has it."""
    game, seed = bytes([1]) * 32, bytes([2]) * 32
    hands = ((0, bytes([3]) * 32), (2, bytes([4]) * 32))
    order = Order(
        game=game,
        epoch=3,
        number=2,
        voters=(0, 2),
        key=key,
        unseen=(("b1", 1), ("g2", 2), ("y3", 1)),
        slots=((0, None), (1, None), (5, 2)),
        hands=hands,
    )
    made = Deck(order)
    luck = Deck(replace(order, key=None, hands=())).take(()).with_luck(seed)
    about = {
        "game": game.hex(),
        "epoch": order.epoch,
        "number": order.number,
        "key": key.point.hex(),
        "faces": [list(item) for item in order.unseen],
        "slots": [list(item) for item in order.slots],
        "hands": [[seat, point.hex()] for seat, point in hands],
    }
    context = order.context
    return [
        ("deck context", about, context),
        (
            "shuffle context",
            {"deck": context.hex(), "place in the chain": 0, "seat": 0},
            made._chain(),
        ),
        ("hand key context", {"game": game.hex(), "seat": 2}, hand_context(game, 2)),
        (
            "handing context",
            {"deck": context.hex(), "place in the pack": 2, "seat": 2},
            made._hand_context(2, 2),
        ),
        ("luck that deals", {"seed": seed.hex()}, luck.luck),
        (
            "cards laid by luck",
            {"faces": about["faces"], "slots": about["slots"], "seed": seed.hex()},
            {str(slot): luck.face(slot) for slot, _ in order.slots},
        ),
    ]
