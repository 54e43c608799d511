"""Files on Windows and macOS: what those systems refuse or need, simulated here."""

from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from camelnet.record import durable
from tests.portability.windows_files import strict_files  # noqa: F401, for its effect


def test_an_open_file_is_neither_renamed_nor_removed(tmp_path: Path) -> None:
    file, other = tmp_path / "a", tmp_path / "b"
    with file.open("wb"):
        for act in (file.unlink, lambda: file.rename(other), lambda: file.replace(other)):
            with pytest.raises(PermissionError):
                act()
    other.touch()
    with pytest.raises(FileExistsError):
        file.rename(other)
    file.replace(other)
    other.unlink()


@pytest.mark.parametrize("name", ["con", "Nul.txt", "12:30.png", "a?", "dot.", "space "])
def test_a_name_that_windows_does_not_take_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no such name"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / f"x-{name[0]}").write_text("", encoding="utf-8")


def test_a_file_that_is_held_for_a_moment_is_put_in_place_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a virus scanner on Windows does it."""
    draft, path = tmp_path / "draft", tmp_path / "path"
    draft.write_text("new", encoding="utf-8")
    path.write_text("old", encoding="utf-8")
    holding = draft.open("rb")
    pauses = iter((False, True))

    def pause(_seconds: float) -> None:
        if next(pauses):
            holding.close()

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(time, "sleep", pause)
    durable.put(draft, path)
    assert path.read_text(encoding="utf-8") == "new"
    assert not draft.exists()
    assert next(pauses, None) is None


def test_a_file_that_is_held_for_good_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, path = tmp_path / "draft", tmp_path / "path"
    pauses: list[float] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(time, "sleep", pauses.append)
    with draft.open("wb"), pytest.raises(PermissionError):
        durable.put(draft, path)
    assert 0 < sum(pauses) < 1


@pytest.mark.parametrize("refuses", [False, True])
def test_a_mac_empties_the_cache_of_the_drive_where_it_can(
    refuses: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    calls: list[object] = []

    def control(_descriptor: int, command: int) -> int:
        calls.append(command)
        if refuses:
            raise OSError(errno.ENOTSUP, "not on this file system")
        return 0

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", control)
    monkeypatch.setattr(os, "fsync", lambda _descriptor: calls.append("fsync"))
    with (tmp_path / "file").open("wb") as file:
        durable.sync(file.fileno())
    assert calls == ([51, "fsync"] if refuses else [51])


def test_windows_is_asked_to_open_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_ignored: Any) -> int:
        raise PermissionError(errno.EACCES, "a folder")

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "open", refused)
    durable.sync_folder(Path("anywhere"))
