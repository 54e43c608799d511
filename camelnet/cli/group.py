"""Groups of commands that are imported only when they run, with help in the chosen language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from camelnet.cli.file_names import names_file, some_file
from camelnet.i18n import _

OPEN = "open"  # a file in the place of a command stands for this command


class Command(click.Command):
    """A command whose help is marked with `N_` and translated on demand."""

    def __init__(
        self, *given: Any, examples: Sequence[str] = (), games: bool = False, **more: Any
    ) -> None:
        """`examples`: command lines to show below the help. `games`: list the games below, with
        their options."""
        super().__init__(*given, **more)
        self.examples = examples
        self._games = games

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _translate(self)
        super().format_help(ctx, formatter)

    def games_told(self) -> list[tuple[str, str]]:
        """The key of each game, and its seats and options; empty if the games are not listed."""
        if not self._games:
            return []
        from camelnet.cli.game_values import games_told

        return games_told()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if self._games:
            with formatter.section(_("Games, with what --option may set")):
                formatter.write_dl(self.games_told())
        if self.examples:
            with formatter.section(_("Examples")):
                for example in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")


@dataclass(frozen=True, slots=True)
class Late:
    """A command that is not imported yet."""

    place: str  # "module:name"
    help: str  # marked with `N_`
    hidden: bool = False


class Group(click.Group):
    """A group of such commands. Listing them imports none of them."""

    def __init__(self, *given: Any, late: Mapping[str, Late], **more: Any) -> None:
        super().__init__(*given, **more)
        self._late = late

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Open a file that stands in the place of a command: file managers call us like that."""
        if args and args[0] not in self._late and names_file(args[0]):
            args = [OPEN, *args]
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for name, late in self._late.items() if not late.hidden)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        late = self._late.get(cmd_name)
        if late is not None and cmd_name not in self.commands:
            module, name = late.place.split(":")
            command: click.Command = getattr(import_module(module), name)
            command.help, command.hidden = late.help, late.hidden
            self.add_command(command, cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _translate(self)
        super().format_help(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        listed = [click.Command(name, help=self._summary(name)) for name in self.list_commands(ctx)]
        click.Group(commands=listed).format_commands(ctx, formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        fitting = (name for name in self.list_commands(ctx) if name.startswith(incomplete))
        listed = [CompletionItem(name, help=self._summary(name)) for name in fitting]
        others = click.Command.shell_complete(self, ctx, incomplete)
        return [*listed, *others] or some_file(incomplete)

    def _summary(self, name: str) -> str:
        return _(self._late[name].help)


def _translate(command: click.Command) -> None:
    command.help = _(command.help) if command.help else None
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = _(parameter.help)
