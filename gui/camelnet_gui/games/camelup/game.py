"""Camel Up in short; its screens and its tutorial are imported when they are asked for."""

from __future__ import annotations

from camelnet.i18n import N_
from camelnet.rules import GAMES
from camelnet_gui.games.interface import Game, GameScreens, Preset
from camelnet_gui.games.lesson import Lesson


def _screens() -> GameScreens:
    from camelnet_gui.games.camelup.screens import SCREENS

    return SCREENS


def _lesson() -> Lesson:
    from camelnet_gui.games.camelup.tutorial import LESSON

    return LESSON


GAME = Game(
    info=GAMES["camelup"],
    sentence=N_(
        "Camels climb on each other's backs; you bet on who leads, who wins and who loses."
    ),
    minutes=(20, 30),
    presets=(
        Preset("full", N_("Full game"), N_("The usual rules."), {}),
        Preset(
            "short",
            N_("Short legs"),
            N_("A leg also ends when all leg tiles are taken: hurry with your bets."),
            {"leg_ends_without_tiles": True},
        ),
    ),
    screens=_screens,
    lesson=_lesson,
)
