"""Targui in short: its sentence, its minutes, and the ways to play it."""

from __future__ import annotations

from camelnet.i18n import N_, _
from camelnet.rules import Options
from camelnet_gui.games.interface import Introduction, Preset

SENTENCE = N_("Desert tribes move, buy and fight for land that pays; destiny strikes each round.")
MINUTES = (45, 90)
_SHORT = (1, *range(6, 17))  # without the cards that bring camels to the camps
_QUICK = (1, 6, 7, 8, 10, 11, 13, 16)
_PRESETS: tuple[tuple[str, str, str, Options], ...] = (
    ("full", N_("Full game"), N_("16 rounds, with all destiny cards."), {}),
    (
        "short",
        N_("Short game"),
        N_("12 rounds, without the cards that bring camels to the camps."),
        {"destiny": list(_SHORT)},
    ),
    (
        "quick",
        N_("Quick game"),
        N_("8 rounds and a smaller supply of camels."),
        {"destiny": list(_QUICK), "camels": 300},
    ),
)


def introduction() -> Introduction:
    presets = tuple(
        Preset(key, _(title), _(text), options) for key, title, text, options in _PRESETS
    )
    return Introduction(_(SENTENCE), MINUTES, presets)
