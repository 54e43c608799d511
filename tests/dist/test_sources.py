"""The source archive is the repository, and the metadata are true."""

from __future__ import annotations

import io
import re
import tarfile
from pathlib import Path

import pytest

import camelnet
from camelnet.i18n import LANGUAGES
from tests.dist import ROOT, program

sources = program("source_files")
PROJECT = sources.project()["project"]
FOLDERS = {"camelnet": ROOT / "camelnet", "camelnet_gui": ROOT / "gui/camelnet_gui"}


def in_manifest(name: str) -> bool:
    """True if MANIFEST.in takes this file into the archive."""
    taken = False
    for line in (ROOT / "MANIFEST.in").read_text().splitlines():
        command, *words = line.split() or ["#"]
        if command == "graft":
            taken |= any(name.startswith(f"{folder}/") for folder in words)
        elif command == "include":
            taken |= any(Path(name).match(word) for word in words) and "/" not in name
        elif command == "global-exclude":
            taken &= not any(Path(name).match(word) for word in words)
    return taken


def test_every_file_of_the_repository_is_in_the_archive() -> None:
    known = sources.tracked()
    if known is None:
        pytest.skip("this is an unpacked archive, or git is missing")
    implied = {"MANIFEST.in", "pyproject.toml", "setup.py"}  # setuptools takes these
    lacking = [name for name in known if name not in implied and not in_manifest(name)]
    assert lacking == []


def test_no_licence_is_in_the_wheel_twice() -> None:
    """Its metadata have each; `make dist` refuses another copy among the data."""
    data = {
        path
        for package, patterns in sources.project()["tool"]["setuptools"]["package-data"].items()
        for pattern in patterns
        for path in FOLDERS[package].glob(pattern)
    }
    assert len(data) > 20
    assert [name for name in PROJECT["license-files"] if ROOT / name in data] == []


def test_what_was_built_is_no_source() -> None:
    built = (
        *("camelnet/_native.abi3.so", "camelnet/_native.c", "camelnet/__pycache__/i18n.cpython.pyc"),
        *("build/dist/one", "dist/x.whl", ".venv/bin/python", "camelnet.egg-info/PKG-INFO"),
        "camelnet/locale/fr/LC_MESSAGES/camelnet.mo",
    )
    assert [name for name in built if not sources.ignored(name)] == []
    assert not sources.ignored("packaging/dist/build.py")


def test_what_git_knows_is_what_lies_in_an_unpacked_archive() -> None:
    known = sources.tracked()
    if known is None:
        pytest.skip("this is an unpacked archive, or git is missing")
    assert set(known) <= set(sources.lying_here())


def archive(folder: Path, names: list[str]) -> Path:
    made = folder / "camelnet-1.tar.gz"
    with tarfile.open(made, "w:gz") as opened:
        for name in names:
            opened.addfile(tarfile.TarInfo(f"camelnet-1/{name}"), io.BytesIO())
    return made


def test_a_file_too_few_or_too_many_is_named(tmp_path: Path) -> None:
    names = [*sources.files(), "PKG-INFO", "camelnet.egg-info/SOURCES.txt"]
    assert sources.differences(archive(tmp_path, names)) == []
    names.remove("Makefile")
    found = sources.differences(archive(tmp_path, [*names, "secret.txt"]))
    assert found == [
        "Makefile is not in camelnet-1.tar.gz",
        "secret.txt is in camelnet-1.tar.gz, and not in the repository",
    ]


def test_a_copy_of_the_sources_keeps_what_can_be_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "files", lambda: ["LICENSE", "packaging/bootstrap"])
    sources.copy(tmp_path)
    assert (tmp_path / "LICENSE").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "packaging/bootstrap").stat().st_mode & 0o777 == 0o755


def test_all_that_is_packed_has_the_time_of_the_last_commit() -> None:
    assert sources.moment() > 1_600_000_000


# --- metadata ------------------------------------------------------------------------------------


def classified(prefix: str) -> set[str]:
    lines = PROJECT["classifiers"]
    return {line.removeprefix(prefix) for line in lines if line.startswith(prefix)}


def test_the_languages_are_the_ones_that_we_speak() -> None:
    english = {"en": "English", "fr": "French", "de": "German"}
    assert {english[code] for code in LANGUAGES} == classified("Natural Language :: ")


def test_the_pythons_begin_where_the_wheel_does() -> None:
    versions = {v for v in classified("Programming Language :: Python :: ") if v[0] == "3"}
    numbers = sorted(int(v.split(".")[1]) for v in versions if "." in v)
    least = re.fullmatch(r">=3\.(\d+)", PROJECT["requires-python"])
    assert least is not None
    assert numbers == list(range(int(least[1]), int(least[1]) + len(numbers)))
    assert f'"cp3{least[1]}"' in (ROOT / "setup.py").read_text(), "the tag of the wheel"


def test_the_licences_of_what_is_built_in_go_along() -> None:
    for name in PROJECT["license-files"]:
        assert (ROOT / name).read_text(encoding="utf-8").strip()
    vendored = [path.parent.name for path in (ROOT / "native").glob("*/LICENSE")]
    assert {f"native/{name}/LICENSE" for name in vendored} <= set(PROJECT["license-files"])


@pytest.mark.parametrize("package", ["camelnet", "gui/camelnet_gui"])
def test_each_package_says_that_it_is_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").exists()
    data = sources.project()["tool"]["setuptools"]["package-data"]
    assert "py.typed" in data[Path(package).name]


def test_the_version_has_one_source() -> None:
    assert PROJECT["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", camelnet.__version__)
