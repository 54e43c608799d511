"""Camel Up Cards in short; its screens and its tutorial are imported when they are asked for."""

from __future__ import annotations

from camelnet.i18n import N_
from camelnet.rules import GAMES
from camelnet_gui.games.interface import Game, GameScreens, Preset
from camelnet_gui.games.lesson import Lesson


def _screens() -> GameScreens:
    from camelnet_gui.games.cards.screens import SCREENS

    return SCREENS


def _lesson() -> Lesson:
    from camelnet_gui.games.cards.tutorial import LESSON

    return LESSON


GAME = Game(
    info=GAMES["cards"],
    sentence=N_("The camel race with cards: watch what is played, and bet before the others do."),
    minutes=(20, 30),
    presets=(
        Preset("full", N_("Full game"), N_("The usual rules."), {}),
        Preset(
            "first",
            N_("First game"),
            N_("Without trophies, and nobody has to bet."),
            {"trophies": False, "bet_optional": True},
        ),
    ),
    screens=_screens,
    lesson=_lesson,
)
