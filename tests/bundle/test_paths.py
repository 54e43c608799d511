"""The check of paths finds what tells of the machine that built, and nothing else."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.scripts import ROOT, script

paths = script("bundle/paths")


@pytest.mark.parametrize(
    "data",
    [
        b"\0/home/ann/src/camelnet/core.c\0",
        b'File "/home/ann/x.py"',
        b"-L/root/lib".replace(b"-L", b"-L "),
        b"C:\\\0\\home\\ann\\x",
    ],
)
def test_a_builders_path_is_found(data: bytes) -> None:
    assert paths.pattern(["/home/ann", "/root"]).search(data)


@pytest.mark.parametrize("data", [b"/opt/rh/root/usr/include", b"/home/anna/x", b"/rooted/x"])
def test_paths_that_only_look_alike_are_not(data: bytes) -> None:
    assert not paths.pattern(["/home/ann", "/root"]).search(data)


def test_files_archives_and_links_are_read(tmp_path: Path) -> None:
    (tmp_path / "library.so").write_bytes(b"one")
    (tmp_path / "link").symlink_to("/two")
    with zipfile.ZipFile(tmp_path / "base.zip", "w") as zipped:
        zipped.writestr("os.pyc", "three")
    read = dict(paths.contents(tmp_path))
    assert read["library.so"] == b"one"
    assert read["link"] == b"/two"
    assert read["base.zip:os.pyc"] == b"three"


def test_code_tells_its_files_and_its_constants() -> None:
    code = compile("def f():\n    return '/root/x'", "/home/ann/y.py", "exec")
    assert set(paths.places(code)) == {"/home/ann/y.py"}
    assert "/root/x" in set(paths.constants(code))


def test_the_home_of_a_hosted_runner_is_no_secret() -> None:
    """Who built our libraries there left its name in them."""
    folders = script("bundle/build").private_folders
    assert folders({"GITHUB_ACTIONS": "true"}) == [ROOT]
    assert folders({}) == [ROOT, Path.home()]
