"""Games as commands name them, and a line about each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from camelnet.i18n import _
from camelnet.rules import GAMES, GameInfo, OptionInfo

DEFAULT_GAME = next(iter(GAMES))


class GameKey(click.ParamType[str]):
    """The key of a game of `camelnet.rules.GAMES`."""

    name = "GAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in GAMES:
            text = _("There is no game “{game}”; there are: {games}.")
            raise click.UsageError(text.format(game=value, games=", ".join(GAMES)), ctx)
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(key) for key in GAMES if key.startswith(incomplete)]


def games_told() -> list[tuple[str, str]]:
    """The key of each game, and its options in a line."""
    return [(key, _told(info)) for key, info in GAMES.items()]


def _told(info: GameInfo) -> str:
    """A game and its options in a line."""
    text = _("{name}, {low} to {high} seats; {options}")
    options = ", ".join(map(_option_told, info.options))
    return text.format(name=_(info.name), low=info.seats_min, high=info.seats_max, options=options)


def _option_told(option: OptionInfo) -> str:
    match option.kind:
        case "flag":
            return f"{option.key}={str(option.default).lower()}"
        case "number":
            text = _("{key}={default} ({low} to {high})")
        case "set":
            text = _("{key}={default} (numbers from {low} to {high}, with {required})")
    listed = isinstance(option.default, tuple)
    return text.format(
        key=option.key,
        default=",".join(map(str, option.default)) if listed else option.default,
        low=option.low,
        high=option.high,
        required=_listed(option.required),
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
