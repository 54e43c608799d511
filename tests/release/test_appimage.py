"""The AppImage: the bundle with its menu entry and icon in one file system, behind a runtime."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def appimage(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program, which stands in no package and finds others of packaging/bundle."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("archive", "build", "elf", "licences"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    path = ROOT / "packaging/appimage/appimage.py"
    spec = importlib.util.spec_from_file_location("appimage", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("archive", "build", "elf", "licences"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return module


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A stand-in for what `make bundle` makes."""
    folder = tmp_path / "camelnet"
    for name in (
        "camelnet",
        "_internal/library.so",
        "share/applications/camelnet.desktop",
        "share/icons/hicolor/256x256/apps/camelnet.png",
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return folder


def test_it_shows_the_bundle_with_start_entry_and_icon(
    appimage: ModuleType, bundle: Path, tmp_path: Path
) -> None:
    place = appimage.lay_out(bundle, tmp_path / "AppDir")
    assert (place / "AppRun").read_text() == "camelnet"
    assert (place / "AppRun").readlink() == Path("usr/lib/camelnet/camelnet")
    assert (place / "usr/lib/camelnet/_internal/library.so").is_file()
    assert not (place / "usr/lib/camelnet/share").exists()
    assert (place / "camelnet.desktop").is_file()
    assert (place / ".DirIcon").read_text() == (place / "camelnet.png").read_text()


def test_without_a_bundle_it_says_what_makes_one(appimage: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(appimage.Failure, match="`make bundle` makes it"):
        appimage.lay_out(tmp_path, tmp_path / "AppDir")


@pytest.mark.skipif(shutil.which("mksquashfs") is None, reason="mksquashfs is not installed")
def test_the_same_folder_gives_the_same_bytes_behind_the_runtime(
    appimage: ModuleType, bundle: Path, tmp_path: Path
) -> None:
    place = appimage.lay_out(bundle, tmp_path / "AppDir")
    one = appimage.pack(place, tmp_path / "one", 1_700_000_000).read_bytes()
    os.utime(place / "camelnet.desktop")
    assert appimage.pack(place, tmp_path / "two", 1_700_000_000).read_bytes() == one
    runtime = tmp_path / "runtime"
    runtime.write_bytes(b"\x7fELF")
    image = appimage.join(runtime, tmp_path / "two", tmp_path / "dist/camelnet.AppImage")
    assert image.read_bytes() == b"\x7fELF" + one
    assert os.access(image, os.X_OK)
