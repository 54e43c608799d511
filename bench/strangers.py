"""Measures what a stranger's frame costs, kind by kind: at a peer in the middle of a game of four,
and at one who sits at a table that has not begun.

The peer is a whole one, with real keys and files, on the network in memory; 31 strangers have
greeted it. A frame's time is the processor time of all that it sets off here: reading, checks,
answers, views. Sockets and TLS are apart; see `frame`. `python -m bench.strangers` prints the table
of docs/network.md, "What a frame costs".
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from rich.console import Console
from rich.table import Table

from bench._figure import figure
from camelnet.i18n import Message
from camelnet.protocol.wire.frames import Beat, frame_bytes
from tests.floods.frames import Stranger, Victim, kinds
from tests.net.memory import MemoryTransport
from tests.session.room import Room

SEATS = 4
STRANGERS = 31
EACH = 4  # frames of a kind from each of them in one run
RUNS = 5
MOVES = 60
QUIET_MS = 6_000  # so long nothing that was said before is still limited


@dataclass(frozen=True, slots=True)
class Cost:
    """A frame's cost: microseconds in a game, and at a table that has not begun."""

    size: int
    counts: float  # for how many frames it counts
    playing_us: float
    waiting_us: float


class Listening:
    """A stranger's end of the network: it hears nothing."""

    def peer_up(self, key: bytes, host: str, port: int) -> None: ...
    def peer_down(self, key: bytes, why: Message) -> None: ...
    def received(self, key: bytes, payload: bytes) -> None: ...
    def trouble(self, what: Message) -> None: ...


@contextmanager
def evening(*, playing: bool) -> Iterator[tuple[Room, Victim, list[Stranger]]]:
    """A room where four sit at a table, and strangers have come."""
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as folder:
        room = Room([""] * SEATS, Path(folder), seed=1)
        try:
            if playing:
                room.seat_all()
                for _ in range(MOVES):
                    room.play_on()
                    room.run(400)
            else:
                room.open(SEATS)
            me = room.guests[0]
            game = me.seat.id if playing else bytes(32)
            strangers = [Stranger(number) for number in range(STRANGERS)]
            for stranger in strangers:
                room.network.join(stranger.signer.key, Listening())
            room.run(2000)
            yield room, Victim(me.key, game, room.table_of(0)), strangers
        finally:
            room.close()


def cost_us(room: Room, strangers: list[Stranger], payloads: list[list[bytes]]) -> float:
    """Microseconds of processor for a frame; `payloads`: by stranger."""
    peer = room.guests[0].peer
    for stranger in strangers:  # as those with whom we can play, whatever they said before
        peer.received(stranger.signer.key, frame_bytes(stranger.hello()))
    room.run(QUIET_MS)
    for stranger in strangers:
        peer.received(stranger.signer.key, frame_bytes(Beat(())))
    spent_ns = frames = 0
    for turn in range(EACH):
        for stranger, own in zip(strangers, payloads, strict=True):
            begun_ns = time.thread_time_ns()
            peer.received(stranger.signer.key, own[turn])
            spent_ns += time.thread_time_ns() - begun_ns
            frames += 1
        begun_ns = time.thread_time_ns()
        peer._publisher._publish_due()
        spent_ns += time.thread_time_ns() - begun_ns
        room.run(100)
    return spent_ns / 1000 / frames


def costs() -> dict[str, Cost]:
    """Of each kind, the medians of some runs."""
    sizes: dict[str, int] = {}
    spent: dict[tuple[str, bool], list[float]] = {}
    charged: Counter[str] = Counter()
    for playing in (True, False):
        with evening(playing=playing) as (room, victim, strangers):
            for kind, source in kinds(victim).items():

                def charge(
                    self: MemoryTransport, key: bytes, frames: int, kind: str = kind
                ) -> None:
                    charged[kind] += frames

                for _ in range(RUNS):
                    payloads = [list(islice(source(each), EACH)) for each in strangers]
                    sizes[kind] = len(payloads[0][0])
                    with patch.object(MemoryTransport, "charge", charge):
                        us = cost_us(room, strangers, payloads)
                    spent.setdefault((kind, playing), []).append(us)
    sent = 2 * RUNS * EACH * STRANGERS
    # Each run begins with a greeting of each, for which is charged as well.
    greeted = 3 / EACH
    return {
        kind: Cost(
            size,
            1 + charged[kind] / sent - greeted,
            median(spent[kind, True]),
            median(spent[kind, False]),
        )
        for kind, size in sizes.items()
    }


def cost_table(found: dict[str, Cost]) -> Table:
    table = Table(title="a frame of a stranger", title_justify="left")
    table.add_column("frame")
    for column in ("bytes", "counts as", "µs in a game", "µs before one", "µs for each it counts"):
        table.add_column(column, justify="right")
    for kind, cost in found.items():
        dearest = max(cost.playing_us, cost.waiting_us) / cost.counts
        numbers = (cost.counts, cost.playing_us, cost.waiting_us, dearest)
        table.add_row(kind, str(cost.size), *(f"{number:.0f}" for number in numbers))
    return table


def run() -> list[dict[str, Any]]:
    found = costs()
    each = [max(c.playing_us, c.waiting_us) / c.counts for c in found.values()]
    return [
        figure(
            "a frame of a stranger, in a game: of all kinds",
            "µs",
            [c.playing_us for c in found.values()],
        ),
        figure("the same, before one", "µs", [c.waiting_us for c in found.values()]),
        figure("the same, for each frame that it counts as", "µs", each),
    ]


if __name__ == "__main__":
    Console(width=None if sys.stdout.isatty() else 150).print(cost_table(costs()))
