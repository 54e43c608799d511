"""What every test of a session gets: rooms of peers, closed when it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.session.room import Room

MakeRoom = Callable[..., Room]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MakeRoom]:
    """Makes rooms: a level for each guest, "" for a person; a seed and all else of a `Room`."""
    rooms: list[Room] = []

    def make(*levels: str, **given: Any) -> Room:
        rooms.append(Room(list(levels), tmp_path / str(len(rooms)), **given))
        return rooms[-1]

    yield make
    for each in rooms:
        each.close()
