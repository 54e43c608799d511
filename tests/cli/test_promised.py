"""Commands and options that scripts rely on stay: docs/compatibility.md promises it from 1.0 on."""

from __future__ import annotations

from collections.abc import Iterator

import click

from camelnet.cli import camelnet
from tests.scripts import ROOT

LIST = ROOT / "tests/data/commands.txt"


def lines(command: click.Command, called: str, *, hidden: bool) -> Iterator[str]:
    """Each option of a command by each of its names, with each word that it takes, and those of its
    commands."""
    yield called
    for parameter in command.params:
        if isinstance(parameter, click.Option) and (hidden or not parameter.hidden):
            words = parameter.type.choices if isinstance(parameter.type, click.Choice) else ()
            for name in (*parameter.opts, *parameter.secondary_opts):
                yield f"{called} {name}"
                yield from (f"{called} {name} {word}" for word in words)
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                yield from lines(inner, f"{called} {name}", hidden=hidden)


def test_what_was_there_is_there_and_what_is_new_is_listed() -> None:
    """A line goes only with a major version; an old name may stay on as a hidden one."""
    listed = LIST.read_text(encoding="utf-8").splitlines()
    assert set(listed) - set(lines(camelnet, "camelnet", hidden=True)) == set()
    assert sorted(set(lines(camelnet, "camelnet", hidden=False)) - set(listed)) == []
