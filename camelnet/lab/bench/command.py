"""`camelnet bench`: measures the core, the odds and the search on this machine."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from rich.console import Console

from camelnet.i18n import _
from camelnet.lab.bench import MODULES, Measurement, machine
from camelnet.lab.bench.report import figure_table, machine_table, plain

_WIDTH = 130  # of what goes to a file


def measured(names: Sequence[str], *, runs: int, as_json: bool) -> int:
    """Measure all, or those named; returns the exit status. `click.UsageError` for another name."""
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
