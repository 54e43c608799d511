"""The command `doctor`."""

from __future__ import annotations

from pathlib import Path

import click

from camelnet.cli.group import Command
from camelnet.cli.options import interface_option
from camelnet.cli.values import Address
from camelnet.i18n import N_, _


@click.command(
    "doctor",
    cls=Command,
    examples=("camelnet doctor", "camelnet doctor --file camelnet_1.0.0-1_amd64.deb"),
)
@click.option(
    "--profile",
    type=click.Path(path_type=Path, file_okay=False),
    help=N_("Folder of your key, name and games."),
)
@interface_option
@click.option("--port", type=click.IntRange(0, 65535), default=0, help=N_("Listen here."))
@click.option("--address", type=Address(), help=N_("Try to reach another camelnet there."))
@click.option(
    "--file",
    type=click.Path(path_type=Path),
    help=N_("Check only this downloaded file, by the SHA256SUMS beside it."),
)
@click.option(
    "--signers",
    type=click.Path(path_type=Path),
    help=N_("The keys that may have signed it, as ssh-keygen reads them."),
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def doctor(
    profile: Path | None,
    interface: str | None,
    port: int,
    address: tuple[str, int] | None,
    file: Path | None,
    signers: Path | None,
    as_json: bool,
) -> int:
    from camelnet.terminal.doctor import check_file
    from camelnet.terminal.doctor import doctor as examine

    if file is None and signers is not None:
        raise click.UsageError(_("--signers needs the file to check: --file FILE."))
    if file is not None:
        if profile or interface or port or address:
            raise click.UsageError(_("With --file no network is looked at: leave out the rest."))
        return check_file(file, signers, as_json=as_json)
    return examine(
        profile=profile, interface=interface, port=port, address=address, as_json=as_json
    )
