"""Exact odds of the race's first and last camel, by dice alone once this leg is over.

They count this leg with its tiles, and all later legs without any.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from camelnet.odds.ask import state_of, states_of
from camelnet.odds.tables import race_tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from camelnet.rules.games.camels import CAMELS

_LAYOUT = struct.Struct("=5d5d")  # cn_camelup_race: first, last
assert _LAYOUT.size == ffi.sizeof("cn_camelup_race")
_ODDS = ffi.typeof("cn_camelup_race[]")


@dataclass(frozen=True, slots=True)
class RaceOdds:
    """Chances by camel; each adds up to 1."""

    first: Mapping[str, float]
    last: Mapping[str, float]


def race(position: Position) -> RaceOdds:
    """The odds of a position in a leg. The first call of a process builds a table (some 50 ms, 59
    MB). ValueError for another game, and before or after the race."""
    state, odds = state_of(position), ffi.new(_ODDS, 1)
    lib.cn_camelup_race_odds(race_tables(), state, odds)
    return _read(_LAYOUT.unpack(ffi.buffer(odds)))


def races(positions: Sequence[Position]) -> list[RaceOdds]:
    """`race` of many positions in one call of the core, which lets other threads run."""
    states, count = states_of(positions), len(positions)
    odds = ffi.new(_ODDS, count)
    lib.cn_camelup_race_odds_all(race_tables(), states, count, odds)
    return [_read(chances) for chances in _LAYOUT.iter_unpack(ffi.buffer(odds))]


def _read(chances: tuple[Any, ...]) -> RaceOdds:
    first, last = chances[:5], chances[5:]
    return RaceOdds(dict(zip(CAMELS, first, strict=True)), dict(zip(CAMELS, last, strict=True)))
