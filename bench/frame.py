"""Measures where the time of a received frame goes: eight people who roll, peers of one process.

The peers are those of a real game, with real keys, proofs, files and fsyncs, on the network in
memory, so that equal seeds give equal games. Every stage below is a few functions, wrapped so that
the time inside them is theirs and no longer their caller's; it is processor time of the one thread
that there is, and what the wrapping itself takes is measured first and subtracted. `python -m
bench.frame` prints the table: a row for each stage, a column for each kind of frame, µs each, then
a roll as one of the peers sees it: its frames, the views after them, its ticks, its click. Sockets
and TLS are frames between two transports on loopback, sent one by one and many at once.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from rich.console import Console
from rich.table import Table

from bench._figure import figure
from bench._peers import LOOPBACK
from camelnet.i18n import Message
from camelnet.net.transport import Transport
from camelnet.protocol.wire.frames import FRAMES
from camelnet.session.api.facts import Phase
from camelnet.session.peer.peer import Peer
from camelnet.session.peer.publisher import Publisher
from tests.session.room import Room

SEATS = 8
ROLLS = 12  # of one game
RUNS = 5
SENT = 2000  # frames between two transports
PATIENCE_S = 30.0
LAN_S = (0.0002, 0.002)  # a frame's way
APART = ("signature", "proof", "fsync")
REACH_US = 50.0

# A stage: the functions that make it, each as a module, a name in it and perhaps a name in that.
STAGES: dict[str, tuple[str, ...]] = {
    "signature": (
        "camelnet.protocol.crypto.suite:Ed25519Suite.verify",
        "camelnet.protocol.crypto.suite:Ed25519Signer.sign",
    ),
    "proof": tuple(
        f"camelnet.protocol.crypto.coin:{name}"
        for name in ("check_share", "coin_share", "coin_label", "coin_seed")
    ),
    "fsync": ("camelnet.record.journal:sync",),
    "decode": (
        "camelnet.protocol.wire.frames:decode",
        "camelnet.protocol.wire.bodies:decode",
    ),
    "schema": (
        "camelnet.protocol.wire.frames:from_array",
        "camelnet.protocol.wire.bodies:from_array",
    ),
    "log": (
        "camelnet.protocol.replica.replica:Replica.receive",
        "camelnet.protocol.replica.replica:Replica.tick",
    ),
    "journal": ("camelnet.record.journal:Journal._append", "camelnet.record.journal:Journal.sync"),
    "record": ("camelnet.session.table.recording:Recording.append",),
    "machine": tuple(
        f"camelnet.session.game.machine:GameMachine.{name}"
        for name in ("accept", "advance", "draw", "digest", "locks", "mark")
    ),
    "own entries": ("camelnet.session.table.seated_table:SeatedTable.drive",),
    "views": (
        "camelnet.session.peer.views:Views.table",
        "camelnet.session.peer.views:Views.lobby",
    ),
    "facts": ("camelnet.session.peer.publisher:Publisher.publish",),
    "encode": ("camelnet.session.peer.peer_parts:frame_bytes",),
    "sending": ("tests.net.memory:MemoryTransport.send",),
}
REST = "session"  # what is in none of them: the router, the queues


class Ledger:
    """The processor time of stages, by what they were for: a kind of frame, a tick, a click."""

    def __init__(self) -> None:
        self.spent_ns: Counter[tuple[str, str]] = Counter()
        self.times: Counter[str] = Counter()
        self._inside_ns = self._outside_ns = 0.0  # what wrapping costs a stage, and its caller
        self._stages: list[str] = []
        self._kind = ""
        self._since_ns = 0

    def account(self, kind: str, work: Callable[[], None]) -> None:
        """Do something that stages are a part of."""
        if self._stages:  # a part of something else
            work()
            return
        self._kind = kind
        self.times[kind] += 1
        self._stages.append(REST)
        self._since_ns = time.thread_time_ns()
        try:
            work()
        finally:
            self._charge(self._stages.pop())

    def wrapped(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **words: Any) -> Any:
            if not self._stages:
                return function(*args, **words)
            self._charge(self._stages[-1])
            self._stages.append(stage)
            self._since_ns = time.thread_time_ns()
            try:
                return function(*args, **words)
            finally:
                self._charge(stage, self._inside_ns)
                self._stages.pop()
                self.spent_ns[self._kind, self._stages[-1]] -= round(self._outside_ns)
                self._since_ns = time.thread_time_ns()

        return call

    def _charge(self, stage: str, less_ns: float = 0.0) -> None:
        spent_ns = time.thread_time_ns() - self._since_ns
        self.spent_ns[self._kind, stage] += round(spent_ns - less_ns)

    def calibrate(self) -> None:
        """Find out what wrapping a function takes that does nothing."""
        times = 20_000
        empty = self.wrapped("nothing", lambda: None)

        def call() -> None:
            for _ in range(times):
                empty()

        for _ in range(3):  # the last one counts
            self.account("calibration", call)
            self._inside_ns = self.spent_ns.pop(("calibration", "nothing")) / times
            self._outside_ns = self.spent_ns.pop(("calibration", REST)) / times
            self.times.clear()
            self._inside_ns, self._outside_ns, found = 0.0, 0.0, (self._inside_ns, self._outside_ns)
        self._inside_ns, self._outside_ns = found

    def of(self, kinds: Iterable[str], stages: Iterable[str]) -> int:
        """Nanoseconds."""
        return sum(self.spent_ns[kind, stage] for kind in kinds for stage in stages)


def name_of(payload: bytes) -> str:
    number: int = msgpack.unpackb(payload, use_list=False)[0]
    return FRAMES[number].__name__


@contextmanager
def observed(ledger: Ledger, stages: Iterable[str]) -> Iterator[None]:
    """While whole peers run, their work goes on the ledger."""
    received, tick, play = Peer.received, Peer.tick, Peer.play
    told = Publisher._publish_due
    with ExitStack() as stack:
        for stage in stages:
            for place in STAGES[stage]:
                module, _, path = place.partition(":")
                target = f"{module}.{path}"
                owner: Any = sys.modules[module]
                for part in path.split("."):
                    owner = getattr(owner, part)
                stack.enter_context(patch(target, ledger.wrapped(stage, owner)))
        by_kind = {
            "received": lambda self, key, payload: ledger.account(
                name_of(payload), lambda: received(self, key, payload)
            ),
            "tick": lambda self: ledger.account("tick", lambda: tick(self)),
            "play": lambda self, notation: ledger.account("click", lambda: play(self, notation)),
        }
        for name, function in by_kind.items():
            stack.enter_context(patch.object(Peer, name, function))
        stack.enter_context(
            patch.object(
                Publisher, "_publish_due", lambda self: ledger.account("views", lambda: told(self))
            )
        )
        yield


def roll(room: Room) -> None:
    """Whoever is on turn rolls, and all see the die."""
    room.run_until(lambda: all(isinstance(each.table.position.turn, int) for each in room.guests))
    guest = next(each for each in room.guests if each.seat.position.turn == each.seat.seat)
    legal = guest.seat.position.legal()
    before = guest.table.index
    guest.peer.play("roll" if "roll" in legal else min(legal))
    room.run_until(
        lambda: all(
            each.table.index > before
            and each.seat.log.rounds.drawn
            and each.table.phase is Phase.PLAY
            for each in room.guests
        )
    )


def rolls(stages: Iterable[str], seed: int, times: int = ROLLS) -> Ledger:
    """One game's rolls; what each peer's work took."""
    ledger = Ledger()
    ledger.calibrate()
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as folder:
        room = Room([""] * SEATS, Path(folder), seed, delays_s=LAN_S)
        try:
            room.seat_all()
            room.run_until(lambda: all(each.table.phase is Phase.PLAY for each in room.guests))
            roll(room)  # once for what is computed once
            with observed(ledger, stages):
                for _ in range(times):
                    roll(room)
        finally:
            room.close()
    return ledger


# --- sockets --------------------------------------------------------------------------------------


class Counting:
    """The handler of a transport: it counts frames."""

    def __init__(self) -> None:
        self.up: list[bytes] = []
        self.frames = 0
        self.changed = asyncio.Event()

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self.up.append(key)
        self.changed.set()

    def received(self, key: bytes, payload: bytes) -> None:
        self.frames += 1
        self.changed.set()

    def peer_down(self, key: bytes, why: Message) -> None: ...
    def trouble(self, what: Message) -> None: ...


async def sockets(at_once: int) -> float:
    """Microseconds of processor that a frame takes at both its ends together: TLS, the loop, the
    system. `at_once`: so many are sent in one turn of the loop."""
    handlers = Counting(), Counting()
    one, other = (
        Transport(private_key=Ed25519PrivateKey.generate(), handler=handler, interface=LOOPBACK)
        for handler in handlers
    )
    await one.start()
    await other.start()
    one.add_address(LOOPBACK, other.port)

    async def until(handler: Counting, frames: int, up: int) -> None:
        while handler.frames < frames or len(handler.up) < up:
            handler.changed.clear()
            await asyncio.wait_for(handler.changed.wait(), PATIENCE_S)

    for handler in handlers:
        await until(handler, 0, 1)
    begun_ns = time.process_time_ns()
    for sent in range(at_once, SENT + 1, at_once):
        for _ in range(at_once):
            one.send(other.key, bytes(250))
        await until(handlers[1], sent, 1)
    spent_ns = time.process_time_ns() - begun_ns
    await one.stop()
    await other.stop()
    return spent_ns / 1000 / (SENT // at_once * at_once)


# --- what is printed ------------------------------------------------------------------------------


def stage_table(ledger: Ledger) -> Table:
    """The stages by kind, µs of each, and the share of each in a roll."""
    peers = SEATS * ROLLS
    kinds = [kind for kind, _ in ledger.times.most_common()]
    table = Table(title=f"a roll among {SEATS}: µs of each frame", title_justify="left")
    table.add_column("stage")
    for kind in kinds:
        table.add_column(kind.lower(), justify="right")
    table.add_column("a roll", justify="right")
    for stage in (REST, *STAGES):
        each = [ledger.of([kind], [stage]) / 1000 / ledger.times[kind] for kind in kinds]
        whole = ledger.of(kinds, [stage]) / 1000 / peers
        table.add_row(stage, *(f"{us:.1f}" for us in each), f"{whole:.0f}")
    sums = [ledger.of([kind], (REST, *STAGES)) / 1000 / ledger.times[kind] for kind in kinds]
    whole = ledger.of(kinds, (REST, *STAGES)) / 1000 / peers
    table.add_section()
    table.add_row("together", *(f"{us:.1f}" for us in sums), f"{whole:.0f}")
    counts = [ledger.times[kind] / peers for kind in kinds]
    table.add_row("so many a roll", *(f"{count:.1f}" for count in counts), "")
    return table


def run() -> list[dict[str, Any]]:
    frames_us, peers_ms = [], []
    for seed in range(RUNS):
        ledger = rolls(APART, seed)
        frames = [kind for kind in ledger.times if kind not in ("tick", "click")]  # and their views
        count = sum(ledger.times[kind] for kind in frames if kind != "views")
        frames_us.append(ledger.of(frames, [REST]) / 1000 / count)
        peers_ms.append(ledger.of(ledger.times, (REST, *APART)) / 1e6 / (SEATS * ROLLS))
    one_by_one = [asyncio.run(sockets(1)) for _ in range(RUNS)]
    many = [asyncio.run(sockets(50)) for _ in range(RUNS)]
    return [
        figure("a frame received: signature, proof and fsync apart", "µs", frames_us, REACH_US),
        figure(f"a roll among {SEATS} in one process: CPU of each, sockets apart", "ms", peers_ms),
        figure("a frame through TLS on loopback, both ends: one by one", "µs", one_by_one),
        figure("a frame through TLS on loopback, both ends: 50 at once", "µs", many),
    ]


if __name__ == "__main__":
    Console(width=None if sys.stdout.isatty() else 200).print(stage_table(rolls(STAGES, 0)))
