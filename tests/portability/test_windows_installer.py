"""The installer for Windows: compiled here, run under wine with programs that stand in for ours.

Its 64-bit build is run, since wine comes without 32 bits here. `make test-windows-core` runs all of
this; `make test` what needs no wine.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.portability.targets import ROOT, say, where
from tests.portability.wine import IN_USE, Windows
from tests.scripts import script

PACKAGING = ROOT / "packaging" / "windows"
THOROUGH = bool(os.environ.get("THOROUGH"))
PLAIN_C = "#include <stdio.h>\nint main(void) { return getchar() == 'x'; }\n"
PRODUCT = r"Software\Microsoft\Windows\CurrentVersion\Uninstall\camelnet"

installer = script("windows/installer")


def test_the_files_are_installed_and_deleted_by_name(tmp_path: Path) -> None:
    (tmp_path / "_internal" / "a b").mkdir(parents=True)
    (tmp_path / "camelnet.exe").touch()
    (tmp_path / "_internal" / "a b" / "c$d.pyd").touch()
    install, delete = "\n".join(installer.commands(tmp_path)).split("!else\n")
    assert f'SetOutPath "$INSTDIR"\nFile "{tmp_path}/camelnet.exe"' in install
    assert (
        f'SetOutPath "$INSTDIR\\_internal\\a b"\nFile "{tmp_path}/_internal/a b/c$d.pyd"' in install
    )
    assert delete.splitlines() == [
        'Delete "$INSTDIR\\_internal\\a b\\c$$d.pyd"',
        'Delete "$INSTDIR\\camelnet.exe"',
        'RMDir "$INSTDIR\\_internal\\a b"',
        'RMDir "$INSTDIR\\_internal"',
        "!endif",
    ]


@pytest.mark.parametrize(
    ("named", "numbers"), [("0.7.0", "0.7.0.0"), ("1.2rc3", "1.2.0.0"), ("1.2.3.4.5", "1.2.3.4")]
)
def test_a_version_has_four_numbers(named: str, numbers: str) -> None:
    assert installer.four_numbers(named) == numbers


def test_every_word_of_the_installer_is_said_in_all_languages() -> None:
    text = (PACKAGING / "words.nsh").read_text(encoding="utf-8")
    script = (PACKAGING / "camelnet.nsi").read_text(encoding="utf-8")
    joined = text.replace("\\\n", " ")
    words = re.findall(r'insertmacro WORD (\w+)\s+"(.+?)"\s+"(.+?)"\s+"(.+?)"', joined)
    assert len(words) == text.count("!insertmacro WORD")
    assert {name for name, *_ in words} == set(re.findall(r"\$\((\w+)\)", script))
    for name, *said in words:
        assert len(set(said)) == 3, name


def test_the_installers_script_is_given_whole_paths() -> None:
    """makensis on Windows takes a / for a part of a name, and on Linux a \\."""
    script = (PACKAGING / "camelnet.nsi").read_text(encoding="utf-8")
    paths = re.findall(r'^\s*(?:!include|File|!define MUI_\w*ICON) "(.*)"$', script, re.MULTILINE)
    assert len(paths) >= 5
    assert [path for path in paths if re.search(r"[/\\]", path)] == []


def test_without_the_programs_there_is_no_installer(tmp_path: Path) -> None:
    if not where("makensis"):
        pytest.skip("makensis is not installed")
    with pytest.raises(installer.Failure, match=r"lacks camelnet\.exe, camelnet-app\.exe"):
        installer.build(tmp_path, tmp_path, tmp_path / "x.exe")


# --- under wine ----------------------------------------------------------------------------------


def payload(folder: Path, *others: str) -> Path:
    """A bundle: two programs that wait for a line, and some files."""
    (folder / "_internal").mkdir(parents=True)
    source = folder.parent / "plain.c"
    source.write_text(PLAIN_C, encoding="utf-8")
    compiler = where("x86_64-w64-mingw32-gcc")
    say([compiler, "-static", "-s", source, "-o", folder / "camelnet.exe"], folder.parent)
    (folder / "camelnet-app.exe").write_bytes((folder / "camelnet.exe").read_bytes())
    for name in others:
        (folder / "_internal" / name).write_text(name, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def icons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("icons")
    say([sys.executable, ROOT / "packaging/desktop/icons.py", folder], ROOT)
    return folder


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Windows]:
    if not THOROUGH:
        pytest.skip("`make test-windows-core` runs it")
    lacking = [name for name in ("wine", "makensis", "x86_64-w64-mingw32-gcc") if not where(name)]
    assert not lacking, f"not installed: {', '.join(lacking)}"
    here = Windows(tmp_path_factory.mktemp("windows"))
    yield here
    here.settle()


@pytest.fixture
def setup(windows: Windows, icons: Path, tmp_path: Path) -> Path:
    bundle = payload(tmp_path / "first", "old.pyd", "kept $HOME.pyd")
    return Path(installer.build(bundle, icons, tmp_path / "camelnet-1.exe", amd64=True))


def removed(windows: Windows, *flags: str) -> None:
    code, _ = windows.run(windows.installed / "uninstall.exe", "/S", *flags)
    windows.settle()
    assert code == 0


def test_it_installs_upgrades_and_leaves_no_trace_but_games(
    windows: Windows, setup: Path, icons: Path, tmp_path: Path
) -> None:
    before, classes = windows.files(), windows.registry(r"Software\Classes")
    assert windows.run(setup, "/S")[0] == 0
    windows.settle()
    place = windows.installed
    assert (place / "_internal/old.pyd").read_text(encoding="utf-8") == "old.pyd"
    assert (place / "_internal/kept $HOME.pyd").exists()
    assert windows.run(place / "camelnet.exe")[0] == 0
    assert any(name.endswith("Programs/camelnet.lnk") for name in windows.files() - before)
    assert f"DisplayVersion    REG_SZ    {installer.version()}" in windows.registry(PRODUCT)
    opened = windows.registry(r"Software\Classes\camelnet.record\shell\open\command")
    assert '\\Programs\\camelnet\\camelnet-app.exe" "%1"' in opened
    assert "camelnet.record" in windows.registry(r"Software\Classes\.camelnet")
    assert "FirewallRule" not in windows.registry(PRODUCT)

    newer = payload(tmp_path / "second", "new.pyd", "kept $HOME.pyd")
    other = installer.build(newer, icons, tmp_path / "camelnet-2.exe", amd64=True)
    (place / "mine.txt").write_text("not yours", encoding="utf-8")
    (windows.games / "games").mkdir(parents=True)
    assert windows.run(other, "/S")[0] == 0
    windows.settle()
    assert sorted(path.name for path in (place / "_internal").iterdir()) == [
        "kept $HOME.pyd",
        "new.pyd",
    ]

    removed(windows)
    left = {name for name in windows.files() - before if "Programs" in name or "camelnet" in name}
    assert {name for name in left if name.endswith(".lnk")} == set()
    assert [path.name for path in place.iterdir()] == ["mine.txt"]
    assert (windows.games / "games").is_dir()
    assert "camelnet" not in windows.registry(PRODUCT)
    assert "camelnet" not in windows.registry(
        r"Software\Microsoft\Windows\CurrentVersion\App Paths"
    )
    assert windows.registry(r"Software\Classes").strip() in ("", classes.strip())

    (place / "mine.txt").unlink()
    assert windows.run(other, "/S")[0] == 0
    windows.settle()
    removed(windows, "/GAMES")
    assert not place.exists()
    assert not windows.games.exists()


def path_entry(windows: Windows) -> tuple[str, str] | None:
    """Kind and value of the user's own PATH."""
    said = windows.run("reg", "query", r"HKCU\Environment", "/v", "Path")[1]
    found = re.search(r"^\s+Path\s+(REG_\w+)\s+(.*?)\r?$", said, re.MULTILINE | re.IGNORECASE)
    return (found[1], found[2]) if found else None


# Longer than a text of NSIS.
LONG_PATH = ("REG_EXPAND_SZ", ";".join(rf"C:\{number:04}\%USERNAME%" for number in range(70)))


@pytest.mark.parametrize("before", [None, LONG_PATH, ("REG_SZ", r"C:\a;C:\b")])
def test_camelnet_becomes_a_command_by_choice_and_the_path_is_left_as_it_was(
    windows: Windows, setup: Path, before: tuple[str, str] | None
) -> None:
    environment = (r"HKCU\Environment", "/v", "Path", "/f")
    windows.run("reg", "delete", *environment)
    if before:
        kind, path = before
        windows.run("reg", "add", *environment, "/t", kind, "/d", path)
    assert path_entry(windows) == before
    assert windows.run(setup, "/S")[0] == 0
    windows.settle()
    assert path_entry(windows) == before, "it was not asked for"
    assert windows.run("cmd", "/c", "camelnet")[0] != 0
    for flags in (["/COMMAND"], []):  # an upgrade keeps the choice
        assert windows.run(setup, "/S", *flags)[0] == 0
        windows.settle()
        kind, path = path_entry(windows) or ("", "")
        *others, ours = path.rsplit(";", 1)
        assert ours.endswith(r"\AppData\Local\Programs\camelnet")
        assert (kind, *others) == (before or ("REG_EXPAND_SZ",))
    if before is not LONG_PATH:  # which wine's cmd does not search
        assert windows.run("cmd", "/c", "camelnet")[0] == 0
    removed(windows)
    assert path_entry(windows) == before


def test_a_program_that_runs_is_not_replaced(windows: Windows, setup: Path) -> None:
    assert windows.run(setup, "/S")[0] == 0
    running = windows.start(windows.installed / "camelnet-app.exe")
    try:
        code, _ = windows.run(setup, "/S")
        assert code == IN_USE
        assert (windows.installed / "_internal/old.pyd").exists()
    finally:
        running.communicate("\n", timeout=600)
    removed(windows)
    assert not windows.installed.exists()
