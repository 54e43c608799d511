"""Camel Up in short: its sentence, its minutes, and the ways to play it."""

from __future__ import annotations

from camelnet.i18n import N_, _
from camelnet.rules import Options
from camelnet_gui.games.interface import Introduction, Preset

SENTENCE = N_("Camels climb on each other's backs; you bet on who leads, who wins and who loses.")
MINUTES = (20, 30)
_PRESETS: tuple[tuple[str, str, str, Options], ...] = (
    (
        "full",
        N_("Full game"),
        N_("The usual rules."),
        {},
    ),
    (
        "short",
        N_("Short legs"),
        N_("A leg also ends when all leg tiles are taken: hurry with your bets."),
        {"leg_ends_without_tiles": True},
    ),
)


def introduction() -> Introduction:
    presets = tuple(
        Preset(key, _(title), _(text), options) for key, title, text, options in _PRESETS
    )
    return Introduction(_(SENTENCE), MINUTES, presets)
