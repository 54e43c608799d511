"""The choice of what goes into a bundle: needed libraries stay, all others are left out."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from camelnet.i18n import LANGUAGES
from tests.scripts import ROOT, script

contents = script("bundle/contents")

QT = "PySide6/Qt"
# Places in the bundle, with what each loads.
LIBRARIES = {
    "PySide6/QtGui.abi3.so": ["libQt6Gui.so.6"],
    "PySide6/QtOpenGL.abi3.so": ["libQt6OpenGL.so.6"],
    f"{QT}/lib/libQt6Gui.so.6": ["libicu.so.73", "libX11.so.6", "libGL.so.1"],
    f"{QT}/lib/libQt6OpenGL.so.6": [],
    f"{QT}/lib/libicu.so.73": [],
    f"{QT}/lib/libQt6Pdf.so.6": [],
    f"{QT}/plugins/platforms/libqxcb.so": ["libxcb-cursor.so.0"],
    f"{QT}/plugins/platforms/libqvnc.so": [],
    f"{QT}/plugins/imageformats/libqpdf.so": ["libQt6Pdf.so.6"],
    "libxcb-cursor.so.0": [],
    "libX11.so.6": ["libXau.so.6"],
    "libXau.so.6": [],
    "libpython3.11.so.1.0": ["libexpat.so.1"],
    "libexpat.so.1": [],
    "_miniaudio.abi3.so": ["libmvec.so.1"],
    "libmvec.so.1": [],
}


def chosen() -> set[str]:
    by_name = {Path(place).name: f"/built/{place}" for place in LIBRARIES}

    def imports(source: str) -> list[str]:
        loaded = LIBRARIES[source.removeprefix("/built/")]
        return [by_name.get(name, f"/usr/lib/{name}") for name in loaded]

    kinds = {place: "EXTENSION" if ".abi3" in place else "BINARY" for place in LIBRARIES}
    entries = [(place, f"/built/{place}", kind) for place, kind in kinds.items()]
    return {place for place, _source, _kind in contents.chosen_binaries(entries, imports)}


def test_what_modules_and_wanted_plugins_load_goes_in() -> None:
    assert chosen() == {
        "PySide6/QtGui.abi3.so",
        f"{QT}/lib/libQt6Gui.so.6",
        f"{QT}/lib/libicu.so.73",
        f"{QT}/plugins/platforms/libqxcb.so",
        "libxcb-cursor.so.0",
        "libpython3.11.so.1.0",
        "_miniaudio.abi3.so",
    }


def test_what_only_a_library_of_the_system_loads_stays_out_with_it() -> None:
    assert not {"libX11.so.6", "libXau.so.6", "libexpat.so.1", "libmvec.so.1"} & chosen()


def test_a_c_runtime_that_some_program_on_windows_left_on_the_path_stays_out() -> None:
    jdk = [
        (name, f"C:\\jdk\\bin\\{name}", "BINARY")
        for name in ("api-ms-win-crt-heap-l1-1-0.dll", "ucrtbase.dll", "EXT-MS-WIN-x-l1-1-0.dll")
    ]
    python = [
        (name, f"C:\\python\\{name}", "BINARY") for name in ("python313.dll", "vcruntime140.dll")
    ]
    loaded = [source for _name, source, _kind in jdk]
    assert contents.chosen_binaries([*jdk, *python], lambda _source: loaded) == python


def test_pyinstaller_finds_no_library_of_another_program_on_windows() -> None:
    around = {"PATH": r"C:\jdk\bin;C:\Windows", "SystemRoot": r"C:\Windows"}
    search_path = script("bundle/build").search_path
    assert search_path("win32", around) == r"C:\Windows\System32;C:\Windows"
    assert search_path("linux", around) == around["PATH"]


def test_plugins_are_known_by_the_names_of_every_system() -> None:
    for place in (
        f"{QT}/plugins/platforms/libqxcb.so",
        "PySide6\\plugins\\platforms\\qwindows.dll",
        f"{QT}/plugins/platforms/libqcocoa.dylib",
        f"{QT}/plugins/iconengines/libqsvgicon.so",
    ):
        assert contents.is_wanted_plugin(place), place
    for place in (f"{QT}/plugins/platforms/libqvnc.so", f"{QT}/plugins/tls/libqopensslbackend.so"):
        assert not contents.is_wanted_plugin(place), place


def test_a_framework_that_is_left_out_takes_its_data_along() -> None:
    core = f"{QT}/lib/QtCore.framework/Versions/A/"
    quick = f"{QT}/lib/QtQuick.framework/Versions/A/"
    kept = [(f"{core}QtCore", "/q/QtCore", "BINARY")]
    data = [(f"{place}Resources/Info.plist", "/q/Info.plist", "DATA") for place in (core, quick)]
    assert contents.chosen_data(data, LANGUAGES, kept) == data[:1]


def test_the_python_of_macos_stays_with_what_leads_to_it() -> None:
    """As PyInstaller collects a framework: its library, what lies beside it, and links."""
    library = ("Python.framework/Versions/3.13/Python", "/Library/Python", "BINARY")
    quick = (f"{QT}/lib/QtQuick.framework/Versions/A/QtQuick", "/q/QtQuick", "BINARY")
    kept = contents.chosen_binaries([library, quick], lambda _source: [])
    assert kept == [library]
    data = [
        ("Python.framework/Versions/3.13/Resources/Info.plist", "/Library/Info.plist", "DATA"),
        ("Python.framework/Versions/Current", "3.13", "SYMLINK"),
        ("Python.framework/Python", "Versions/Current/Python", "SYMLINK"),
        ("Python", "Python.framework/Versions/3.13/Python", "SYMLINK"),
        ("share/words.txt", "/site/words.txt", "DATA"),
        ("share/de/words.txt", "../words.txt", "SYMLINK"),
    ]
    dangling = [
        ("QtQuick", quick[0], "SYMLINK"),
        (f"{QT}/lib/QtQuick.framework/Versions/Current", "A", "SYMLINK"),
        ("a/libquick.dylib", "../libquick.1.dylib", "SYMLINK"),
    ]
    assert contents.chosen_data([*data, *dangling], LANGUAGES, kept) == data


def test_of_qts_words_only_those_of_our_languages_go_in() -> None:
    names = ["qtbase_de", "qtbase_fr", "qtbase_ja", "qt_de", "qtdeclarative_de"]
    data = [(f"{QT}/translations/{name}.qm", "", "DATA") for name in names]
    assert contents.chosen_data(data, LANGUAGES, []) == data[:2]


def test_where_camelnet_was_installed_from_is_not_told() -> None:
    folder = "camelnet-1.0.dist-info"
    data = [(f"{folder}/{name}", "", "DATA") for name in ("direct_url.json", "entry_points.txt")]
    assert contents.chosen_data(data, LANGUAGES, []) == data[1:]


def test_every_module_that_people_play_with_may_be_there() -> None:
    sources = [*(ROOT / "gui/camelnet_gui").rglob("*.py"), *(ROOT / "camelnet").rglob("*.py")]
    played = (path for path in sources if "lab" not in path.parts and path.name != "env.py")
    text = "".join(path.read_text(encoding="utf-8") for path in played)
    imported = set(re.findall(r"^\s*(?:from|import) ([\w.]+)", text, re.MULTILINE))
    assert {"PySide6.QtWidgets", "sqlite3"} <= imported
    assert imported & set(contents.EXCLUDED) == set()


def test_of_our_modules_only_those_stay_out_that_nothing_inside_imports() -> None:
    assert [name for name in contents.UNPLAYED if find_spec(name) is None] == []
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in (ROOT / "camelnet").rglob("*.py")
    }
    inside = {name: path for name, path in modules.items() if contents.is_played(name)}
    assert {"camelnet.lab.arena.command", "camelnet.lab.bench.command"} <= inside.keys()
    left_out = {"camelnet.env", "camelnet.lab.env.codec", "camelnet.lab.train.model"}
    assert not left_out & inside.keys()
    text = "".join(path.read_text(encoding="utf-8") for path in inside.values())
    for package, names in re.findall(r"^\s*from (camelnet[\w.]*) import (.+)", text, re.MULTILINE):
        named = {package, *(f"{package}.{name}" for name in re.findall(r"\w+", names))}
        assert all(map(contents.is_played, named)), named
