"""An open lobby under attack, while a game of real nodes goes on beside it.

HOSTILE_S sets for how many seconds (6 without it), HOSTILE_SEED with which dice.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from camelnet.net import announcements, mdns
from camelnet.net.admission import ACCEPTED_MAX
from tests.net.bot_room import Seat, play_a_game, seats, until
from tests.net.peers import HOST

ROOT = Path(__file__).parents[2]
SECONDS = int(os.environ.get("HOSTILE_S", "6"))
SEED = int(os.environ.get("HOSTILE_SEED", "20141115"))
SEATS = 3
GROWTH_BYTES_MAX = 64 * 1024 * 1024
GAMES_MAX = 30 * SECONDS  # by then the attack is over on any machine


def free_udp_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def resident_bytes() -> int:
    """What this process holds in memory now; 0 where the system does not tell."""
    statm = Path("/proc/self/statm")
    if not statm.exists():
        return 0
    gc.collect()
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def sockets_of(seat: Seat) -> list[str]:
    return [connection.address for connection in seat.node._transport._connections]


@pytest.mark.slow
async def test_a_game_goes_on_to_its_end_beside_a_hostile_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other camelnets of this computer have nothing to do with it.
    monkeypatch.setattr(mdns, "SERVICE", f"_cn-{os.getpid()}._tcp.local.")
    monkeypatch.setattr(announcements, "PORT", free_udp_port())
    print("HOSTILE_SEED", SEED)
    complaints: list[dict[str, Any]] = []

    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    async with seats(tmp_path, SEATS) as room:
        await play_a_game(room, "warm-up")
        tasks, before = len(asyncio.all_tasks()), resident_bytes()
        victim = room[0]
        attacker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.net.hostile", HOST),
            *map(str, (victim.node._transport.port, announcements.PORT, SECONDS, SEED)),
            cwd=ROOT,
            stdout=asyncio.subprocess.PIPE,
        )
        ended = asyncio.create_task(attacker.wait())
        games, most, highest = 0, 0, before
        while not ended.done():
            await play_a_game(room, f"evening {games}")
            games += 1
            assert games < GAMES_MAX, "the attack does not end"
            most = max(most, len(sockets_of(victim)))
            highest = max(highest, resident_bytes())
        assert attacker.stdout is not None
        tried = json.loads(await attacker.stdout.read())
        print(games, "games,", most, "sockets,", (highest - before) >> 20, "MiB more,", tried)

        assert games >= 1
        assert min(tried.values()) >= 1
        assert len(tried) == 13
        assert most <= ACCEPTED_MAX + 2 * SEATS
        assert highest - before < GROWTH_BYTES_MAX
        # What the attack left behind is gone soon: only the players remain.
        others = sorted(seat.node.key for seat in room if seat is not victim)
        await until(lambda: list(victim.node._transport.peers()) == others, room)
        await until(lambda: len(sockets_of(victim)) <= 2 * (SEATS - 1), room)
        await until(lambda: len(asyncio.all_tasks()) <= tasks + 4, room)
        assert any("disconnected" in notice for notice in victim.notices)
        await play_a_game(room, "last")
    assert complaints == []
