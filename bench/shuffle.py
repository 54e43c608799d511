"""Measures a shuffled pack: shuffling with its proof, checking one, and a card for one hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from bench._figure import figure
from camelnet.protocol.cards.private_deal import check_handed, hand_key, handed
from camelnet.protocol.cards.shuffle import (
    check_shuffle,
    check_turn_share,
    first_deck,
    shuffled,
    turn_share,
)
from camelnet.protocol.crypto.group import Ristretto
from camelnet.protocol.crypto.threshold import Polynomial, joint_key

CARDS = 30
VOTERS = 6
REPETITIONS = 9

T = TypeVar("T")


class Clock:
    """Milliseconds of CPU of this thread, by name."""

    def __init__(self) -> None:
        self.spent_ms: dict[str, list[float]] = {}

    def time(self, name: str, work: Callable[[], T]) -> T:
        begun_ns = time.thread_time_ns()
        made = work()
        self.spent_ms.setdefault(name, []).append((time.thread_time_ns() - begun_ns) / 1e6)
        return made


def deal(clock: Clock, number: int) -> None:
    """One shuffler, one who checks it, one card turned up and one handed to a seat."""
    group, context, secret = Ristretto(), b"bench", number.to_bytes(32, "big")
    polynomial = Polynomial([number + 1 + power for power in range(VOTERS)])
    key = joint_key(group, tuple(range(VOTERS)), [polynomial.commitments(group)])
    share = polynomial.share(0)
    deck = first_deck(group, [(str(face), 3) for face in range(CARDS // 3)])
    made = shuffled(group, key, b"before", deck, secret)  # a later shuffle costs a little more
    deck = made.deck
    made = clock.time("shuffle", lambda: shuffled(group, key, context, deck, secret))
    clock.time("check", lambda: check_shuffle(group, key, context, deck, made.deck, made.proof))
    card = made.deck[0]
    part = clock.time("turn", lambda: turn_share(group, key, 0, share, card, context))
    clock.time("turn check", lambda: check_turn_share(group, key, 0, card, context, part))
    hand = group.base(hand_key(group, context, secret)[0])
    given = clock.time("hand", lambda: handed(group, context, key, 0, share, card, hand, secret))
    clock.time("hand check", lambda: check_handed(group, context, key, 0, card, hand, given))


def run() -> list[dict[str, Any]]:
    deal(Clock(), 0)  # once for what is computed once
    clock = Clock()
    for number in range(1, REPETITIONS + 1):
        deal(clock, number)
    own_ms, check_ms = clock.spent_ms["shuffle"], clock.spent_ms["check"]
    pack = f"a pack of {CARDS} cards"
    return [
        figure(f"{pack}: shuffled and proven", "ms", own_ms, 20.0),
        figure(f"{pack}: a shuffle checked", "ms", check_ms, 20.0),
        *(
            figure(
                f"{pack}: CPU of one of {voters} voters",
                "ms",
                [own + (voters - 1) * check for own, check in zip(own_ms, check_ms, strict=True)],
                reach,
            )
            for voters, reach in ((2, 40.0), (6, 120.0))
        ),
        figure("a part in turning a card up: made", "ms", clock.spent_ms["turn"], 1.0),
        figure("a part in turning a card up: checked", "ms", clock.spent_ms["turn check"], 1.0),
        figure("a part of a card for one hand: made", "ms", clock.spent_ms["hand"], 1.0),
        figure("a part of a card for one hand: checked", "ms", clock.spent_ms["hand check"], 1.0),
    ]
