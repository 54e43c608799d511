"""The command `my-play`."""

from __future__ import annotations

from pathlib import Path

import click

from camelnet.cli.group import Command
from camelnet.i18n import N_


@click.command("my-play", cls=Command, examples=("camelnet my-play --csv my-play.csv",))
@click.option(
    "--profile",
    type=click.Path(path_type=Path, file_okay=False),
    help=N_("Folder of your key, name and games."),
)
@click.option(
    "--record",
    type=click.Path(path_type=Path, file_okay=False),
    help=N_("Folder of the records, if it is not the profile's own."),
)
@click.option(
    "--csv",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Write a line for each game to this file instead."),
)
@click.option("--rebuild", is_flag=True, help=N_("Forget all reviews, and review every record."))
def my_play(profile: Path | None, record: Path | None, csv: Path | None, rebuild: bool) -> int:
    from camelnet.terminal.my_play import show

    return show(profile, record, csv=csv, rebuild=rebuild)
