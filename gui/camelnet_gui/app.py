"""The entry point of the app: the wiring of window, bridge, settings and crash log.

Qt is loaded only once it is known that there is a display to open a window on.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Protocol

from camelnet.i18n import _, choose_language
from camelnet.rules import Options
from camelnet_gui.display import NoDisplay, choose_platform

USAGE, FAILED = 2, 1
PIXMAP_CACHE_KIB = 262_144  # the default of 10 MiB makes frames at 2x a hundred times slower


class OpenTable(Protocol):
    """A table that the app opens at once, e.g. for bots that are on their way."""

    @property
    def table(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> Options: ...


def run(
    *,
    profile: Path | None,
    name: str = "",
    interface: str | None = None,
    port: int = 0,
    record_dir: Path | None = None,
    table: OpenTable | None = None,
) -> int:
    """Open the app and play until its window is closed. Returns the exit code."""
    try:
        platform = choose_platform(os.environ)
    except NoDisplay as error:
        print(f"camelnet: {error}", file=sys.stderr)
        return USAGE
    if platform:
        os.environ["QT_QPA_PLATFORM"] = platform
    try:
        from camelnet_gui.application import Application
    except ImportError as error:
        text = _("Qt cannot be loaded: {why}. Debian and Ubuntu: apt-get install libegl1 libgl1.")
        print(f"camelnet: {text.format(why=error)}", file=sys.stderr)
        return FAILED
    return Application.launch(
        profile=profile,
        name=name,
        interface=interface,
        port=port,
        record_dir=record_dir,
        table=table,
    )


def languages() -> list[str]:
    """What the environment asks for, as gettext reads it."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value.split(":")
    return []


def speak(wanted: str) -> str:
    """Choose the language of a setting, or of the environment when it is "". Its code."""
    return choose_language([wanted] if wanted else languages())
