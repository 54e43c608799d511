"""The tutorial of Camel Up: one leg of a race, and how the race ends."""

from __future__ import annotations

from camelnet import rules
from camelnet.i18n import N_
from camelnet.rules import Position
from camelnet_gui.games.lesson import Chapter, Lesson, Step, played

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


LESSON = Lesson(
    game="camelup",
    bots=("Amina", "Salim"),
    chapters=(
        Chapter(
            _first_leg,
            _faces,
            (
                Step(
                    N_(
                        "Five camels race around the pyramid. Nobody owns one: you bet on them. "
                        "Whoever has the most money at the end wins."
                    )
                ),
                Step(
                    N_(
                        "Camels stack! On the same space, the one on top is ahead. So yellow is "
                        "ahead of green here."
                    ),
                    point=("space 2",),
                ),
                Step(
                    N_("On your turn you do one thing. Roll the pyramid: click it, then confirm."),
                    point=("roll",),
                    play="roll",
                    then=("die g2",),
                ),
                Step(
                    N_(
                        "Green rolled a 2, and carried yellow along. A camel always takes all "
                        "camels on its back with it."
                    ),
                    point=("space 4",),
                ),
                Step(
                    N_(
                        "You keep a pyramid tile for the roll. It pays 1 pound at the end of the "
                        "leg. Now watch Amina and Salim."
                    ),
                    point=("@row 0",),
                    then=("leg y", "roll", "die w1"),
                ),
                Step(
                    N_(
                        "Amina took a leg tile: she bets that yellow leads when this leg ends. "
                        "Hers pays 5, the next one only 3."
                    ),
                    point=("@row 1", "leg y"),
                ),
                Step(
                    N_("Yellow looks good to you too. Take its next leg tile."),
                    point=("leg y",),
                    play="leg y",
                ),
                Step(
                    N_(
                        "If yellow leads at the end of the leg, you get 3. If it is second, 1. "
                        "Otherwise you pay 1."
                    ),
                    point=("@row 0",),
                    then=("roll", "die o1", "leg o"),
                ),
                Step(
                    N_(
                        "Each camel moves once per leg. Green, white and orange have moved; blue "
                        "and yellow are still in the pyramid."
                    ),
                    point=("roll",),
                ),
                Step(
                    N_(
                        "You own a desert tile. Choose Desert tile, then space 5, with the oasis "
                        "up."
                    ),
                    point=("space 5",),
                    play="tile 5+",
                    then=("roll", "die y1"),
                ),
                Step(
                    N_(
                        "Yellow landed on your oasis: it went 1 space on, and you earned 1 pound "
                        "at once."
                    ),
                    point=("space 6", "@row 0"),
                ),
                Step(
                    N_(
                        "The other side is a mirage: 1 space back, and underneath the camels "
                        "there. Salim now rolls the last die."
                    ),
                    point=("space 5",),
                    then=("roll", "die b1"),
                ),
                Step(
                    N_(
                        "All five camels have moved, so the leg is scored. Yellow leads: your "
                        "bet pays 3, your pyramid tile 1."
                    ),
                    page=True,
                ),
                Step(
                    N_(
                        "Tiles and dice go back, the camels stay where they are, and a new leg "
                        "begins. Let's skip ahead to the finish."
                    ),
                ),
            ),
        ),
        Chapter(
            _near_the_finish,
            _faces,
            (
                Step(
                    N_(
                        "You can also bet on the whole race, in secret. Click the winner deck, "
                        "choose yellow, and place the card."
                    ),
                    point=("deck win",),
                    play="win 4",
                    then=("lose 3",),
                ),
                Step(
                    N_(
                        "The first right card pays 8, the next ones 5, 3, 2 and 1. A wrong card "
                        "costs 1. So bet early!"
                    ),
                    point=("deck win",),
                ),
                Step(
                    N_("Amina bet on the loser. Salim rolls: a yellow 2 would end the race…"),
                    point=("deck lose",),
                    then=("roll", "die y2", "open 0 bgowy", "open 1 bgowy"),
                ),
                Step(
                    N_("Yellow crosses the line! The last leg is scored at once."),
                    page=True,
                ),
                Step(
                    N_(
                        "Now all bets on the race are turned over. Your yellow card was the first "
                        "right one: 8 pounds."
                    ),
                    page=True,
                ),
            ),
        ),
    ),
    closing=N_("Roll, bet on a leg, lay a tile, or bet on the race. The rest is nerve and luck."),
)
