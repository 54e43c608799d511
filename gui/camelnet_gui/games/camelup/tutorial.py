"""The tutorial of Camel Up: one leg of a race, and how the race ends."""

from __future__ import annotations

from pathlib import Path

from camelnet import rules
from camelnet.rules import Position
from camelnet_gui.games.lesson import played
from camelnet_gui.games.lesson_file import read_lesson

FACES = "bgowy"  # of the player's race cards
SEATS = 3


def _faces(_position: Position) -> str:
    return FACES


def _first_leg() -> Position:
    start = ("first 0", "start w1", "start g2", "start y2", "start b3", "start o1")
    return played(rules.new("camelup", seats=SEATS, options={}), *start)


def _near_the_finish() -> Position:
    """Yellow needs a 2 to cross; two dice of the leg are left."""
    public = _first_leg().to_dict()
    public |= {
        "leg": 4,
        "track": {"10": "w", "12": "og", "14": "b", "15": "y"},
        "dice": "oy",
        "money": [12, 11, 9],
        "held": [{"leg": [], "pyramid": rolls} for rolls in (1, 1, 1)],
    }
    return rules.from_dict(public)


LESSON = read_lesson(
    Path(__file__).with_name("tutorial.md"),
    "camelup",
    bots=("Amina", "Salim"),
    chapters={
        "first_leg": (_first_leg, _faces),
        "near_the_finish": (_near_the_finish, _faces),
    },
)
