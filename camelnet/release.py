"""This release: its date, and the file by which it came here."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

from camelnet.doctor.system import System
from camelnet.i18n import N_, Message, message

RELEASED: Final = date(2026, 11, 28)  # packaging/desktop/metainfo.py has those before it
_DEBIAN: Final = Path("/usr/lib/camelnet")


def came_by(system: System, package: Path = Path(__file__).parent) -> Message:
    """The sentence that names the file by which this camelnet came here. `package`: its modules."""
    if not system.bundled:
        if (package.parent / "pyproject.toml").is_file():
            template = N_("From a checkout of the sources, which may be newer: {folder}.")
            return message(template, folder=str(package.parent))
        return message(N_("Installed by pip, in {folder}."), folder=str(package))
    folder = Path(system.program).resolve().parent
    if system.platform == "win32" and (folder / "uninstall.exe").is_file():
        return Message(N_("Installed by the Windows installer."))
    if system.platform == "darwin":
        return Message(N_("Installed from the disk image for macOS."))
    if folder == _DEBIAN:
        return Message(N_("Installed by the package for Debian, Ubuntu and Mint."))
    return message(N_("From the archive, unpacked in {folder}."), folder=str(folder))


def age_days(today: date) -> int:
    """The days since the release; negative where the clock is wrong."""
    return (today - RELEASED).days
