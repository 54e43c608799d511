"""Positions of targui to test with: a small desert whose cells are set one by one."""

from __future__ import annotations

from typing import Any

from camelnet import rules
from camelnet.rules import Position
from tests.rules.play import after, read_lines

CAMPS = (37, 43, 49, 31)  # of seats 0 to 3
FIGHT = next(x for x in read_lines("targui/examples.jsonl") if x["name"] == "fight 0")["state"]

NO_PILE = dict.fromkeys(["0", "1", "2", "3", "destiny"], 0)
LAST_ROUND: dict[str, Any] = {"round": 16, "destiny": [], "pile": NO_PILE}
# All cards of lands, in some order in which they may be laid.
LANDS = ["guelta"] * 6 + ["reg"] * 12 + ["erg"] * 12 + ["chott"] * 4 + ["feche"] * 8 + ["mount"] * 6


def desert(herds: dict[int, tuple[int, int]], **changes: Any) -> Position:
    """Seat 0 of 4 to move in round 3, with these herds as {cell: (seat, camels)}, ten camels on
    each camp that is not named, and what else is changed in the dictionary."""
    state = {**FIGHT, "owner": [None] * 49, "camels": [0] * 49}
    for cell, (seat, camels) in {**{c: (s, 10) for s, c in enumerate(CAMPS)}, **herds}.items():
        state["owner"][cell - 1] = seat
        state["camels"][cell - 1] = camels
    state["box"] = changes.get("options", state["options"])["camels"] - sum(state["camels"])
    return rules.from_dict({**state, **changes})


def last_round(herds: dict[int, tuple[int, int]], **changes: Any) -> Position:
    """The end of the last round, after its last turn."""
    return desert(herds, step="buy", **LAST_ROUND, **changes).apply("pass")


FRESH = rules.new("targui", seats=2)
TRIO = rules.new("targui", seats=3)
CHOOSING = FRESH.apply("first 1")
LAYING = after(CHOOSING, "sector nw", "sector se", "land reg", "land chott")
PLACING = after(CHOOSING, "sector se", "sector nw", *(f"land {land}" for land in LANDS))
FOUNDED = PLACING.apply("camp 31")
STANDING = desert({7: (1, 5), 8: (0, 8)})
DRAWING = after(desert({}, step="buy", pile={**NO_PILE, "0": 1}), "pass")
FIGHTING = after(STANDING, "attack 8 7")
EMPTIED = after(desert({7: (1, 1), 8: (0, 8)}), "attack 8 7", "hit 6")
ROLLING = after(desert({}, step="buy", pile=NO_PILE), "pass")
TURNING = after(
    desert(
        {},
        step="draw",
        turn="chance",
        turns_left=0,
        destiny=sorted([*FIGHT["destiny"], 14]),
        pile=dict.fromkeys(NO_PILE, 1),
    ),
    "draw destiny",
)
ENDED = after(
    desert({4: (1, 0), 2: (0, 5), **dict.fromkeys(CAMPS, (0, 3))}, out=[False, False, True, True]),
    "move 2 4 1",
)
