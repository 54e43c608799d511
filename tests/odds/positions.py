"""Positions in a leg that random play comes to, and every way on from them, in Python."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import permutations, product
from typing import Any

from camelnet import odds, rules
from camelnet.rules import Position
from tests.rules import oracle
from tests.rules.play import place, plies

State = dict[str, Any]

# O1: the leg tile of white, which leads, is the last one, and ends the leg.
LAST_TILE = place(
    odds.sketch("4:gyo 6:bw 8+ /bo"),
    options={"leg_ends_without_tiles": True, "flip_in_place": False},
    leg_tiles={"b": [], "g": [], "o": [], "w": [2], "y": []},
    held=[
        {"leg": ["b5", "b3", "o5", "o3", "o2", "g5"], "pyramid": 1},
        {"leg": ["b2", "w5", "w3", "g3", "g2", "y5", "y3", "y2"], "pyramid": 2},
    ],
)


def in_legs(
    count: int, *, dice: range = range(1, 6), seats: int = 3, seed: int = 1, **options: bool
) -> list[Position]:
    """Decisions with so many dice to come, some from each of many games."""
    found: list[Position] = []
    start = rules.new("camelup", seats=seats, options=options)
    while len(found) < count:
        game = [ply.before for ply in plies(start, seed) if isinstance(ply.before.turn, int)]
        fitting = [position for position in game if len(position.to_dict()["dice"]) in dice]
        found += fitting[seed % 3 :: max(1, len(fitting) // 3)]
        seed += 1
    return found[:count]


def ways_on(state: State) -> Iterator[tuple[State, list[int]]]:
    """Each way in which the leg can go on: how it stands then, unscored, and where units landed."""
    for order in permutations(state["dice"]):
        for pips in product((1, 2, 3), repeat=len(order)):
            later, landed = deepcopy(state), []
            for camel, steps in zip(order, pips, strict=True):
                at = next(int(space) for space, stack in later["track"].items() if camel in stack)
                landed.append(at + steps)
                oracle.move(later, camel, steps)
                if later["crossed"]:
                    break
            yield later, landed
