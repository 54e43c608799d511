"""Every frame that a peer reads has exactly one route."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

from camelnet.protocol.wire.frames import FRAMES, TableFrame
from tests.session.room import Room


def test_every_frame_is_of_a_table_or_has_a_route_of_its_own(tmp_path: Path) -> None:
    room = Room([""], tmp_path, 5)
    routes = room.guests[0].peer._router._routes.keys()
    assert not routes & set(get_args(TableFrame))
    assert routes | set(get_args(TableFrame)) == set(FRAMES)
    room.close()
