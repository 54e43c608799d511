"""The app, if its extra is installed, and the process that plays its sounds."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from camelnet.i18n import N_, _
from camelnet.terminal.self_command import VOICE

if TYPE_CHECKING:
    from camelnet.sharing.boards import PaintBoards

APP_GROUP = "camelnet.app"
APP_NEEDS = "PySide6"  # comes with the extra `gui`
_MISSING = N_("The app is not installed. To install it: pip install 'camelnet[gui]'")


def find_app() -> Callable[..., int] | None:
    """The app, if its extra is installed. Imports nothing of it yet."""
    return _registered("qt")


def find_voice() -> Callable[[], int] | None:
    """The player of the app's sounds, a process of its own, if the app is installed."""
    return _registered("voice")


def find_alert() -> Callable[[str], None] | None:
    """The window that shows a sentence, if the app is installed."""
    return _registered("alert")


def find_boards() -> PaintBoards | None:
    """The painter of a page's boards, if the app is installed."""
    return _registered("boards")


def _registered(name: str) -> Callable[..., Any] | None:
    if find_spec(APP_NEEDS) is None:
        return None
    from importlib.metadata import entry_points

    for entry in entry_points(group=APP_GROUP, name=name):
        try:
            loaded: Callable[..., Any] = entry.load()
        except ImportError:
            continue
        return loaded
    return None


def installed_app() -> Callable[..., int]:
    """The app; raises `click.ClickException` with advice on installing it."""
    app = find_app()
    if app is None:
        raise click.ClickException(_(_MISSING))
    return app


@click.command(VOICE)
def voice() -> int:
    play_sounds = find_voice()
    if play_sounds is None:
        raise click.ClickException(_(_MISSING))
    return play_sounds()
