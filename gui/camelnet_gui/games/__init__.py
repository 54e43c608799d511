"""The screens of every game, by key. This is the only place in the app that names the games.

A game is loaded when it is first asked for, so that the window comes up without any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from camelnet.i18n import _
from camelnet.rules import GAMES, OptionInfo, Options
from camelnet_gui.style.words import dotted, titled

if TYPE_CHECKING:
    from camelnet_gui.games.interface import GameScreens, Introduction
    from camelnet_gui.games.lesson import Lesson


def _camelup() -> GameScreens:
    from camelnet_gui.games.camelup.screens import CamelUpScreens

    return CamelUpScreens()


def _targui() -> GameScreens:
    from camelnet_gui.games.targui.screens import TarguiScreens

    return TarguiScreens()


def _cards() -> GameScreens:
    from camelnet_gui.games.cards.screens import CardsScreens

    return CardsScreens()


def _camelup_lesson() -> Lesson:
    from camelnet_gui.games.camelup.tutorial import LESSON

    return LESSON


def _cards_lesson() -> Lesson:
    from camelnet_gui.games.cards.tutorial import LESSON

    return LESSON


def _targui_lesson() -> Lesson:
    from camelnet_gui.games.targui.tutorial import LESSON

    return LESSON


SCREENS: dict[str, Callable[[], GameScreens]] = {
    "camelup": _camelup,
    "cards": _cards,
    "targui": _targui,
}
LESSONS: dict[str, Callable[[], Lesson]] = {
    "camelup": _camelup_lesson,
    "cards": _cards_lesson,
    "targui": _targui_lesson,
}


def _introduce_camelup() -> Introduction:
    from camelnet_gui.games.camelup.introduction import introduction

    return introduction()


def _introduce_targui() -> Introduction:
    from camelnet_gui.games.targui.introduction import introduction

    return introduction()


def _introduce_cards() -> Introduction:
    from camelnet_gui.games.cards.introduction import introduction

    return introduction()


INTRODUCTIONS: dict[str, Callable[[], Introduction]] = {
    "camelup": _introduce_camelup,
    "cards": _introduce_cards,
    "targui": _introduce_targui,
}


def playable() -> tuple[str, ...]:
    """The keys of all games; the first is the one that is offered first."""
    return tuple(SCREENS)


def screens(game: str) -> GameScreens:
    """Raises KeyError for a game that this app does not know."""
    return SCREENS[game]()


def introduction(game: str) -> Introduction:
    """A game in short. Raises KeyError for a game that this app does not know."""
    return INTRODUCTIONS[game]()


def lesson_of(game: str) -> Lesson:
    """The tutorial of a game. Raises KeyError for a game that has none."""
    return LESSONS[game]()


def game_title(game: str) -> str:
    """The title of a game; its key if this app does not know it."""
    info = GAMES.get(game) or (screens(game).info if game in SCREENS else None)
    return _(info.name) if info else game


def options_line(game: str, options: Options) -> str:
    """The options that differ from the usual rules, for a table in the lobby; "" for none."""
    if game not in SCREENS:
        return ""
    known = screens(game)
    values = {option: options.get(option.key, option.initial()) for option in known.info.options}
    changed = (
        _option_line(option, known.option_words(option.key)[0], value)
        for option, value in values.items()
        if value != option.initial()
    )
    return dotted(*changed)


def _option_line(option: OptionInfo, title: str, value: Any) -> str:
    match option.kind:
        case "flag":
            return title if value else _("off: {option}").format(option=title)
        case "number":
            return titled(title, str(value))
    many = option.high - option.low + 1
    return titled(title, _("{number} of {all}").format(number=len(value), all=many))
