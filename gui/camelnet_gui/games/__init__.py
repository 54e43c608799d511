"""The games of the app, by key. This is the only place in it that names them.

A game is loaded when it is first asked for, so that the window comes up without any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from camelnet import rules
from camelnet.i18n import _
from camelnet.rules import OptionInfo, Options
from camelnet_gui.style.words import dotted, titled

if TYPE_CHECKING:
    from camelnet_gui.games.interface import Game, GameScreens
    from camelnet_gui.games.lesson import Lesson


def _camelup() -> Game:
    from camelnet_gui.games.camelup.game import GAME

    return GAME


def _cards() -> Game:
    from camelnet_gui.games.cards.game import GAME

    return GAME


def _targui() -> Game:
    from camelnet_gui.games.targui.game import GAME

    return GAME


# In the order in which they are offered.
GAMES: dict[str, Callable[[], Game]] = {
    "camelup": _camelup,
    "cards": _cards,
    "targui": _targui,
}


def playable() -> tuple[str, ...]:
    """The keys of all games; the first is the one that is offered first."""
    return tuple(GAMES)


def game_of(key: str) -> Game:
    """Raises KeyError for a game that this app does not know."""
    return GAMES[key]()


def screens(key: str) -> GameScreens:
    """The screens of a game. Raises KeyError for a game that this app does not know."""
    return game_of(key).screens()


def has_lesson(key: str) -> bool:
    """True if there is a tutorial of a game."""
    return key in GAMES and game_of(key).lesson is not None


def lesson_of(key: str) -> Lesson:
    """The tutorial of a game. Raises KeyError for a game that has none."""
    lesson = game_of(key).lesson
    if lesson is None:
        raise KeyError(key)
    return lesson()


def game_title(key: str) -> str:
    """The title of a game; its key if this app does not know it."""
    info = rules.GAMES.get(key) or (game_of(key).info if key in GAMES else None)
    return _(info.name) if info else key


def options_line(key: str, options: Options) -> str:
    """The options that differ from the usual rules, for a table in the lobby; "" for none."""
    if key not in GAMES:
        return ""
    values = {
        option: options.get(option.key, option.initial()) for option in game_of(key).info.options
    }
    words = screens(key).option_words
    changed = (
        _option_line(option, words(option.key)[0], value)
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
