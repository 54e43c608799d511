"""Rooms of laptops that are played side by side, in threads: most of their time is waiting.

A test that is decorated with `beside_others` is called with a `Room` and a folder of its own. All
such tests of a module begin when the first of them is asked for:

    evenings = pytest.fixture(scope="module")(side_by_side)
"""

from __future__ import annotations

import concurrent.futures
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.net.netns import Room, require_namespaces
from tests.net.tables import SEATS
from tests.sampling import is_left_out

SIDE_BY_SIDE = 3

Evening = Callable[[Room, Path], None]


class Evenings:
    """The evenings of all tests of a module that are going to run."""

    def __init__(self, evenings: list[Evening], folder: Path) -> None:
        self._rooms: list[Room] = []
        self._folder = folder
        self._pool = concurrent.futures.ThreadPoolExecutor(SIDE_BY_SIDE)
        self._played = {name: self._pool.submit(self._play, name) for name in evenings}

    def _play(self, evening: Evening) -> None:
        folder = self._folder / evening.__name__
        folder.mkdir()
        with Room(SEATS) as room:
            self._rooms.append(room)
            evening(room, folder)

    def result(self, evening: Evening) -> None:
        """Wait for its end; raises what it raised."""
        self._played[evening].result()

    def close(self) -> None:
        """Also in the middle of it: without their processes the evenings end at once."""
        for future in self._played.values():
            future.cancel()
        for room in self._rooms:
            room.close()
        self._pool.shutdown()


def side_by_side(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Evenings]:
    """The fixture `evenings` of a module."""
    require_namespaces()
    functions = [
        getattr(item, "function", None)
        for item in request.session.items
        if getattr(item, "module", None) is request.module and not is_left_out(item)
    ]
    found = [getattr(function, "evening", None) for function in functions]
    made = Evenings([evening for evening in found if evening], tmp_path_factory.mktemp("room"))
    yield made
    made.close()


def beside_others(evening: Evening) -> Callable[[Evenings], None]:
    """A test that is played side by side with the others of its module."""

    def test(evenings: Evenings) -> None:
        evenings.result(evening)

    test.evening = evening  # type: ignore[attr-defined]
    return test
