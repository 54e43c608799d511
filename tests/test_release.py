"""What the app says about itself: its age, and by which file it came here."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from camelnet import __version__
from camelnet.doctor.system import System
from camelnet.release import RELEASED, age_days, came_by
from tests.scripts import ROOT, script


def test_the_date_is_that_of_the_desktops_list() -> None:
    assert script("desktop/metainfo").DATES[__version__] == RELEASED.isoformat()


def test_age_is_counted_in_days_and_a_clock_that_is_wrong_is_seen() -> None:
    assert [age_days(RELEASED + timedelta(days)) for days in (-1, 0, 1, 400)] == [-1, 0, 1, 400]
    assert age_days(date(2000, 1, 1)) < 0


def test_this_checkout_says_so() -> None:
    words = f"From a checkout of the sources, which may be newer: {ROOT}."
    assert str(came_by(System())) == words


def test_each_file_of_a_release_is_told_from_the_others(tmp_path: Path) -> None:
    def said(platform: str, program: Path) -> str:
        return str(came_by(System(platform, program=str(program), bundled=True)))

    archive = f"From the archive, unpacked in {tmp_path}."
    assert said("linux", tmp_path / "camelnet") == archive
    assert said("win32", tmp_path / "camelnet-app.exe") == archive
    (tmp_path / "uninstall.exe").touch()
    assert said("win32", tmp_path / "camelnet-app.exe") == "Installed by the Windows installer."
    debian = "Installed by the package for Debian, Ubuntu and Mint."
    assert said("linux", Path("/usr/lib/camelnet/camelnet")) == debian
    mac = Path("/Applications/camelnet.app/Contents/MacOS/camelnet")
    assert said("darwin", mac) == "Installed from the disk image for macOS."
    site = tmp_path / "site-packages/camelnet"
    assert str(came_by(System(), site)) == f"Installed by pip, in {site}."


def test_packers_put_it_where_it_looks_for_itself() -> None:
    deb = (ROOT / "packaging/debian/deb.py").read_text(encoding="utf-8")
    assert 'PROGRAM_FOLDER = Path("usr/lib/camelnet")' in deb
    nsis = (ROOT / "packaging/windows/camelnet.nsi").read_text(encoding="utf-8")
    assert 'WriteUninstaller "$INSTDIR\\uninstall.exe"' in nsis
