"""targui's dictionary: each of its fields refuses what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from camelnet import rules
from camelnet.rules import Position
from tests.rules.targui_positions import (
    CAMPS,
    CHOOSING,
    DRAWING,
    EMPTIED,
    ENDED,
    FIGHT,
    FIGHTING,
    FOUNDED,
    FRESH,
    LAYING,
    NO_PILE,
    PLACING,
    ROLLING,
    STANDING,
    TRIO,
    TURNING,
    desert,
)

CHOTT = FIGHT["land"].index("chott") + 1
EMPTY = next(c for c in range(1, 50) if c not in CAMPS and c not in (7, 8) and c != CHOTT)
Change = dict[str, Any]


def with_entry(field: str, at: int, value: Any, position: Position) -> list[Any]:
    """A list of the dictionary with one entry changed."""
    entries = list(position.to_dict()[field])
    entries[at] = value
    return entries


REFUSED: list[tuple[Position, Change, str]] = [
    # options
    (FRESH, {"options": {"destiny": [1], "camels": 39}}, "options.camels"),
    (FRESH, {"options": {"destiny": [2], "camels": 450}}, "options.destiny"),
    (FRESH, {"options": {"destiny": [1, 1], "camels": 450}}, "options.destiny"),
    (FRESH, {"options": {"destiny": [1, 17], "camels": 450}}, "options.destiny"),
    (FRESH, {"options": {"destiny": [1]}}, "options.camels"),
    # turn and step
    (STANDING, {"turn": "chance"}, "turn"),
    (STANDING, {"turn": 4}, "turn"),
    (STANDING, {"turn": "reveal"}, "turn"),
    (STANDING, {"turn": "over"}, "turn"),
    (STANDING, {"step": "draw"}, "turn"),
    (STANDING, {"step": "walk"}, "step"),
    (STANDING, {"turn": "over", "step": "over", "turns_left": 0}, "turn"),
    (STANDING, {"turn": "over", "step": "over", "turns_left": 0, "die": None}, "turn"),
    (FRESH, {"turn": 0, "step": "sector"}, "first"),
    (CHOOSING, {"turn": 0}, "sectors"),
    (PLACING, {"turn": 0}, "camp"),
    (FOUNDED, {"turn": 1}, "camp"),
    (DRAWING, {"step": "hit"}, "attack"),
    (ROLLING, {"step": "draw"}, "die"),
    (ENDED, {"die": None}, "turn"),
    (
        desert({49: (0, 1)}, out=[False, False, True, False]),
        {"turn": 2, "pile": {"0": 2, "1": 1, "2": 1, "3": 0, "destiny": 0}},
        "turn",
    ),
    # first
    (FRESH, {"first": 0}, "first"),
    (CHOOSING, {"first": None}, "first"),
    (CHOOSING, {"first": 2}, "first"),
    (STANDING, {"first": True}, "first"),
    # sectors
    (LAYING, {"sectors": ["nw", "nw"]}, "sectors"),
    (LAYING, {"sectors": ["nw", None]}, "sectors"),
    (LAYING, {"sectors": ["nw", "n"]}, "sectors"),
    (CHOOSING, {"sectors": ["nw", None]}, "sectors"),
    (CHOOSING, {"sectors": ["nw", "se"]}, "sectors"),
    (TRIO, {"sectors": ["nw", None, None]}, "sectors"),
    (STANDING, {"sectors": FIGHT["sectors"][:3]}, "sectors"),
    # land
    (FRESH, {"land": [None] * 49}, "land"),
    (FRESH, {"land": ["saline", "reg", *[None] * 47]}, "land"),
    (LAYING, {"land": ["saline", None, "reg", *[None] * 46]}, "land"),
    (LAYING, {"land": ["saline", "saline", "reg", *[None] * 46]}, "land"),
    (LAYING, {"land": ["saline", *["chott"] * 5, *[None] * 43]}, "land"),
    (LAYING, {"land": ["saline", "camp", *[None] * 47]}, "land"),
    (LAYING, {"land": ["saline", "oasis", *[None] * 47]}, "land"),
    (LAYING, {"land": PLACING.to_dict()["land"]}, "land"),
    (STANDING, {"land": with_entry("land", 1, None, STANDING)}, "land"),
    (STANDING, {"land": with_entry("land", EMPTY - 1, "camp", STANDING)}, "land"),
    (STANDING, {"land": with_entry("land", CAMPS[0] - 1, "reg", STANDING)}, "land"),
    (STANDING, {"land": FIGHT["land"][:48]}, "land"),
    # owner and camels
    (STANDING, {"owner": with_entry("owner", CHOTT - 1, 0, STANDING)}, "owner"),
    (STANDING, {"owner": with_entry("owner", 7, 4, STANDING)}, "owner"),
    (STANDING, {"owner": with_entry("owner", 7, False, STANDING)}, "owner"),
    (STANDING, {"owner": with_entry("owner", 7, None, STANDING)}, "camels"),
    (FOUNDED, {"owner": with_entry("owner", 7, 1, FOUNDED)}, "owner"),
    (STANDING, {"camels": with_entry("camels", 7, 9, STANDING)}, "box"),
    (STANDING, {"camels": with_entry("camels", 7, -1, STANDING)}, "camels"),
    (STANDING, {"camels": with_entry("camels", EMPTY - 1, 1, STANDING), "box": 396}, "camels"),
    (FOUNDED, {"camels": with_entry("camels", 30, 9, FOUNDED), "box": 441}, "camels"),
    # box, money
    (STANDING, {"box": 398}, "box"),
    (FRESH, {"box": 451}, "box"),
    (FRESH, {"box": True}, "box"),
    (FRESH, {"money": [10, 11]}, "money"),
    (STANDING, {"money": [10, 10, 10, -1]}, "money"),
    (STANDING, {"money": [10, 10, 10, 2_000_000_001]}, "money"),
    (STANDING, {"money": [10, 10, 10]}, "money"),
    # camp
    (STANDING, {"camp": [36, *CAMPS[1:]]}, "camp"),
    (STANDING, {"camp": [CAMPS[1], CAMPS[0], *CAMPS[2:]]}, "camp"),
    (STANDING, {"camp": [None, *CAMPS[1:]]}, "camp"),
    (STANDING, {"camp": [50, *CAMPS[1:]]}, "camp"),
    (LAYING, {"camp": [43, None]}, "camp"),
    # out
    (STANDING, {"out": [True, False, False, False]}, "out"),
    (ENDED, {"out": [False, False, True, True]}, "out"),
    (STANDING, {"out": [0, 0, 0, 0]}, "out"),
    (CHOOSING, {"out": [True, False]}, "out"),
    # round, die, pile
    (STANDING, {"round": 2}, "round"),
    (STANDING, {"round": 4}, "round"),
    (STANDING, {"round": 17}, "round"),
    (FRESH, {"round": 1}, "round"),
    (ROLLING, {"round": 3}, "round"),
    (STANDING, {"die": None}, "die"),
    (STANDING, {"die": 7}, "die"),
    (STANDING, {"die": 1}, "pile"),
    (ROLLING, {"die": 2}, "die"),
    (CHOOSING, {"die": 2}, "die"),
    (STANDING, {"pile": {"0": 2, "1": 1, "2": 2, "3": 0, "destiny": 0}}, "pile"),
    (STANDING, {"pile": {"0": 1, "1": 3, "2": 2, "3": 0, "destiny": 0}}, "pile"),
    (STANDING, {"pile": {"0": 1, "1": 1, "2": 2, "3": 0, "destiny": 2}}, "pile"),
    (STANDING, {"pile": {"0": 1, "1": 1, "2": 2, "3": 0, "destiny": 1}}, "round"),
    (STANDING, {"pile": {"0": 1, "1": 1, "2": 2, "3": 0}}, "pile"),
    (STANDING, {"pile": {"0": 1, "1": 1, "2": 2, "3": 0, "4": 0, "destiny": 0}}, "pile"),
    (DRAWING, {"pile": NO_PILE}, "pile"),
    (ROLLING, {"pile": {**NO_PILE, "0": 1}}, "pile"),
    (TURNING, {"pile": dict.fromkeys(NO_PILE, 1)}, "pile"),
    # destiny, effect
    (STANDING, {"destiny": [*FIGHT["destiny"][1:], 1]}, "destiny"),
    (STANDING, {"destiny": [1, *FIGHT["destiny"]]}, "destiny"),
    (STANDING, {"destiny": FIGHT["destiny"][1:]}, "round"),
    (STANDING, {"destiny": [0, *FIGHT["destiny"]]}, "destiny"),
    (
        desert(
            {}, options={"destiny": list(range(1, 16)), "camels": 450}, destiny=list(range(1, 13))
        ),
        {"destiny": [*range(1, 12), 16]},
        "destiny",
    ),
    (FRESH, {"destiny": list(range(1, 16))}, "destiny"),
    (STANDING, {"effect": 12}, "effect"),
    (STANDING, {"effect": FIGHT["destiny"][0]}, "effect"),
    (STANDING, {"effect": 13}, "effect"),
    (ROLLING, {"effect": 16}, "effect"),
    (TURNING, {"effect": 16}, "effect"),
    (CHOOSING, {"effect": 16}, "effect"),
    # turns left, attack, tribute
    (STANDING, {"turns_left": 0}, "turns_left"),
    (STANDING, {"turns_left": 2}, "turns_left"),
    (DRAWING, {"turns_left": 1}, "turns_left"),
    (ENDED, {"turns_left": 1}, "turns_left"),
    (CHOOSING, {"turns_left": 1}, "turns_left"),
    (STANDING, {"attack": {"seat": 0, "from": 8, "to": 7}}, "attack"),
    (FIGHTING, {"attack": None}, "attack"),
    (FIGHTING, {"attack": {"seat": 0, "from": 7, "to": 8}}, "attack"),
    (FIGHTING, {"attack": {"seat": 1, "from": 8, "to": 7}}, "attack"),
    (FIGHTING, {"attack": {"seat": 0, "from": 8, "to": 43}}, "attack"),
    (FIGHTING, {"attack": {"seat": 0, "from": 37, "to": 7}}, "attack"),
    (FIGHTING, {"attack": {"seat": 0, "from": 8, "to": 9}}, "attack"),
    (FIGHTING, {"attack": {"seat": 0, "from": 8, "to": 50}}, "attack"),
    (FIGHTING, {"attack": {"seat": 0, "from": 8}}, "attack"),
    (FIGHTING, {"step": "occupy", "turn": 0}, "attack"),
    (FIGHTING, {"step": "after", "turn": 1}, "attack"),
    (EMPTIED, {"step": "after"}, "attack"),
    (EMPTIED, {"turn": 1}, "attack"),
    (STANDING, {"tribute": [94, 0, 0, 0]}, "tribute"),
    (STANDING, {"tribute": [40, 40, 40, 0]}, "tribute"),
    (STANDING, {"tribute": [-1, 0, 0, 0]}, "tribute"),
    (ENDED, {"tribute": [0, 4, 0, 0]}, "tribute"),
    (FRESH, {"tribute": [4, 0]}, "tribute"),
]


def test_a_tribute_of_the_first_round_is_none() -> None:
    first = desert({}, round=1, destiny=list(range(1, 16)))
    assert first.scores() == [0, 0, 0, 0]
    with pytest.raises(ValueError, match=r"^tribute"):
        rules.from_dict({**first.to_dict(), "tribute": [4, 0, 0, 0]})
