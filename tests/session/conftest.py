"""What every test of a session gets: rooms of peers, closed when it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from camelnet.session.lobby.builds import Build
from tests.session.room import Room

MakeRoom = Callable[..., Room]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MakeRoom]:
    """Makes rooms: a level for each guest, "" for a person, a seed, a game and builds."""
    rooms: list[Room] = []

    def make(
        *levels: str, seed: int = 0, game: str = "camelup", builds: Sequence[Build] = ()
    ) -> Room:
        rooms.append(Room(list(levels), tmp_path / str(len(rooms)), seed, game, builds))
        return rooms[-1]

    yield make
    for each in rooms:
        each.close()
