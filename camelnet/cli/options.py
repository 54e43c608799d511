"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from camelnet.cli.values import Interface, Name
from camelnet.i18n import N_

_Function = TypeVar("_Function", bound=Callable[..., Any])


def interface_option(function: _Function) -> _Function:
    return click.option(
        "--interface",
        type=Interface(),
        metavar="ADDRESS",
        help=N_("Use only this address of the computer, or this network: 192.168.1.20, wlan0."),
    )(function)


def common_options(function: _Function) -> _Function:
    """The options of every command that runs a peer, as keyword arguments."""
    folder = click.Path(path_type=Path, file_okay=False)
    for option in reversed(
        (
            click.option("--profile", type=folder, help=N_("Folder of your key, name and games.")),
            click.option("--record", type=folder, help=N_("Folder for public records.")),
            click.option("--once", is_flag=True, help=N_("Quit after one game.")),
            interface_option,
            click.option(
                "--port", type=click.IntRange(0, 65535), default=0, help=N_("Listen here.")
            ),
            click.option("--name", type=Name(), help=N_("Your name, this time only.")),
            click.option("--attended", is_flag=True, hidden=True),
        )
    ):
        function = option(function)
    return function
