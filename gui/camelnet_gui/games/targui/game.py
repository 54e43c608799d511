"""Targui in short; its screens and its tutorial are imported when they are asked for."""

from __future__ import annotations

from camelnet.i18n import N_
from camelnet.rules import GAMES
from camelnet_gui.games.interface import Game, GameScreens, Preset
from camelnet_gui.games.lesson import Lesson

_SHORT = (1, *range(6, 17))  # without the cards that bring camels to the camps
_QUICK = (1, 6, 7, 8, 10, 11, 13, 16)


def _screens() -> GameScreens:
    from camelnet_gui.games.targui.screens import SCREENS

    return SCREENS


def _lesson() -> Lesson:
    from camelnet_gui.games.targui.tutorial import LESSON

    return LESSON


GAME = Game(
    info=GAMES["targui"],
    sentence=N_(
        "Desert tribes move, buy and fight for land that pays; destiny strikes each round."
    ),
    minutes=(45, 90),
    presets=(
        Preset("full", N_("Full game"), N_("16 rounds, with all destiny cards."), {}),
        Preset(
            "short",
            N_("Short game"),
            N_("12 rounds, without the cards that bring camels to the camps."),
            {"destiny": list(_SHORT)},
        ),
        Preset(
            "quick",
            N_("Quick game"),
            N_("8 rounds and a smaller supply of camels."),
            {"destiny": list(_QUICK), "camels": 300},
        ),
    ),
    screens=_screens,
    lesson=_lesson,
)
