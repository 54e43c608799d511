"""Shuffles, honest ones and what a cheat makes of them, for the tests of cards nobody has seen."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from camelnet.protocol.cards.shuffle import (
    Deck,
    card_points,
    check_shuffle,
    first_deck,
    shuffled,
    turn_share,
    turned,
)
from camelnet.protocol.crypto.group import IDENTITY, POINT_SIZE, Group, mask_of
from camelnet.protocol.crypto.suite import Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from tests.protocol.dealt import REAL, SYMBOLIC, holder_key

CONTEXT = b"a game, an epoch, a dealing, a place in the chain"
FACES = [f"{colour}{steps}" for colour in "bgpry" for steps in (1, 2)]


def pack_of(size: int) -> list[tuple[str, int]]:
    """The faces of a pack of `size` cards, as many of each as it takes."""
    counts = Counter(itertools.islice(itertools.cycle(FACES), size))
    return [(face, counts[face]) for face in FACES if counts[face]]


@dataclass(frozen=True)
class Claim:
    """All that a check of a shuffle is given but the group."""

    key: TableKey
    context: bytes
    deck_in: Deck
    deck_out: Deck
    proof: bytes

    def check(self, group: Group) -> None:
        check_shuffle(group, self.key, self.context, self.deck_in, self.deck_out, self.proof)

    def but(self, **changes: Any) -> Claim:
        return replace(self, **changes)


def key_of(suite: Suite) -> tuple[TableKey, dict[int, int]]:
    return holder_key(suite, 3, (0, 1, 2, 4))


def secret_of(number: int) -> bytes:
    return hash_of("test", b"secret", number.to_bytes(4, "big"))


def honest(suite: Suite, size: int = 6, *, number: int = 0, context: bytes = CONTEXT) -> Claim:
    """An honest shuffle of a pack that was shuffled once before, with its proof."""
    group, (key, _) = suite.group, key_of(suite)
    first = first_deck(group, pack_of(size))
    before = shuffled(group, key, b"before", first, secret_of(1000)).deck
    made = shuffled(group, key, context, before, secret_of(number))
    return Claim(key, context, before, made.deck, made.proof)


STORED = {id(suite): honest(suite) for suite in (REAL, SYMBOLIC)}


def stored(suite: Suite) -> Claim:
    """An honest shuffle of six cards that was made once."""
    return STORED[id(suite)]


def faces_of(suite: Suite, deck: Deck) -> list[str]:
    """The cards of the pack, opened with everybody's parts."""
    group, (key, secrets) = suite.group, key_of(suite)
    points = card_points(group, FACES)
    found = []
    for card in deck:
        shares = {j: turn_share(group, key, j, secrets[j], card, b"") for j in (0, 2, 4)}
        face = turned(group, key, card, shares, points)
        assert face is not None
        found.append(face)
    return found


def remasked(group: Group, key: TableKey, card: bytes, mask: int) -> bytes:
    return group.add(card[:POINT_SIZE], group.base(mask)) + group.add(
        card[POINT_SIZE:], group.mul(mask, key.point)
    )


def replaced(deck: Deck, place: int, card: bytes) -> Deck:
    return (*deck[:place], card, *deck[place + 1 :])


def fresh_card(group: Group, key: TableKey, face: str) -> bytes:
    """A card of the cheat's own choice, well masked."""
    (point,) = card_points(group, [face])
    return remasked(group, key, IDENTITY + point, mask_of("test", face.encode()))


def decrypted(deck: Deck) -> list[bytes]:
    """The points under the masks, by the symbolic key's secret."""
    group, (key, _) = SYMBOLIC.group, key_of(SYMBOLIC)
    secret = int.from_bytes(key.point, "little")
    return [group.add(card[POINT_SIZE:], group.mul(-secret, card[:POINT_SIZE])) for card in deck]
