"""The tutorial of Camel Up Cards: a turn, a hand card, the end of a leg, and the finish."""

from __future__ import annotations

from pathlib import Path

from camelnet import rules
from camelnet.rules import Position
from camelnet_gui.games.lesson import played
from camelnet_gui.games.lesson_file import read_lesson

SEATS = 3
HAND = "o1"  # the player's card in the first leg


def _faces(position: Position) -> str:
    public = position.to_dict()
    return HAND if public["mover"] is not None and public["hand"][0] else ""


def _first_leg() -> Position:
    start = ("first 0", "card y2", "card g1", "card w1", "card b2", "card o1")
    return played(rules.new("cards", seats=SEATS, options={}), *start)


def _last_card() -> Position:
    """The deck of the first leg has one card left; all hand cards are played."""
    public = _first_leg().to_dict()
    public |= {
        "track": {"0": "", "6": "wg", "8": "yb", "9": "o"},
        "tokens": {
            "palm": {"space": None, "holder": None},
            "fennec": {"space": 12, "holder": 2},
        },
        "leaders": public["leaders"] | {"b": [2, 2], "o": [3, 2, 2]},
        "mids": "bgoy",
        "held": [
            {"lead": ["b5", "o5"], "mid": "", "win": None, "lose": None},
            {"lead": [], "mid": "w", "win": None, "lose": None},
            {"lead": ["b3"], "mid": "", "win": None, "lose": None},
        ],
        "deck": 1,
        "hand": [False, False, False],
        "seen": [
            "b1",
            "b2",
            "g1",
            "g1",
            "g1",
            "g2",
            "o1",
            "o1",
            "o1",
            "w1",
            "w1",
            "w1",
            "y1",
            "y2",
        ],
    }
    return rules.from_dict(public)


def _near_the_finish() -> Position:
    """Blue needs a 2 to cross; the player holds its winner card."""
    public = _first_leg().to_dict()
    nobody: dict[str, object] = {"lead": [], "mid": "", "win": None, "lose": None}
    public |= {
        "leg": 3,
        "track": {"0": "", "10": "w", "12": "og", "14": "y", "15": "b"},
        "money": [11, 9, 8],
        "finals": {"win": "gowy", "lose": "bgoy"},
        "held": [nobody | {"win": "b"}, nobody | {"lose": "w"}, nobody],
        "trophies": {
            "win": {"b": 0, "g": 0, "o": 0, "w": 2, "y": 0},
            "lose": {"b": 1, "g": 0, "o": 0, "w": 0, "y": 1},
            "left": 2,
        },
        "deck": 6,
        "hand": [False, False, False],
        "seen": ["g1", "g1", "o1", "o1", "w1", "w2", "y1", "y1", "y1"],
    }
    return rules.from_dict(public)


LESSON = read_lesson(
    Path(__file__).with_name("tutorial.md"),
    "cards",
    bots=("Amina", "Salim"),
    chapters={
        "first_leg": (_first_leg, _faces),
        "last_card": (_last_card, _faces),
        "near_the_finish": (_near_the_finish, _faces),
    },
)
