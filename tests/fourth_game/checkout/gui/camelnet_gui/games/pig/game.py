"""Pig in short; its screens are imported when they are asked for."""

from __future__ import annotations

from camelnet_gui.games.interface import Game, GameScreens, Preset

from camelnet.i18n import N_
from camelnet.rules import GAMES


def _screens() -> GameScreens:
    from camelnet_gui.games.pig.screens import SCREENS

    return SCREENS


GAME = Game(
    info=GAMES["pig"],
    sentence=N_("Roll as often as you dare; a 1 takes all that the turn has brought."),
    minutes=(5, 15),
    presets=(
        Preset("full", N_("Full game"), N_("To 100 points."), {}),
        Preset("short", N_("Short game"), N_("To 50 points."), {"short_game": True}),
    ),
    screens=_screens,
)
