"""The tutorial of Targui: a camp, a round with its tribute, a battle, and how the game is won."""

from __future__ import annotations

from pathlib import Path

from camelnet import rules
from camelnet.rules import Position
from camelnet_gui.games.lesson import played
from camelnet_gui.games.lesson_file import read_lesson

SEATS = 2
CAMP, REG = 43, 42  # the player's cells
THEIR_CAMP, THEIR_LAND = 31, 30
FRONT, TARGET = 22, 8  # of the battle
# The lands of the cells 2 to 49, in order.
LANDS = "erefrmergfrerfercemrgfercefgeemrefremcfrrmgfgcgm"
KEYS = {"e": "erg", "r": "reg", "f": "feche", "m": "mount", "g": "guelta", "c": "chott"}


def _no_faces(_position: Position) -> str:
    return ""


def _laid_out() -> Position:
    lands = (f"land {KEYS[land]}" for land in LANDS)
    start = rules.new("targui", seats=SEATS, options={})
    return played(start, "first 0", "sector nw", "sector se", *lands)


def _battle() -> Position:
    """The player's turn in a later round, beside a land of the other tribe."""
    start = played(_laid_out(), f"camp {CAMP}", f"camp {THEIR_CAMP}", "die 2", "draw 0")
    public = start.to_dict()
    armies = {
        CAMP: (0, 10),
        FRONT: (0, 14),
        REG: (0, 2),
        THEIR_CAMP: (1, 12),
        THEIR_LAND: (1, 4),
        TARGET: (1, 6),
    }
    for cell, (owner, camels) in armies.items():
        public["owner"][cell - 1] = owner
        public["camels"][cell - 1] = camels
    public |= {
        "round": 6,
        "box": 450 - sum(camels for _owner, camels in armies.values()),
        "money": [6, 5],
        "destiny": [1, 2, 3, 4, 5, 6, 9, 10, 11, 13, 16],
        "tribute": [9, 7],
    }
    return rules.from_dict(public)


LESSON = read_lesson(
    Path(__file__).with_name("tutorial.md"),
    "targui",
    bots=("Amina",),
    chapters={
        "laid_out": (_laid_out, _no_faces),
        "battle": (_battle, _no_faces),
    },
)
