"""Wheels of all dependencies: the requirements of each system, and a lack that has to be found."""

from __future__ import annotations

import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.scripts import ROOT, script

wheels = script("release/wheels")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def needed(name: str) -> set[str]:
    return set(wheels.needed(PROJECT, wheels.TARGETS[name], "3.11"))


def test_older_versions_are_asked_for_where_newer_ones_have_no_wheels() -> None:
    assert {"cryptography<47"} <= needed("windows-arm64")
    assert {"cryptography<49", "zeroconf<0.150"} <= needed("macos-x86_64")
    for name in ("linux-x86_64", "linux-arm64", "windows-x86_64", "macos-arm64"):
        assert not {
            line for line in needed(name) if line.startswith(("cryptography<", "zeroconf<"))
        }
    assert {line.split(">")[0] for line in needed("macos-arm64") - needed("linux-arm64")} == {
        "miniaudio"
    }


def a_wheel(folder: Path, name: str) -> None:
    project, version, *_tags = name.split("-")
    about = f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n"
    with zipfile.ZipFile(folder / f"{name}.whl", "w") as file:
        file.writestr(f"{project}-{version}.dist-info/METADATA", about)
        file.writestr(f"{project}-{version}.dist-info/WHEEL", "Wheel-Version: 1.0\n")
        file.writestr(f"{project}-{version}.dist-info/RECORD", "")


@pytest.mark.slow
def test_a_version_without_a_wheel_for_a_system_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    a_wheel(tmp_path, "sand-1.0-py3-none-macosx_11_0_x86_64")
    a_wheel(tmp_path, "sand-2.0-py3-none-win_amd64")
    windows, macos = (wheels.TARGETS[name] for name in ("windows-x86_64", "macos-x86_64"))
    assert wheels.resolve(["sand>=2"], windows, "3.13") == ""
    assert "sand>=2" in wheels.resolve(["sand>=2"], macos, "3.13")
    assert wheels.resolve(["sand>=1"], macos, "3.11") == ""
