"""The tutorial of Targui: a camp, a round with its tribute, a battle, and how the game is won."""

from __future__ import annotations

from camelnet import rules
from camelnet.i18n import N_
from camelnet.rules import Position
from camelnet_gui.games.lesson import Chapter, Lesson, Step, played

SEATS = 2
CAMP, GUELTA, REG = 43, 44, 42  # the player's cells
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


LESSON = Lesson(
    game="targui",
    bots=("Amina",),
    chapters=(
        Chapter(
            _laid_out,
            _no_faces,
            (
                Step(
                    N_(
                        "Tribes fight for the desert. Lands pay silver every round. Whoever "
                        "collects the most in the last round wins."
                    )
                ),
                Step(
                    N_(
                        "Each land has two numbers: the silver that it pays, and its strength in "
                        "battle. Gueltas are good at both."
                    ),
                    point=(f"cell {GUELTA}",),
                ),
                Step(
                    N_("Set up your camp in this corner. It begins with 10 camels."),
                    point=(f"cell {CAMP}",),
                    play=f"camp {CAMP}",
                    then=(f"camp {THEIR_CAMP}",),
                ),
                Step(
                    N_("Every round, a die says how many turns each tribe gets. Watch."),
                    point=("die",),
                    then=("die 2",),
                ),
                Step(
                    N_(
                        "A 2: each tribe puts two cards into the pile, and one destiny card joins "
                        "them. They are turned up one by one."
                    ),
                    point=("pile 0", "pile 1", "pile destiny"),
                    then=("draw 0",),
                ),
                Step(
                    N_(
                        "Your card came up: your turn! Move camels onto the guelta beside your "
                        "camp. Half of them is fine."
                    ),
                    point=(f"cell {CAMP}", f"cell {GUELTA}"),
                    play=f"move {CAMP} {GUELTA} *",
                ),
                Step(
                    N_(
                        "The guelta is yours, and stays yours even without camels, until somebody "
                        "takes it. Camels defend it."
                    ),
                    point=(f"cell {GUELTA}",),
                ),
                Step(
                    N_(
                        "After moving you may buy camels, for 1 silver each. Click your camp, "
                        "then confirm."
                    ),
                    point=(f"cell {CAMP}",),
                    play=f"buy {CAMP} *",
                ),
                Step(
                    N_(
                        "Well armed! Your turn is over. Now other cards of the pile are turned "
                        "up: destiny, and Amina's."
                    ),
                    point=("pile destiny", "pile 1"),
                    then=(
                        "draw destiny",
                        "destiny 8",
                        "draw 1",
                        f"move {THEIR_CAMP} {THEIR_LAND} 5",
                        f"buy {THEIR_CAMP} 10",
                        "draw 0",
                    ),
                ),
                Step(
                    N_(
                        "Destiny was kind: each tribe that holds its own camp got 10 silver. "
                        "Other cards bring drought or raids."
                    ),
                    point=("@row 0",),
                ),
                Step(
                    N_("Your second turn: take the reg on the other side of your camp."),
                    point=(f"cell {CAMP}", f"cell {REG}"),
                    play=f"move {CAMP} {REG} *",
                ),
                Step(
                    N_(
                        "Buy camels once more, or buy nothing. Silver by itself wins nothing, but "
                        "you keep it for later."
                    ),
                    play=f"pass|buy {CAMP} *|buy {GUELTA} *|buy {REG} *",
                    then=("draw 1", f"move {THEIR_CAMP} 32 3", "pass"),
                ),
                Step(
                    N_(
                        "The round is over: tribute! Your lands pay 4, 3 and 2 silver. Without "
                        "your own camp you would get nothing."
                    ),
                    page=True,
                ),
                Step(
                    N_("Some rounds later, Amina stands next to you. Time for a battle."),
                ),
            ),
        ),
        Chapter(
            _battle,
            _no_faces,
            (
                Step(
                    N_("Attack: click your guelta with 14 camels, then Amina's land with 6."),
                    point=(f"cell {FRONT}", f"cell {TARGET}"),
                    play=f"attack {FRONT} {TARGET}",
                    then=("hit 5", "hit 3"),
                ),
                Step(
                    N_(
                        "Your 5 plus the guelta's 3 make 8; half of it, 4 camels, fell. Amina's "
                        "3 cost you 1."
                    ),
                    point=(f"cell {TARGET}",),
                ),
                Step(
                    N_("You may stop or roll again. You are far ahead: roll again!"),
                    play="again",
                    then=("hit 2",),
                ),
                Step(
                    N_("Nobody is left there. Choose how many of your camels move in."),
                    point=(f"cell {TARGET}",),
                    play="occupy *",
                    then=("pass",),
                ),
                Step(
                    N_(
                        "The game ends when the last destiny card is used up. Then only the "
                        "tribute of that round counts."
                    ),
                    point=("pile destiny",),
                ),
                Step(
                    N_(
                        "So guard your camp to the end: a tribe without it gets no tribute, and "
                        "cannot win."
                    ),
                    point=(f"cell {CAMP}",),
                ),
            ),
        ),
    ),
    closing=N_("Spread out, buy camels, strike where you are strong, and never lose your camp."),
)
