"""Options of the commands that name a game or seat a bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from camelnet.bots import ANY_STYLE, LEVELS, STYLES, renamed
from camelnet.cli.game_values import DEFAULT_GAME, GameKey
from camelnet.i18n import N_

any_game = click.option("--game", type=GameKey(), help=N_("Only a table of this game."))
which_game = click.option(
    "--game", type=GameKey(), default=DEFAULT_GAME, help=N_("The game to play.")
)
game_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help=N_("Set an option of the game; may be given several times."),
)


class Level(click.Choice[str]):
    """A level of bots, by its present or its former name."""

    def __init__(self) -> None:
        super().__init__(LEVELS)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(renamed(str(value)), param, ctx)


level_option = click.option(
    "--level",
    type=Level(),
    help=N_("Seat a bot of this level instead of a person."),
)
style_option = click.option(
    "--style",
    type=click.Choice((ANY_STYLE, *STYLES)),
    help=N_("What the bot likes to do where other moves are hardly better; any: drawn by lot."),
)


def thinking_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options for the thinking time of levels that look ahead; `Common` reads them."""
    for option in (
        click.option(
            "--threads",
            type=click.IntRange(1, 64),
            default=1,
            help=N_("Think in so many threads: hard and expert."),
        ),
        click.option(
            "--think",
            "think_ms",
            type=click.IntRange(1, 60_000),
            metavar="MS",
            help=N_("Milliseconds a decision: hard (100 if left out) and expert (1000)."),
        ),
    ):
        command = option(command)
    return command
