"""Fixtures of the packed bundle. Without one none of these tests is collected."""

from __future__ import annotations

import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bundle.shipped.laptop import ARCHIVE, Laptop
from tests.bundle.shipped.screen import Screen
from tests.display import desktop
from tests.net.netns import Room

if ARCHIVE not in os.environ:
    collect_ignore_glob = ["test_*.py"]

FOLDER = "Spaß & jeux d'été 骆驼"


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The executable of the unpacked bundle; a path to it has spaces, quotes and other letters."""
    place = tmp_path_factory.mktemp("players") / FOLDER
    place.mkdir()
    with tarfile.open(os.environ[ARCHIVE]) as tar:
        tar.extractall(place, filter="fully_trusted")
    return place / "camelnet/camelnet"


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    """A network of two laptops."""
    with Room(2) as made:
        yield made


@pytest.fixture
def laptop(room: Room, app: Path, tmp_path: Path) -> Laptop:
    return Laptop(room, 0, app, tmp_path / "Zoë")


@pytest.fixture
def another(room: Room, app: Path, tmp_path: Path) -> Laptop:
    return Laptop(room, 1, app, tmp_path / "Łukasz")


@pytest.fixture
def screen(laptop: Laptop, tmp_path: Path) -> Iterator[Screen]:
    """A display with a window manager, on which the first laptop opens its windows."""
    with desktop(tmp_path) as display:
        laptop.environment["DISPLAY"] = display
        yield Screen(display, tmp_path)


@pytest.fixture(scope="session")
def record(app: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game of bots, made by the bundle."""
    folder = tmp_path_factory.mktemp("records")
    with Room(1) as room:
        player = Laptop(room, 0, app, folder / "home")
        player.run("play", "--auto", "--game", "cards", "--record", folder / "public")
    (made,) = (folder / "public").glob("*.camelnet")
    return made
