"""This release: its date, and the file by which it came here."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from camelnet.i18n import N_, Message, message

RELEASED: Final = date(2026, 11, 23)  # packaging/desktop/metainfo.py has those before it
_DEBIAN: Final = Path("/usr/lib/camelnet")


@dataclass(frozen=True, slots=True)
class Place:
    """The place of this camelnet on its computer."""

    platform: str = sys.platform
    program: Path = Path(sys.executable)
    bundled: bool = bool(getattr(sys, "frozen", False))  # that program is camelnet's own
    package: Path = Path(__file__).parent

    def came_by(self) -> Message:
        """The sentence that names the file by which it came here."""
        if not self.bundled:
            if (self.package.parent / "pyproject.toml").is_file():
                template = N_("From a checkout of the sources, which may be newer: {folder}.")
                return message(template, folder=str(self.package.parent))
            return message(N_("Installed by pip, in {folder}."), folder=str(self.package))
        folder = self.program.resolve().parent
        if self.platform == "win32" and (folder / "uninstall.exe").is_file():
            return Message(N_("Installed by the Windows installer."))
        if self.platform == "darwin":
            return Message(N_("Installed from the disk image for macOS."))
        if folder == _DEBIAN:
            return Message(N_("Installed by the package for Debian, Ubuntu and Mint."))
        return message(N_("From the archive, unpacked in {folder}."), folder=str(folder))


def age_days(today: date) -> int:
    """The days since the release; negative where the clock is wrong."""
    return (today - RELEASED).days
