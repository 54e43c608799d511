"""The command `bench`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from camelnet.cli.group import Command
from camelnet.i18n import N_

_RUNS_MAX = 1_000


@click.command(
    "bench",
    cls=Command,
    examples=("camelnet bench", "camelnet bench odds", "camelnet bench --json > bench.json"),
)
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option(
    "--runs",
    type=click.IntRange(1, _RUNS_MAX),
    default=21,
    show_default=True,
    help=N_("How often each is measured; the median counts."),
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def bench(names: Sequence[str], runs: int, as_json: bool) -> int:
    from camelnet.lab.bench.command import measured

    return measured(names, runs=runs, as_json=as_json)
