"""Positions of camelup to test with, and what stands in them."""

from __future__ import annotations

from typing import Any

from camelnet import rules
from camelnet.rules import Position
from tests.rules.play import after, place

HOME = {camel: [5, 3, 2] for camel in "bgowy"}
NOTHING: dict[str, Any] = {"leg": [], "pyramid": 0}
SETUP = ("first 1", "start b1", "start g1", "start o1", "start w3", "start y2")


def begun(seats: int = 3) -> Position:
    """bgo on 1, y on 2, w on 3; seat 1 is on turn."""
    return after(rules.new("camelup", seats=seats), *SETUP)


def held(*seats: dict[str, Any]) -> list[dict[str, Any]]:
    """What each seat holds, by what it holds beside nothing."""
    return [{**NOTHING, **seat} for seat in seats]


def ended() -> Position:
    """Three seats; the race is over, seats 0 and 2 laid cards, seat 0 has opened."""
    track = {"1": "bgo", "2": "y", "16": "w"}
    last = place(begun(), track=track, win=[[2, 1], [0, 0]], lose=[[2, 4]])
    return after(last, "roll", "die w2", "open 0 wbgoy")
