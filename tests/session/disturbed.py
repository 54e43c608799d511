"""Records of games that were disturbed, from simulated tables: what a verifier has to cope with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from unittest import mock

from camelnet.protocol.codec.canonical import Value, decode, encode
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.frames import Certified, Changed, LogLine
from camelnet.record.frame_file import frame, frames
from camelnet.record.record import MAGIC, RecordWriter
from camelnet.rules import Options
from camelnet.session.table import verify as verification
from tests.protocol.symbolic import SymbolicSuite
from tests.sim.plan import Fault, Trouble, calm_plan, plan_of
from tests.sim.runner import simulating
from tests.sim.world import World

SEEDS = 400


@cache
def found(wanted: Callable[[Sequence[LogLine]], bool]) -> tuple[GameStart, tuple[LogLine, ...]]:
    """The first simulated game, on symbolic primitives, whose record is as wanted."""
    with simulating():
        for seed in range(SEEDS):
            plan = plan_of(seed)
            if plan.game != GAMES.get(wanted, "pebble") or plan.beyond:
                continue
            world = World(replace(plan, real=False))
            world.run()
            for peer in world._lasting():
                if wanted(peer.lines):
                    print(f"seed {seed}")
                    return world.game_start, peer.lines
    raise AssertionError(f"there is none in {SEEDS} seeds")


@cache
def without_one() -> tuple[GameStart, tuple[LogLine, ...]]:
    """A whole game of four bots, on the real primitives, that one of them leaves for good."""
    return _of_bots("camelup", {}, 4, Fault(Trouble.LEAVE, 12, 40, 0, (2,)))


@cache
def short_targui() -> tuple[GameStart, tuple[LogLine, ...]]:
    """Two bots' Targui of two rounds."""
    return _of_bots("targui", {"destiny": [1, 6]}, 2)


def _of_bots(
    game: str, options: Options, seats: int, *faults: Fault
) -> tuple[GameStart, tuple[LogLine, ...]]:
    world = World(calm_plan("b" * seats, game, *faults, options=options, real=True))
    world.run()
    return world.game_start, world._lasting()[0].lines


def has_luck_and_seals(lines: Sequence[LogLine]) -> bool:
    """Where a key makes the luck: a change with a closing entry, coins, opened seals."""
    certified = [line for line in lines if isinstance(line, Certified)]
    return (
        any(isinstance(line, Changed) for line in lines)
        and any(not line.certificate for line in certified)
        and any(line.luck.shares for line in certified)
        and any(
            isinstance(one, Certified) and one.luck.unlocks and isinstance(two, Certified)
            for one, two in pairwise(lines)
        )
    )


def has_reveals(lines: Sequence[LogLine]) -> bool:
    """Where everybody's secrets make the luck: a change, and secrets behind it."""
    first = next((n for n, line in enumerate(lines) if isinstance(line, Changed)), len(lines))
    return any(isinstance(line, Certified) and line.luck.finals for line in lines[first:])


def has_an_older_ballot(lines: Sequence[LogLine]) -> bool:
    """A change that was proposed again, with the echoes of an older ballot."""
    return any(isinstance(line, Changed) and line.offer.echoes for line in lines)


def _turned_up(line: LogLine) -> bool:
    return isinstance(line, Certified) and bool(line.luck.unlocks)


def has_cards(lines: Sequence[LogLine]) -> bool:
    """A change right behind a line that turned a card up, and cards dealt anew."""
    changes = [number for number, line in enumerate(lines) if isinstance(line, Changed)]
    return any(
        any(map(_turned_up, lines[number - 3 : number])) and any(map(_turned_up, lines[number:]))
        for number in changes
    )


GAMES: dict[Callable[[Sequence[LogLine]], bool], str] = {
    has_cards: "flint"
}  # of all others it is the toy of seals


@contextmanager
def symbolic() -> Iterator[None]:
    """Verify records that were made on symbolic primitives."""
    with simulating(), mock.patch.object(verification, "Ed25519Suite", SymbolicSuite):
        yield


def write(folder: Path, game_start: GameStart, lines: Sequence[LogLine]) -> Path:
    writer = RecordWriter(folder, game_start, lines)
    writer.close()
    return writer.path


def values_in(path: Path) -> list[Value]:
    """The frames of a record as plain values: the genesis, then each line."""
    with path.open("rb") as file:
        file.read(len(MAGIC))
        return [decode(body) for body, _ in frames(file)]


def write_values(path: Path, values: Sequence[Value]) -> None:
    path.write_bytes(MAGIC + b"".join(frame(encode(value)) for value in values))
