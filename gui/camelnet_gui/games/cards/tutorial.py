"""The tutorial of Camel Up Cards: a turn, a hand card, the end of a leg, and the finish."""

from __future__ import annotations

from camelnet import rules
from camelnet.i18n import N_
from camelnet.rules import Position
from camelnet_gui.games.lesson import Chapter, Lesson, Step, played

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


LESSON = Lesson(
    game="cards",
    bots=("Amina", "Salim"),
    chapters=(
        Chapter(
            _first_leg,
            _faces,
            (
                Step(
                    N_(
                        "Five camels race along a track of cards. Nobody owns one: you bet on "
                        "them. Whoever has the most coins at the end wins."
                    )
                ),
                Step(
                    N_(
                        "Each turn has two halves, in either order: one race action, which moves "
                        "the race on, and one bet."
                    ),
                    point=("@actions",),
                ),
                Step(
                    N_("First the race: turn up the top card of the deck."),
                    point=("reveal",),
                    play="reveal",
                    then=("card y2",),
                ),
                Step(
                    N_(
                        "Yellow moved 2 and carried blue along. On the same space the camel on "
                        "top is ahead, so blue leads."
                    ),
                    point=("space 4",),
                ),
                Step(
                    N_("Now your bet: take blue's leader card."),
                    point=("lead b",),
                    play="lead b",
                ),
                Step(
                    N_(
                        "If blue leads when the leg ends, you get 5. If it is second, 1. "
                        "Otherwise you pay 1."
                    ),
                    point=("@row 0",),
                    then=("reveal", "card w1", "mid w", "palm 3", "lead b"),
                ),
                Step(
                    N_(
                        "Amina turned up white and took its midfield card: it pays 2 if white is "
                        "third, 1 if second or fourth."
                    ),
                    point=("@row 1",),
                ),
                Step(
                    N_(
                        "Salim placed the palm. A camel that lands there goes 1 space further; on "
                        "the fennec, 1 space back and underneath."
                    ),
                    point=("space 3",),
                ),
                Step(
                    N_(
                        "Once per leg you may play your secret card, instead of one from the "
                        "deck. Yours moves orange exactly 1 space."
                    ),
                    point=("hand",),
                    play="hand",
                    then=(f"card {HAND}",),
                ),
                Step(
                    N_(
                        "Orange reached the palm, went 1 further, and landed on top of blue. Now "
                        "orange leads!"
                    ),
                    point=("space 4",),
                ),
                Step(
                    N_("Good that you knew! Take orange's leader card as well."),
                    point=("lead o",),
                    play="lead o",
                ),
                Step(
                    N_(
                        "Now it would be Amina's turn. The leg ends with the last card of the "
                        "deck: let's skip ahead to it."
                    ),
                    point=("reveal",),
                ),
            ),
        ),
        Chapter(
            _last_card,
            _faces,
            (
                Step(
                    N_("You can also bet on the whole race. Take blue's winner card."),
                    point=("win b",),
                    play="final win b",
                ),
                Step(
                    N_(
                        "It pays 7 if blue wins the race, 3 if it comes second. You may swap it "
                        "for another one on a later turn."
                    ),
                    point=("@row 0",),
                ),
                Step(
                    N_(
                        "Always bet before you turn up the last card, for with it the leg ends. "
                        "Now turn it up."
                    ),
                    point=("reveal",),
                    play="reveal",
                    then=("card b1",),
                ),
                Step(
                    N_(
                        "Blue jumped onto orange and leads: 5 for you, and 1 for orange in "
                        "second. Salim pays 1: his fennec is still out."
                    ),
                    page=True,
                ),
            ),
        ),
        Chapter(
            _near_the_finish,
            _faces,
            (
                Step(
                    N_(
                        "The third leg. Trophies now lie on bets that look hopeless: each pays 2 "
                        "more if its card does not lose."
                    ),
                    point=("win w", "lose y"),
                ),
                Step(
                    N_("Blue is one step from the line. Turn up a card!"),
                    point=("reveal",),
                    play="reveal",
                    then=("card b2",),
                ),
                Step(
                    N_(
                        "Blue crosses the line! The leg is scored, and then the bets on the race: "
                        "your winner card earns 7, Amina's loser card too."
                    ),
                    page=True,
                ),
            ),
        ),
    ),
    closing=N_(
        "Move the race, place a bet, and mind your secret card. Most coins at the finish wins."
    ),
)
