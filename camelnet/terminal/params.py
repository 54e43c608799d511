"""The command line's own kinds of values, and options whose help is translated when it is shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

from camelnet.bots import THINK_MS
from camelnet.i18n import N_, _
from camelnet.net.address import parse_address
from camelnet.rules import GAMES, GameInfo, OptionInfo, Options

_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Command(click.Command):
    """Its help is marked with `N_` and translated when it is asked for."""

    def __init__(
        self, *given: Any, examples: Sequence[str] = (), games: bool = False, **more: Any
    ) -> None:
        """`examples`: command lines to show below the help. `games`: list the games there, with
        their options."""
        super().__init__(*given, **more)
        self.examples = examples
        self._games = games

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _translate(self)
        super().format_help(ctx, formatter)

    def games_told(self) -> list[tuple[str, str]]:
        """The key of each game, and its seats and options; empty if the games are not listed."""
        return [(key, _told(info)) for key, info in GAMES.items()] if self._games else []

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if self._games:
            with formatter.section(_("Games, with what --option may set")):
                formatter.write_dl(self.games_told())
        if self.examples:
            with formatter.section(_("Examples")):
                for example in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")


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


class Group(click.Group):
    """A group of such commands."""

    command_class = Command

    def __init__(self, *given: Any, late: Mapping[str, str], **more: Any) -> None:
        """`late`: where to find ("module:name") commands that are imported when they are asked
        for."""
        super().__init__(*given, **more)
        self._late = dict(late)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.commands, *self._late})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self._late:
            module, name = self._late.pop(cmd_name).split(":")
            self.add_command(getattr(import_module(module), name), cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _translate(self)
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            assert command is not None
            _translate(command)
        super().format_help(ctx, formatter)


def _translate(command: click.Command) -> None:
    command.help = _(command.help) if command.help else None
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = _(parameter.help)


class Address(click.ParamType[tuple[str, int]]):
    """`HOST:PORT`; an IPv6 address stands in brackets."""

    name = "HOST:PORT"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        if isinstance(value, tuple):
            return value
        address = parse_address(str(value))
        if address is None:
            text = _("“{address}” is not an address; it should look like 192.168.1.20:40123.")
            self.fail(text.format(address=value), param, ctx)
        return address


class Name(click.ParamType[str]):
    """A name as the protocol takes it. One that it would cut or alter is refused with a sentence,
    so that nobody is called otherwise than they think."""

    name = "NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from camelnet.protocol.wire.fields import NAME_MAX
        from camelnet.record.profile import clean_name

        typed = str(value).strip()
        if not typed:
            self.fail(_("A name has at least one letter."), param, ctx)
        if len(typed) > NAME_MAX:
            text = _("“{name}” is too long: a name has at most {most} letters, not {count}.")
            self.fail(text.format(name=typed, most=NAME_MAX, count=len(typed)), param, ctx)
        if clean_name(typed) != typed:
            text = _("“{name}” contains letters that can't be displayed.")
            self.fail(text.format(name=typed), param, ctx)
        return typed


class Number(click.ParamType[float]):
    """A number that one can count with: no infinity, and nothing that is no number."""

    name = "NUMBER"

    def __init__(self, low: float | None = None) -> None:
        self._low = low

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self.fail(_("“{value}” is not a number.").format(value=value), param, ctx)
        if self._low is not None and number < self._low:
            text = _("{value} is too small: the least is {low}.")
            self.fail(text.format(value=value, low=self._low), param, ctx)
        return number


class Interface(click.ParamType[str]):
    """An own address, or the name of a network, which stands for the best of its addresses."""

    name = "ADDRESS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from camelnet.net.interfaces import is_address, local_addresses, with_number

        typed = str(value)
        if is_address(typed):
            return with_number(typed) or typed
        own = local_addresses()
        found = next((local.host for local in own if local.name == typed), None)
        if found is None:
            text = _("“{name}” is neither an address nor a network of this computer: {networks}.")
            names = dict.fromkeys(local.name for local in own)
            networks = ", ".join(names) or _("none")
            self.fail(text.format(name=typed, networks=networks), param, ctx)
        return found


def interface_option(function: _Function) -> _Function:
    return click.option(
        "--interface",
        type=Interface(),
        metavar="ADDRESS",
        help=N_("Use only this address of the computer, or this network: 192.168.1.20, wlan0."),
    )(function)


def check_thinking(level: str, think_ms: int | None, threads: int) -> None:
    """Raises `click.UsageError` where somebody is told to think who does not."""
    if level in THINK_MS or (think_ms is None and threads == 1):
        return
    option = "--threads" if think_ms is None else "--think"
    levels = ", ".join(THINK_MS)
    if level:
        text = _("A bot of the level {level} does not look ahead: {option} is for {levels}.")
    else:
        text = _("{option} is for bots: add --level with one of {levels}.")
    raise click.UsageError(text.format(level=level, option=option, levels=levels))


def game_options(game: str, given: Sequence[str]) -> Options:
    """`key=value` pairs as options of a game. Raises `click.UsageError` with a sentence."""
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
    """Parses the typed value of an option. Raises `click.UsageError` with a sentence."""
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
                required=_listed(option.required),
                value=typed,
            )
        ) from None


def _decimal(typed: str) -> int:
    if not typed.isascii() or not typed.isdecimal():
        raise ValueError(typed)
    return int(typed)


class GameKey(click.ParamType[str]):
    """The key of a game of `camelnet.rules.GAMES`."""

    name = "GAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in GAMES:
            text = _("There is no game “{game}”; there are: {games}.")
            raise click.UsageError(text.format(game=value, games=", ".join(GAMES)), ctx)
        return str(value)


def check_seats(game: str, seats: int) -> None:
    """Raises `click.UsageError` for a number of seats that a game does not have."""
    info = GAMES[game]
    if not info.seats_min <= seats <= info.seats_max:
        text = _("{game} is for {low} to {high} seats, not {seats}.")
        raise click.UsageError(
            text.format(game=_(info.name), low=info.seats_min, high=info.seats_max, seats=seats)
        )


def common_options(function: _Function) -> _Function:
    """The options of every command that runs a peer, as keyword arguments."""
    folder = click.Path(path_type=Path, file_okay=False)
    for option in reversed(
        (
            click.option("--profile", type=folder, help=N_("Folder of your key, name and games.")),
            click.option("--record", type=folder, help=N_("Folder for public records.")),
            click.option("--once", is_flag=True, help=N_("Quit after one game.")),
            interface_option,
            click.option(
                "--port", type=click.IntRange(0, 65535), default=0, help=N_("Listen here.")
            ),
            click.option("--name", type=Name(), help=N_("Your name, this time only.")),
            click.option("--attended", is_flag=True, hidden=True),
        )
    ):
        function = option(function)
    return function
