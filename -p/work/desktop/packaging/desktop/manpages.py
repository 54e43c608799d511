"""Man pages, written from the commands themselves: camelnet.1, and camelnet-play.1 and so on.

Click's data about a command (its help, options, arguments, examples and games) becomes roff. Only
the exit codes, the files and the environment are written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import click
from metainfo import DATES

from camelnet import __version__
from camelnet.cli import camelnet
from camelnet.cli.group import Command

_EXIT_STATUS = (
    ("0", "Done; a record holds, and a quorum of its table vouches for the whole game."),
    ("1", "Failed, or a record does not hold."),
    ("2", "Used wrongly, or a file cannot be read."),
    ("3", "A record holds, but less than a quorum vouches for all of it."),
    ("4", "What there was to say could not be written, as on a full disk."),
    ("130, 141, 143", "Ctrl-C; nobody reads the output any more; asked to end."),
)
_FILES = (
    ("~/.local/share/camelnet", "The profile: key, name, settings, unfinished games, records."),
    ("~/.local/state/camelnet/crash.log", "What went wrong in the app. Nothing is sent anywhere."),
    ("*.camelnet", "The public record of a game. camelnet FILE opens it in the app."),
)
_ENVIRONMENT = (
    ("AUTO", "If set and not 0, a bot takes the seat of camelnet play."),
    ("CAMELNET_DEBUG", "If set, an unexpected error shows where it happened."),
    ("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "The language: English, French or German."),
    ("QT_QPA_PLATFORM", "The platform on which Qt opens the app, such as xcb or wayland."),
)


def man_pages() -> dict[str, str]:
    """The text of each page by its file name."""
    context = click.Context(camelnet, info_name="camelnet")
    pages = {"camelnet.1": _page(camelnet, context, _commands(context))}
    for name, command in _visible(context):
        inner = click.Context(command, info_name=name, parent=context)
        pages[f"camelnet-{name}.1"] = _page(command, inner, ())
    return pages


def _visible(context: click.Context) -> Iterator[tuple[str, click.Command]]:
    for name in camelnet.list_commands(context):
        command = camelnet.get_command(context, name)
        if command is not None and not command.hidden:
            yield name, command


def _commands(context: click.Context) -> list[str]:
    lines = [".SH COMMANDS"]
    for name, command in _visible(context):
        lines += [".TP", f".BR camelnet\\-{_roff(name)} (1)", _text(_summary(command))]
    return lines


def _page(command: click.Command, context: click.Context, more: Sequence[str]) -> str:
    name = context.command_path.replace(" ", "-")
    synopsis = " ".join(command.collect_usage_pieces(context))
    lines = [
        f'.TH "{_roff(name.upper())}" 1 {_date()} "camelnet {__version__}" "User Commands"',
        ".SH NAME",
        f"{_roff(name)} \\- {_text(_summary(command)).rstrip('.')}",
        ".SH SYNOPSIS",
        f".B {_roff(context.command_path)}",
        _text(synopsis),
    ]
    if command is camelnet:
        lines += [".br", ".B camelnet", _text("FILE.camelnet")]
    lines += [".SH DESCRIPTION", _text(command.help or ""), *more]
    records = [
        record
        for parameter in command.get_params(context)
        if (record := parameter.get_help_record(context)) is not None
    ]
    lines += _section("OPTIONS", records)
    if isinstance(command, Command):
        lines += _section("GAMES", command.games_told())
        if command.examples:
            lines += [".SH EXAMPLES", ".nf", *map(_text, command.examples), ".fi"]
    if command is camelnet:
        lines += _section("ENVIRONMENT", _ENVIRONMENT) + _section("FILES", _FILES)
        lines += _section("EXIT STATUS", _EXIT_STATUS)
    else:
        lines += [".SH SEE ALSO", ".BR camelnet (1)"]
    return "\n".join(lines) + "\n"


def _section(title: str, told: Sequence[tuple[str, str]]) -> list[str]:
    lines = [f".SH {title}"] if told else []
    for term, meaning in told:
        lines += [".TP", f"\\fB{_text(term)}\\fR", _text(meaning)]
    return lines


def _summary(command: click.Command) -> str:
    """The first sentence of a command's help."""
    return re.split(r"(?<=[.?!]) |: ", command.help or "", maxsplit=1)[0].rstrip(":") or "-"


def _date() -> str:
    """The publication date of this version, or of the last published one: never the day of the
    build."""
    return DATES.get(__version__) or max(DATES.values())


def _text(text: str) -> str:
    """A line of running text; a dot or a quote at its beginning makes no request."""
    line = _roff(" ".join(text.split()))
    return f"\\&{line}" if line[:1] in (".", "'") else line


def _roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    for letter, named in (
        ("“", "\\(lq"),
        ("”", "\\(rq"),
        ("\N{RIGHT SINGLE QUOTATION MARK}", "\\(cq"),
        ("…", "..."),
    ):
        text = text.replace(letter, named)
    return text
