"""Commands that read recorded games: `camelnet FILE`, `replay`, `review`, `verify`, `export`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from camelnet.cli.app import find_app, installed_app
from camelnet.cli.file_names import File, local_path
from camelnet.cli.group import OPEN, Command
from camelnet.cli.options import common_options
from camelnet.i18n import N_, _

_files = click.argument("files", type=File(), metavar="FILE...", nargs=-1, required=True)


@click.command(OPEN, cls=Command)
@click.argument("file", type=File(), metavar="FILE")
@common_options
def open_file(file: str, **given: Any) -> int:
    from camelnet.cli.common import Common
    from camelnet.terminal import input_files, records
    from camelnet.terminal.play import has_display

    path = local_path(file)
    app = find_app() if has_display(os.environ) else None
    if app is not None:
        return Common(given).call_app(app, path)
    return input_files.each([str(path)], lambda source: records.replay(source, board=False))


@click.command(
    "replay",
    cls=Command,
    examples=("camelnet replay friday-0123456789ab.camelnet --app",),
)
@_files
@click.option("--board", is_flag=True, help=N_("Show the board before every decision."))
@click.option("--app", "in_app", is_flag=True, help=N_("Watch the game on the board of the app."))
def replay(files: Sequence[str], board: bool, in_app: bool) -> int:
    from camelnet.terminal import input_files, records

    if in_app:
        if len(files) != 1 or files[0] == input_files.STANDARD_INPUT:
            raise click.UsageError(_("The app shows one file at a time: name one."))
        return installed_app()(profile=None, replay=Path(files[0]).absolute())
    return input_files.each(files, lambda source: records.replay(source, board=board))


@click.command(
    "review",
    cls=Command,
)
@_files
@click.option(
    "--nodes",
    type=click.IntRange(10, 1_000_000),
    default=None,
    help=N_(
        "How often each position is played on; more is slower and more exact."
        " By default as often as the game needs."
    ),
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def review(files: Sequence[str], nodes: int | None, as_json: bool) -> int:
    from camelnet.terminal import input_files
    from camelnet.terminal.review import reviewed

    return input_files.each(files, lambda source: reviewed(source, nodes=nodes, as_json=as_json))


@click.command(
    "verify",
    cls=Command,
)
@_files
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def verify(files: Sequence[str], as_json: bool) -> int:
    from camelnet.terminal import input_files, records

    return input_files.each(files, lambda source: records.verified(source, as_json=as_json))


@click.command(
    "export",
    cls=Command,
)
@_files
@click.option("--json", "as_json", is_flag=True, help=N_("Write every line as a JSON object."))
def export(files: Sequence[str], as_json: bool) -> int:
    from camelnet.terminal import input_files, records

    return input_files.each(files, lambda source: records.export(source, as_json=as_json))
