"""Finished reviews are kept: a second look is instant, and whatever happens to the files, only a
review is lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from camelnet.bots import network
from camelnet.record import cache_folder, durable
from camelnet.record.cache_folder import CacheFolder
from camelnet.review import Review, analysis, kept, known_faces, review
from camelnet.session.api.facts import Stepped
from tests.review.test_review import at_random

NODES = 4


@pytest.fixture(scope="module")
def steps() -> list[Stepped]:
    return at_random("camelup")[-40:]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """The number of searches so far."""
    asked = []
    true = analysis.look_ahead

    def look_ahead(*given: object, **more: object) -> object:
        asked.append(given)
        return true(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis, "look_ahead", look_ahead)
    return lambda: len(asked)


def reviewed(steps: list[Stepped], shelf: CacheFolder, **more: object) -> Review | None:
    return review(steps, known_faces(steps), nodes=NODES, shelf=shelf, **more)  # type: ignore[arg-type]


def test_a_second_look_searches_nothing_and_finds_the_same(
    steps: list[Stepped], tmp_path: Path, looks: Callable[[], int]
) -> None:
    first = reviewed(steps, CacheFolder(tmp_path))
    searched = looks()
    assert searched > len(steps)
    assert reviewed(steps, CacheFolder(tmp_path)) == first
    assert looks() == searched
    assert [file.name for file in tmp_path.iterdir()], "and nothing but whole files lies there"
    assert all(len(file.name) == 64 for file in tmp_path.iterdir())


@pytest.mark.slow
def test_whatever_changes_what_is_found_is_kept_apart(
    steps: list[Stepped], tmp_path: Path, looks: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = CacheFolder(tmp_path)
    reviewed(steps, shelf)
    away = [replace(step, ghosts=(1,)) for step in steps]
    for changed in (
        lambda: reviewed(steps, shelf, reader=1),
        lambda: reviewed(steps, shelf, reader=1, reader_faces=lambda step: "bgowy"),
        lambda: reviewed(steps, shelf, seed=1),
        lambda: reviewed(steps[1:], shelf),
        lambda: reviewed(away, shelf),
    ):
        searched = looks()
        changed()
        assert looks() > searched
    for place, name, value in (
        (kept, "VERSION", kept.VERSION + 1),
        (network, "digest", lambda game: "another"),
    ):
        monkeypatch.setattr(place, name, value)
        searched = looks()
        reviewed(steps, shelf)
        assert looks() > searched


@pytest.mark.slow
@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b[:-3] + b"1]]", lambda b: b""])
def test_a_damaged_file_is_replaced(
    steps: list[Stepped],
    tmp_path: Path,
    looks: Callable[[], int],
    damage: Callable[[bytes], bytes],
) -> None:
    first = reviewed(steps, CacheFolder(tmp_path))
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    searched = looks()
    assert reviewed(steps, CacheFolder(tmp_path)) == first
    assert looks() > searched
    searched = looks()
    assert reviewed(steps, CacheFolder(tmp_path)) == first
    assert looks() == searched


@pytest.mark.parametrize(
    "told", [b"[]", b"{}", b"3", b"[[], [[1, 2]], [], [], [], []]", b"[3, [], [], [], [], []]"]
)
def test_what_another_version_kept_is_a_review_that_is_not_there(told: bytes) -> None:
    assert kept.from_bytes(sha256(told).digest() + told) is None


@pytest.mark.slow
def test_a_full_disk_or_a_folder_that_is_none_costs_only_time(
    steps: list[Stepped], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "file"
    taken.touch()
    first = reviewed(steps, CacheFolder(taken))
    assert first is not None

    def full(_draft: Path, _path: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(durable, "put", full)
    folder = tmp_path / "reviews"
    shelf = CacheFolder(folder)
    assert reviewed(steps, shelf) == first
    assert list(folder.iterdir()) == [], "no draft stays"
    assert shelf.trouble is not None
    assert shelf.trouble.errno == 28
    monkeypatch.undo()
    shelf.put("again", b"x")
    assert shelf.trouble is None


def test_the_oldest_files_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_folder, "FILES_MAX", 3)
    monkeypatch.setattr(cache_folder, "BYTES_MAX", 10)
    shelf = CacheFolder(tmp_path)
    for number in range(5):
        shelf.put(str(number), b"x" * number)
        os.utime(tmp_path / str(number), (number, number))
    assert {file.name for file in tmp_path.iterdir()} == {"2", "3", "4"}
    shelf.put("large", b"x" * 11)
    assert shelf.get("large") is None
    assert shelf.get("4") == b"xxxx"
