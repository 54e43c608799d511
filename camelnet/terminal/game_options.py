"""Checks of a command's words about a game: options, seats, and thinking time."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import click

from camelnet.bots import ANY_STYLE, STYLED, STYLES, THINK_MS, joined, split
from camelnet.i18n import _
from camelnet.rules import GAMES, OptionInfo, Options

_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def check_style(level: str, style: str) -> None:
    """Raise `click.UsageError` if a style is asked of a player without styles."""
    if style and level not in STYLED and not (level and style == ANY_STYLE):
        text = _("--style is for bots: add --level with one of {levels}.")
        raise click.UsageError(text.format(levels=", ".join(STYLED)))


def with_style(level: str, style: str) -> str:
    """A bot's level with its style; draw any style by lot, if the level has styles."""
    if style == ANY_STYLE:
        style = secrets.choice(STYLES) if level in STYLED else ""
    return joined(level, style)


def check_thinking(level: str, think_ms: int | None, threads: int) -> None:
    """Raise `click.UsageError` if a player that never thinks gets thinking time or threads."""
    if split(level)[0] in THINK_MS or (think_ms is None and threads == 1):
        return
    option = "--threads" if think_ms is None else "--think"
    levels = ", ".join(THINK_MS)
    if level:
        text = _("A bot of the level {level} does not look ahead: {option} is for {levels}.")
    else:
        text = _("{option} is for bots: add --level with one of {levels}.")
    raise click.UsageError(text.format(level=level, option=option, levels=levels))


def game_options(game: str, given: Sequence[str]) -> Options:
    """The options of a game from `key=value` pairs. Raises `click.UsageError` with a sentence."""
    known = {option.key: option for option in GAMES[game].options}
    options: dict[str, bool | int | list[int]] = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        option = known.get(key)
        if option is None:
            text = _("{game} has no option “{key}”; there are: {keys}.")
            raise click.UsageError(
                text.format(game=game, key=key, keys=", ".join(known) or _("none"))
            )
        if not equals:
            raise click.UsageError(
                _("An option is written key=value, not “{pair}”.").format(pair=pair)
            )
        options[key] = _value(option, value)
    return options


def _value(option: OptionInfo, typed: str) -> bool | int | list[int]:
    """Parse the typed value of an option. Raises `click.UsageError` with a sentence."""
    try:
        match option.kind:
            case "flag":
                text = _("The option {key} is true or false, not “{value}”.")
                return option.check(_FLAGS.get(typed.lower()))
            case "number":
                text = _("The option {key} is a number from {low} to {high}, not “{value}”.")
                return option.check(_decimal(typed))
        text = _(
            "The option {key} is numbers from {low} to {high}, with {required} and commas in"
            " between, not “{value}”."
        )
        return option.check(sorted({_decimal(item) for item in typed.split(",")}))
    except ValueError:
        raise click.UsageError(
            text.format(
                key=option.key,
                low=option.low,
                high=option.high,
                required=", ".join(map(str, option.required)),
                value=typed,
            )
        ) from None


def _decimal(typed: str) -> int:
    if not typed.isascii() or not typed.isdecimal():
        raise ValueError(typed)
    return int(typed)


def check_seats(game: str, seats: int) -> None:
    """Raise `click.UsageError` for a number of seats that a game does not have."""
    info = GAMES[game]
    if not info.seats_min <= seats <= info.seats_max:
        text = _("{game} is for {low} to {high} seats, not {seats}.")
        raise click.UsageError(
            text.format(game=_(info.name), low=info.seats_min, high=info.seats_max, seats=seats)
        )
