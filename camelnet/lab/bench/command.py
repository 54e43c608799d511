"""`camelnet bench`: measures core, odds and search on this machine."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from rich.console import Console

from camelnet.i18n import _
from camelnet.lab.bench import MODULES, Measurement, machine
from camelnet.lab.bench.report import figure_table, machine_table, plain

_WIDTH = 130  # of the table in a file


def measured(names: Sequence[str], *, runs: int, as_json: bool) -> int:
    """Measure all, or the named ones; return the exit status. Raises `click.UsageError` for a bad
    name."""
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
