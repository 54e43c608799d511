"""Camel Up's exact odds: legs, desert tiles, the race, and the value of all that.

A fixed seed draws the positions: camels anywhere on the first fourteen spaces and up to five desert
tiles, so that the figures hold for ordinary boards, not for a chosen one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from random import Random
from typing import TypeVar

from camelnet import odds
from camelnet.i18n import N_
from camelnet.lab.bench.machine import PATHS
from camelnet.lab.bench.measurement import Measurement, measure, repeat
from camelnet.odds.tables import memory_for, race_tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from camelnet.rules.games.camels import CAMELS

_SAMPLE = 64  # positions
_QUERIES = 4_096  # of the table, in one call
_FARTHEST = 14

_Asked = TypeVar("_Asked")


def boards(count: int, *, dice: int = 5, tiles: int = 5, seed: int = 1) -> list[Position]:
    """Positions in a leg with so many dice left and at most so many desert tiles."""
    random, found = Random(seed), list[Position]()
    for _ in range(count):
        track: dict[int, str] = {}
        for camel in random.sample(CAMELS, 5):
            space = random.randint(1, _FARTHEST)
            track[space] = track.get(space, "") + camel
        words = [f"{space}:{stack}" for space, stack in track.items()]
        free = [space for space in range(2, 17) if space not in track]
        for _tile in range(random.randint(1, tiles) if tiles else 0):
            if free:
                space = random.choice(free)
                words.append(f"{space}{random.choice('+-')}")
                free = [other for other in free if abs(other - space) > 1]
        left = "".join(sorted(random.sample(CAMELS, dice)))
        found.append(odds.sketch(f"{' '.join(words)} /{left}"))
    return found


def figures(runs: int) -> list[Measurement]:
    return [*_legs(runs), *_tables(runs), *_races(runs), *_from_python(runs)]


def over(asked: Sequence[_Asked], question: Callable[[_Asked], object]) -> Callable[[int], None]:
    """A question about each position in turn, in the form for `measure`."""
    turns = cycle(asked)

    def work(calls: int) -> None:
        for about in islice(turns, calls):
            question(about)

    return work


def _paths() -> Iterator[tuple[int, str]]:
    """The paths that this processor supports."""
    for path, name in PATHS.items():
        if lib.cn_camelup_paths() & path:
            yield path, name


def _legs(runs: int) -> list[Measurement]:
    states = [position.state for position in boards(_SAMPLE)]
    found, placed = ffi.new("cn_camelup_odds *"), ffi.new("cn_camelup_placed *")

    def leg_by(path: int) -> Callable[[bytes], object]:
        return lambda state: lib.cn_camelup_leg_odds_by(path, state, found)

    def tiles_by(path: int) -> Callable[[bytes], object]:
        return lambda state: lib.cn_camelup_placements_by(path, state, 0, placed)

    measured = []
    for path, name in _paths():
        plain = path == lib.CN_CAMELUP_PATH_PLAIN
        measured += [
            measure(
                N_("exact odds of a leg with landings and tiles, five dice"),
                "µs",
                over(states, leg_by(path)),
                runs=runs,
                reach=150 if plain else 15,
                stretch=80 if plain else 9,
                path=name,
            ),
            measure(
                N_("the same with each desert tile that a seat may lay, in one call"),
                "µs",
                over(states, tiles_by(path)),
                runs=runs,
                reach=None if plain else 300,
                stretch=None if plain else 100,
                path=name,
            ),
        ]
    return measured


def _tables(runs: int) -> list[Measurement]:
    bare = [position.state for dice in range(1, 6) for position in boards(400, dice=dice, tiles=0)]
    Random(2).shuffle(bare)
    states = b"".join((bare * 3)[:_QUERIES])
    found, totals = ffi.new("cn_camelup_odds[]", _QUERIES), ffi.new("uint32_t[]", _QUERIES)
    memory = race_tables()
    again = memory_for(lib.cn_camelup_tables_bytes())
    return [
        measure(
            N_("odds of a leg without tiles, from the table"),
            "ns",
            repeat(lambda: lib.cn_camelup_leg_lookup_all(memory, states, _QUERIES, found, totals)),
            runs=runs,
            each=_QUERIES,
            reach=20,
        ),
        measure(
            N_("the tables of all legs and races without tiles"),
            "ms",
            repeat(lambda: lib.cn_camelup_tables_build(again)),
            runs=runs,
            reach=50,
        ),
    ]


def _races(runs: int) -> list[Measurement]:
    memory, states = race_tables(), [position.state for position in boards(_SAMPLE)]
    race = ffi.new("cn_camelup_race *")
    return [
        measure(
            N_("exact odds of a race with tiles in this leg, five dice"),
            "µs",
            over(states, lambda state: lib.cn_camelup_race_odds(memory, state, race)),
            runs=runs,
            reach=50,
        )
    ]


def _from_python(runs: int) -> list[Measurement]:
    positions, seats = boards(_SAMPLE), [0] * _SAMPLE
    return [
        measure(N_("odds.leg, called from Python"), "µs", over(positions, odds.leg), runs=runs),
        measure(N_("odds.race, called from Python"), "µs", over(positions, odds.race), runs=runs),
        measure(
            N_("odds.values, called from Python: every action of a seat"),
            "µs",
            over(positions, lambda position: odds.values(position, 0, "ygbow")),
            runs=runs,
        ),
        measure(
            N_("odds.values_of, called from Python, many positions in a call"),
            "µs",
            repeat(lambda: odds.values_of(positions, seats)),
            runs=runs,
            each=_SAMPLE,
        ),
    ]
