"""Commands that read recorded games: `camelnet FILE`, `replay`, `review`, `verify`, `export`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from camelnet.cli.app import find_app, find_boards, installed_app
from camelnet.cli.file_names import File, local_path
from camelnet.cli.group import OPEN, Command
from camelnet.cli.options import common_options
from camelnet.i18n import N_, _
from camelnet.sharing import is_link

_files = click.argument("files", type=File(), metavar="FILE...", nargs=-1, required=True)


@click.command(OPEN, cls=Command)
@click.argument("file", type=File(), metavar="FILE")
@common_options
def open_file(file: str, **given: Any) -> int:
    from camelnet.cli.common import Common
    from camelnet.terminal import input_files, records, sending
    from camelnet.terminal.play import has_display

    game = file if is_link(file) else local_path(file)
    app = find_app() if has_display(os.environ) else None
    if app is not None:
        return Common(given).call_app(app, game)
    if isinstance(game, str):
        return sending.tell_link(game, board=False)
    return input_files.each([str(game)], lambda source: records.replay(source, board=False))


@click.command(
    "replay",
    cls=Command,
    examples=("camelnet replay friday-0123456789ab.camelnet --app",),
)
@_files
@click.option("--board", is_flag=True, help=N_("Show the board before every decision."))
@click.option("--app", "in_app", is_flag=True, help=N_("Watch the game on the board of the app."))
def replay(files: Sequence[str], board: bool, in_app: bool) -> int:
    from camelnet.terminal import input_files, records, sending

    links = [file for file in files if is_link(file)]
    if in_app:
        if len(files) != 1 or files[0] == input_files.STANDARD_INPUT:
            raise click.UsageError(_("The app shows one file at a time: name one."))
        game = files[0] if links else Path(files[0]).absolute()
        return installed_app()(profile=None, replay=game)
    if links:
        if len(files) != 1:
            raise click.UsageError(_("A link is retold by itself: name nothing beside it."))
        return sending.tell_link(links[0], board=board)
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
    examples=(
        "camelnet export friday-0123456789ab.camelnet --html friday.html --seen-by all",
        "camelnet export friday-0123456789ab.camelnet --link",
    ),
)
@_files
@click.option("--json", "as_json", is_flag=True, help=N_("Write every line as a JSON object."))
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT",
    default=None,
    help=N_(
        "Write the game as one HTML page for people without camelnet: the board step by step,"
        " the chances, the costly decisions, and the record inside."
    ),
)
@click.option(
    "--seen-by",
    metavar="WHO",
    default="nobody",
    help=N_(
        "Whose hidden cards the page shows before the game turned them over: all, nobody (as by"
        " default) or the number of a player, from 1 on."
    ),
)
@click.option(
    "--no-names",
    is_flag=True,
    help=N_("Leave the names out of the page or the link, and the record, which holds names."),
)
@click.option(
    "--link", is_flag=True, help=N_("Print a link that holds all moves, and proves nothing.")
)
def export(
    files: Sequence[str],
    as_json: bool,
    html: Path | None,
    seen_by: str,
    no_names: bool,
    link: bool,
) -> int:
    from camelnet.terminal import input_files, records, sending

    if html is None and not link:
        return input_files.each(files, lambda source: records.export(source, as_json=as_json))
    if len(files) != 1 or files[0] == input_files.STANDARD_INPUT or as_json or (link and html):
        raise click.UsageError(_("A page or a link is made of one file: name one."))
    path = Path(files[0])
    if html is None:
        return sending.send_link(path, named=not no_names)
    return sending.send_page(path, html, seen_by=seen_by, named=not no_names, paint=find_boards())
