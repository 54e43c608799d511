"""Names that the entry point and the application agree on; loaded before Qt is."""

from __future__ import annotations

from typing import Protocol

from camelnet.i18n import _, choose_language
from camelnet.languages import wanted_languages
from camelnet.rules import Options

DONE = 0  # exit codes: the window was closed, or the app that runs has taken over
FAILED = 1  # the app cannot run
PIXMAP_CACHE_KIB = 262_144  # the default of 10 MiB makes frames at 2x a hundred times slower


class OpenTable(Protocol):
    """A table that the app opens at once."""

    @property
    def table(self) -> str:
        """Its name; "" for one that no table has."""

    @property
    def game(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def options(self) -> Options: ...
    @property
    def strict(self) -> bool: ...
    @property
    def aids(self) -> bool: ...
    @property
    def bots(self) -> int:
        """The number of them that come to it."""

    @property
    def level(self) -> str: ...
    @property
    def style(self) -> str: ...


class WatchTable(Protocol):
    """A table that the app watches on a big screen as soon as it can."""

    @property
    def table(self) -> str | None:
        """Its name; None for the first one that can be watched."""

    @property
    def game(self) -> str | None:
        """The game that must be played there; None for any."""

    @property
    def address(self) -> tuple[str, int] | None:
        """The address to dial; None where the table is found."""


def speak(wanted: str) -> str:
    """Choose the language of a setting, or of the system when it is "". Its code."""
    return choose_language([wanted] if wanted else wanted_languages())


def told_the_other() -> int:
    """Says that the app that runs has taken over; the exit code."""
    print(_("camelnet is already running: its window comes to the front."))
    return DONE
