"""Camel Up's exact odds: legs, desert tiles, the race, and what all that is worth.

Positions are drawn by a fixed seed: camels somewhere on the first fourteen spaces and up to five
desert tiles, so that figures hold for boards as they come, not for one that suits.
"""

from __future__ import annotations

from itertools import cycle
from random import Random

from camelnet import odds
from camelnet.bench.figure import Figure, measure, repeat
from camelnet.bench.machine import PATHS
from camelnet.i18n import N_
from camelnet.odds.tables import tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from camelnet.rules.shape import CAMELS

_SAMPLE = 64  # positions
_QUERIES = 4_096  # of the table, in one call
_RACES = 10_000  # played on in one call
_FARTHEST = 14


def boards(count: int, *, dice: int = 5, tiles: int = 5, seed: int = 1) -> list[Position]:
    """Positions in a leg with so many dice to come and at most so many desert tiles."""
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


def figures(runs: int) -> list[Figure]:
    return [*_legs(runs), *_tables(runs), *_races(runs), *_from_python(runs)]


def _legs(runs: int) -> list[Figure]:
    states = [position.state for position in boards(_SAMPLE)]
    found, placed = ffi.new("cn_camelup_odds *"), ffi.new("cn_camelup_placed *")
    aims = {
        lib.CN_CAMELUP_PATH_PLAIN: ((150, 80), (None, None)),
        lib.CN_CAMELUP_PATH_AVX2: ((15, 9), (300, 100)),
    }
    measured = []
    for path, name in PATHS.items():
        if not lib.cn_camelup_paths() & path:
            continue
        (leg, leg_stretch), (place, place_stretch) = aims[path]
        turns, lays = cycle(states), cycle(states)
        measured += [
            measure(
                N_("exact odds of a leg with landings and tiles, five dice"),
                "µs",
                repeat(lambda p=path, t=turns: lib.cn_camelup_leg_odds_by(p, next(t), found)),
                runs=runs,
                reach=leg,
                stretch=leg_stretch,
                path=name,
            ),
            measure(
                N_("the same for every desert tile that a seat may lay"),
                "µs",
                repeat(lambda p=path, t=lays: lib.cn_camelup_placements_by(p, next(t), 0, placed)),
                runs=runs,
                reach=place,
                stretch=place_stretch,
                path=name,
            ),
        ]
    return measured


def _tables(runs: int) -> list[Figure]:
    bare = [position.state for dice in range(1, 6) for position in boards(400, dice=dice, tiles=0)]
    Random(2).shuffle(bare)
    states = b"".join((bare * 3)[:_QUERIES])
    found, totals = ffi.new("cn_camelup_odds[]", _QUERIES), ffi.new("uint32_t[]", _QUERIES)
    memory, table = tables(odds.GAME), ffi.new("uint64_t[]", lib.cn_camelup_tables_bytes() // 8 + 1)

    def look_up() -> None:
        lib.cn_camelup_leg_lookup_all(memory, states, _QUERIES, found, totals)

    return [
        measure(
            N_("odds of a leg without tiles, from the table"),
            "ns",
            repeat(look_up),
            runs=runs,
            each=_QUERIES,
            reach=20,
        ),
        measure(
            N_("the tables of all legs and races without tiles"),
            "ms",
            repeat(lambda: lib.cn_camelup_tables_build(table)),
            runs=runs,
            reach=50,
        ),
    ]


def _races(runs: int) -> list[Figure]:
    memory, states = tables(odds.GAME), [position.state for position in boards(_SAMPLE)]
    start = odds.sketch("1:gyo 2:b 3:w").state
    race, turns = ffi.new("cn_camelup_race *"), cycle(states)
    first, last = ffi.new("uint64_t[5]"), ffi.new("uint64_t[5]")
    measured = [
        measure(
            N_("exact odds of a race with tiles in this leg, five dice"),
            "µs",
            repeat(lambda: lib.cn_camelup_race_odds(memory, next(turns), race)),
            runs=runs,
            reach=50,
        )
    ]
    aims = {lib.CN_CAMELUP_PATH_PLAIN: (5, None), lib.CN_CAMELUP_PATH_AVX2: (30, 100)}
    for path, name in PATHS.items():
        if lib.cn_camelup_paths() & path:
            reach, stretch = aims[path]
            measured.append(
                measure(
                    N_("races played on at random from their beginning"),
                    "M/s",
                    repeat(
                        lambda p=path: lib.cn_camelup_race_sample_by(
                            p, start, 1, _RACES, first, last
                        )
                    ),
                    runs=runs,
                    each=_RACES,
                    reach=reach,
                    stretch=stretch,
                    path=name,
                )
            )
    return measured


def _from_python(runs: int) -> list[Figure]:
    positions = boards(_SAMPLE)
    seats = [0] * _SAMPLE
    one, other, third = cycle(positions), cycle(positions), cycle(positions)
    return [
        measure(
            N_("odds.leg, called from Python"), "µs", repeat(lambda: odds.leg(next(one))), runs=runs
        ),
        measure(
            N_("odds.race, called from Python"),
            "µs",
            repeat(lambda: odds.race(next(other))),
            runs=runs,
        ),
        measure(
            N_("odds.values, called from Python: every action of a seat"),
            "µs",
            repeat(lambda: odds.values(next(third), 0, "ygbow")),
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
