"""The archive: equal to the byte for equal folders, and complete."""

from __future__ import annotations

import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.scripts import script

archive = script("bundle/archive")


def a_folder(parent: Path, *, reverse: bool) -> Path:
    """The same app, made in another order and at another time."""
    files = {"camelnet": b"\x7fELF", "_internal/b.so": b"b" * 999, "_internal/a": b""}
    folder = parent / "camelnet"
    (folder / "_internal").mkdir(parents=True)
    for name in sorted(files, reverse=reverse):
        (folder / name).write_bytes(files[name])
        os.utime(folder / name, (1_000_000 + reverse, 1_000_000 + reverse))
        (folder / name).chmod(0o640 if reverse else 0o600)
    (folder / "camelnet").chmod(0o755 if reverse else 0o700)
    (folder / "_internal/b.so.1").symlink_to("b.so")
    return folder


@pytest.mark.parametrize("kind", ["pack_tar", "pack_zip"])
def test_equal_folders_give_equal_archives(tmp_path: Path, kind: str) -> None:
    made = []
    for reverse in (False, True):
        parent = tmp_path / str(reverse)
        folder = a_folder(parent, reverse=reverse)
        if kind == "pack_zip":
            (folder / "_internal/b.so.1").unlink()  # Windows has no links in its archives
        made.append(getattr(archive, kind)(folder, parent / "app-1.0", 1_700_000_000))
    assert made[0].read_bytes() == made[1].read_bytes()


def test_a_tar_keeps_links_and_what_may_be_run(tmp_path: Path) -> None:
    packed = archive.pack_tar(a_folder(tmp_path, reverse=False), tmp_path / "app", 5)
    assert packed.name == "app.tar.xz"
    with tarfile.open(packed) as tar:
        assert tar.getmember("camelnet/_internal/b.so.1").linkname == "b.so"
        assert tar.getmember("camelnet/camelnet").mode == 0o755
        assert tar.getmember("camelnet/_internal/b.so").mode == 0o644


def test_a_zip_lists_every_file_below_one_folder(tmp_path: Path) -> None:
    packed = archive.pack_zip(a_folder(tmp_path, reverse=False), tmp_path / "app", 5)
    with zipfile.ZipFile(packed) as zipped:
        assert {"camelnet/camelnet", "camelnet/_internal/a"} < set(zipped.namelist())


def test_the_date_is_the_one_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "12345")
    assert archive.source_date(tmp_path) == 12345
