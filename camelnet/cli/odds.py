"""The command `odds`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from camelnet.cli.group import Command
from camelnet.i18n import N_


@click.command(
    "odds",
    cls=Command,
    examples=(
        'camelnet odds "1:gyo 3:bw"',
        'camelnet odds "1:gyo 3:bw 5+ 9- /bgoy" --race',
        'camelnet odds "1:gyo 3:bw 5+ 9- /bgoy" --json',
    ),
)
@click.argument("position", nargs=-1, required=True)
@click.option("--race", is_flag=True, help=N_("Who wins the race and who comes last, too."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def odds(position: Sequence[str], race: bool, as_json: bool) -> int:
    from camelnet.terminal.odds import show

    return show(" ".join(position), race=race, as_json=as_json)
