"""Positions of cards to test with, and what stands in them."""

from __future__ import annotations

from typing import Any

from camelnet import rules
from camelnet.rules import Position
from tests.rules.play import after, place

HOME = {camel: [5, 3, 2, 2] for camel in "bgowy"}
AT_HOME = {"space": None, "holder": None}
NOTHING: dict[str, Any] = {"lead": [], "mid": "", "win": None, "lose": None}
NONE = dict.fromkeys("bgowy", 0)
SETUP = ("first 1", "card g1", "card y2", "card g2", "card o1", "card b2", "card w1")
# Eleven cards, as many as are seen when one is left of a deck of twelve.
ELEVEN = ["b1"] * 5 + ["g1"] * 5 + ["o1"]


def begun(seats: int = 3, **options: Any) -> Position:
    """gow on 1, yb on 2, leg 1; seat 1 is on turn."""
    return after(rules.new("cards", seats=seats, options=options), *SETUP)


def held(*seats: dict[str, Any]) -> list[dict[str, Any]]:
    """What each seat holds, by what it holds beside nothing."""
    return [{**NOTHING, **seat} for seat in seats]


def last_card(**changes: Any) -> Position:
    """Leg 2 of two seats, seat 0 on turn: the last race card is about to be turned up."""
    spread = {"0": "", "3": "ob", "4": "w", "6": "g", "9": "y"}
    base = {"leg": 2, "turn": "chance", "mover": 0, "starter": 0, "deck": 1, "seen": ELEVEN}
    return place(begun(2), **{"track": spread, **base, **changes})


def ended() -> Position:
    """Three seats, the race is over; seat 0 holds the winner card of w, seat 2 the loser of y."""
    position = place(
        begun(),
        track={"0": "", "16": "w", "12": "bgo", "2": "y"},
        held=held({"win": "w"}, {}, {"lose": "y"}),
        finals={"win": "bgoy", "lose": "bgow"},
    )
    return after(position, "reveal", "card w1")
