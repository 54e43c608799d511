"""Bots in words: their levels and styles."""

from __future__ import annotations

from collections.abc import Mapping

from camelnet.bots import split
from camelnet.i18n import N_, _

_LEVELS = {  # the name of a level, and how it plays
    "random": (N_("random"), N_("Plays at random.")),
    "greedy": (N_("greedy"), N_("Takes what is worth most right now, without looking ahead.")),
    "easy": (N_("easy"), N_("Makes mistakes as people do, larger ones where more is at stake.")),
    "normal": (N_("normal"), N_("Sees one move ahead, and makes a mistake now and then.")),
    "hard": (N_("hard"), N_("Thinks for a tenth of a second before each move.")),
    "expert": (N_("expert"), N_("Thinks for a second before each move; hard to beat.")),
}
_BETTOR = (N_("bold bettor"), N_("Likes to bet on the whole race early."))
_STYLES: Mapping[str, Mapping[str, tuple[str, str]]] = {  # the same by game
    "camelup": {
        "bold": _BETTOR,
        "quick": (N_("pyramid roller"), N_("Likes to roll the pyramid.")),
        "sly": (N_("saboteur"), N_("Likes to put desert tiles in the way.")),
    },
    "cards": {
        "bold": _BETTOR,
        "quick": (N_("card turner"), N_("Likes to turn up race cards.")),
        "sly": (N_("saboteur"), N_("Likes to put the palm and the fennec in the way.")),
    },
    "targui": {
        "bold": (N_("raider"), N_("Likes to attack.")),
        "quick": (N_("nomad"), N_("Likes to move camels.")),
        "sly": (N_("camel dealer"), N_("Likes to buy camels.")),
    },
}


def level_word(level: str) -> str:
    """The word for a level, without its style; the level itself if unknown here."""
    plain, _style = split(level)
    return _(_LEVELS[plain][0]) if plain in _LEVELS else level


def style_word(level: str, game: str) -> str:
    """The name of a bot's style in this game; "" without one."""
    named = _STYLES.get(game, {}).get(split(level)[1])
    return _(named[0]) if named else ""


def bot_word(level: str, game: str) -> str:
    """A bot's level and style in a few words: "bot, easy, saboteur"."""
    plain, style = level_word(level), style_word(level, game)
    if style:
        return _("bot, {level}, {style}").format(level=plain, style=style)
    return _("bot, {level}").format(level=plain)


def bot_told(level: str, game: str = "") -> str:
    """Describe how a bot plays; "" for an unknown level."""
    plain, style = split(level)
    named = _STYLES.get(game, {}).get(style)
    told = (_LEVELS[plain][1] if plain in _LEVELS else "", named[1] if named else "")
    return " ".join(_(text) for text in told if text)


def styles_of(game: str) -> tuple[tuple[str, str, str], ...]:
    """The styles of a game: key, name, and what such a bot likes."""
    styles = _STYLES.get(game, {})
    return tuple((key, _(name), _(told)) for key, (name, told) in styles.items())
