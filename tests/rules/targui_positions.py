"""Positions of targui to test with: a small desert whose cells are set one by one."""

from __future__ import annotations

from typing import Any

from camelnet import rules
from camelnet.rules import Position
from tests.rules.play import read_lines

CAMPS = (37, 43, 49, 31)  # of seats 0 to 3
FIGHT = next(x for x in read_lines("targui/examples.jsonl") if x["name"] == "fight 0")["state"]


def desert(herds: dict[int, tuple[int, int]], **changes: Any) -> Position:
    """Seat 0 of 4 to move in round 3, with these herds as {cell: (seat, camels)}, ten camels on
    each camp that is not named, and what else is changed in the dictionary."""
    state = {**FIGHT, "owner": [None] * 49, "camels": [0] * 49}
    for cell, (seat, camels) in {**{c: (s, 10) for s, c in enumerate(CAMPS)}, **herds}.items():
        state["owner"][cell - 1] = seat
        state["camels"][cell - 1] = camels
    state["box"] = changes.get("options", state["options"])["camels"] - sum(state["camels"])
    return rules.from_dict({**state, **changes})


def land_of(position: Position, cell: int) -> str:
    return str(position.to_dict()["land"][cell - 1])
