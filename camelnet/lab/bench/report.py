"""Figures for people, as a table, and for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from camelnet.i18n import N_, _
from camelnet.lab.bench.measurement import Measurement

HEADINGS = {
    "date": N_("date"),
    "system": N_("system"),
    "processor": N_("processor"),
    "load": N_("processes that wanted a core"),
    "compiler": N_("compiler of the core"),
    "paths": N_("code paths"),
}


def machine_table(machine: Mapping[str, str]) -> Table:
    """The machine's description as a table; libraries go by their own names."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim")
    table.add_column()
    for key, value in machine.items():
        table.add_row(_(HEADINGS[key]) if key in HEADINGS else key, Text(value))
    return table


def figure_table(figures: Sequence[Measurement]) -> Table:
    """A row per figure: its name, path, median with the spread of all runs, and aim."""
    table = Table(box=SIMPLE)
    table.add_column(_("figure"))
    table.add_column(_("path"))
    for heading in (_("median"), _("from"), _("to"), _("runs"), _("to reach"), ""):
        table.add_column(heading, justify="right", no_wrap=True)
    for figure in figures:
        table.add_row(
            _(figure.name),
            figure.path,
            *(f"{value:.3g} {figure.unit}" for value in (figure.median, figure.min, figure.max)),
            str(figure.repetitions),
            aim(figure),
            {True: _("yes"), False: _("NO"), None: ""}[figure.reached],
        )
    return table


def aim(figure: Measurement) -> str:
    """A figure's target as text: `< 15 µs (9)`, with the stretch target in brackets."""
    if figure.reach is None:
        return ""
    told = f"{'>' if figure.more_is_better else '<'} {figure.reach:g} {figure.unit}"
    return told if figure.stretch is None else f"{told} ({figure.stretch:g})"


def plain(machine: Mapping[str, str], figures: Sequence[Measurement]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "machine": dict(machine),
        "figures": [{**asdict(figure), "reached": figure.reached} for figure in figures],
    }
