"""The command `arena`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from camelnet.cli.game_flags import game_option, which_game
from camelnet.cli.group import Command
from camelnet.cli.values import Number
from camelnet.i18n import N_

DEFAULT_PLAYERS = "expert,greedy,greedy,greedy"
WORKERS_MAX = 256


@click.command(
    "arena",
    cls=Command,
    games=True,
    examples=(
        "camelnet arena --games 200 --seed 1",
        "camelnet arena --players expert@100ms,hard@10ms,hard@10ms,hard@10ms --sprt",
        "camelnet arena --game cards --player mymodule:MyBot --players greedy,greedy",
        "camelnet arena --game targui --out night.jsonl --resume --games 2000",
    ),
)
@which_game
@game_option
@click.option(
    "--players",
    default=DEFAULT_PLAYERS,
    show_default=True,
    metavar="NAME,NAME...",
    help=N_("Who plays, a name for each seat."),
)
@click.option(
    "--player",
    "own",
    multiple=True,
    metavar="MODULE:CLASS",
    help=N_("A bot of your own, before the other players; may be given several times."),
)
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    default=100,
    show_default=True,
    help=N_("How many games, rounded up to whole rotations."),
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help=N_("What all luck comes from."),
)
@click.option(
    "--think", type=click.IntRange(1, 600_000), metavar="MS", help=N_("Milliseconds a decision.")
)
@click.option(
    "--nodes",
    type=click.IntRange(1, 10_000_000),
    help=N_("Rounds of search a decision, instead of a time: then a seed repeats every game."),
)
@click.option(
    "--sprt", is_flag=True, help=N_("Stop as soon as it is clear whether the first is stronger.")
)
@click.option(
    "--elo0", type=Number(), default=0.0, show_default=True, help=N_("Not stronger: so many Elo.")
)
@click.option(
    "--elo1", type=Number(), default=50.0, show_default=True, help=N_("Stronger: so many Elo.")
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Write every finished game to this file, as JSON lines."),
)
@click.option("--resume", is_flag=True, help=N_("Go on with the games of that file."))
@click.option(
    "--json",
    "json_file",
    metavar="FILE",
    help=N_("Write all figures to this file; “-” is standard output."),
)
@click.option("--dask", metavar="ADDRESS", help=N_("Play on the Dask cluster of this scheduler."))
@click.option(
    "--workers",
    type=click.IntRange(1, WORKERS_MAX),
    help=N_("How many processes play; left out, one for every core."),
)
def arena(**given: Any) -> int:
    from camelnet.lab.arena.command import Wishes, tournament

    return tournament(Wishes(**given))
