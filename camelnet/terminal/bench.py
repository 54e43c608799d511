"""`camelnet bench`: measures the core, the odds and the search on this machine."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from rich.console import Console

from camelnet.i18n import N_, _
from camelnet.terminal.params import Command

_WIDTH = 130  # of what goes to a file
_RUNS_MAX = 1_000


@click.command(
    "bench",
    cls=Command,
    help=N_(
        "Measure the core, the odds and the search on this machine. NAME: core, odds or search; all"
        " three, if left out."
    ),
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
def bench_command(names: Sequence[str], runs: int, as_json: bool) -> int:
    return bench(names, runs=runs, as_json=as_json)


def bench(names: Sequence[str], *, runs: int, as_json: bool) -> int:
    """Measure all, or those named; returns the exit status. `click.UsageError` for another name."""
    # Here, since no other command should wait for what only this one needs.
    from camelnet.bench import MODULES, Measurement, machine
    from camelnet.bench.report import figure_table, machine_table, plain

    for name in names:
        if name not in MODULES:
            text = _("There is nothing to measure by the name “{name}”; there are: {names}.")
            raise click.UsageError(text.format(name=name, names=", ".join(MODULES)))
    around, figures = machine(), list[Measurement]()
    console = Console(stderr=as_json, markup=False, highlight=False)
    if not console.is_terminal:
        console.width = _WIDTH
    if not as_json:
        console.print(machine_table(around))
    for name in names or MODULES:
        with console.status(_("measuring: {name}").format(name=name)):
            figures += MODULES[name](runs)
    if as_json:
        click.echo(json.dumps(plain(around, figures), indent=1))
    else:
        console.print(figure_table(figures))
    return 0
