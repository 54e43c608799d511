"""Camel Up Cards in short: its sentence, its minutes, and the ways to play it."""

from __future__ import annotations

from camelnet.i18n import N_, _
from camelnet.rules import Options
from camelnet_gui.games.interface import Introduction, Preset

SENTENCE = N_("The camel race with cards: watch what is played, and bet before the others do.")
MINUTES = (20, 30)
_PRESETS: tuple[tuple[str, str, str, Options], ...] = (
    ("full", N_("Full game"), N_("The usual rules."), {}),
    (
        "first",
        N_("First game"),
        N_("Without trophies, and nobody has to bet."),
        {"trophies": False, "bet_optional": True},
    ),
)


def introduction() -> Introduction:
    presets = tuple(
        Preset(key, _(title), _(text), options) for key, title, text, options in _PRESETS
    )
    return Introduction(_(SENTENCE), MINUTES, presets)
