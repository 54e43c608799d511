"""The command `doctor`."""

from __future__ import annotations

from pathlib import Path

import click

from camelnet.cli.group import Command
from camelnet.cli.options import interface_option
from camelnet.cli.values import Address
from camelnet.i18n import N_


@click.command(
    "doctor",
    cls=Command,
)
@click.option(
    "--profile",
    type=click.Path(path_type=Path, file_okay=False),
    help=N_("Folder of your key, name and games."),
)
@interface_option
@click.option("--port", type=click.IntRange(0, 65535), default=0, help=N_("Listen here."))
@click.option("--address", type=Address(), help=N_("Try to reach another camelnet there."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def doctor(
    profile: Path | None,
    interface: str | None,
    port: int,
    address: tuple[str, int] | None,
    as_json: bool,
) -> int:
    from camelnet.terminal.doctor import doctor as examine

    return examine(
        profile=profile, interface=interface, port=port, address=address, as_json=as_json
    )
