"""Two laptops with a long line between them, as a VPN is: nobody is found by itself, one joins by
address, and the game ends. docs/network.md says what it felt like.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from camelnet.net.address import parse_address
from camelnet.session.api.facts import LobbyChanged
from tests.net.bot_room import Seat, play_a_game, seats, until
from tests.net.peers import HOST
from tests.net.relay import delaying
from tests.net.test_following import filtered

__all__ = ["filtered"]


@pytest.mark.slow
@pytest.mark.usefixtures("filtered")
@pytest.mark.parametrize(
    "delay_ms",
    [30, 100, pytest.param(300, marks=pytest.mark.slow)],
)
@pytest.mark.every(3)
async def test_a_game_over_a_long_line_comes_to_its_end(tmp_path: Path, delay_ms: int) -> None:
    async with seats(tmp_path, 2) as room:
        near, far = room
        port = far.node._transport.port
        async with delaying(port, delay_ms / 1000) as line:
            near.node.connect(*parse_address(f"{HOST}:{line.port}"))
            await until(lambda: len(met(near)) == 1 == len(met(far)), room)
            began = time.monotonic()
            await play_a_game(room, "over a long line")
            print(f"{delay_ms} ms each way: {time.monotonic() - began:.0f} s, {line.carried} bytes")
            assert line.connections == 1, "one connection was enough from the start to the end"
            for seat in room:
                assert not [told for told in seat.notices if "heard" in told], seat.notices


def met(seat: Seat) -> tuple[object, ...]:
    """The others whom that node knows of."""
    told = seat.facts.get(LobbyChanged)
    return () if told is None else told.lobby.peers
