"""Exact odds of the end of a leg, counted over all k! * 3^k outcomes of its k remaining dice."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from camelnet.odds.ask import state_of, states_of
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from camelnet.rules.games.camels import CAMELS

_LAYOUT = struct.Struct("=25I17II")  # cn_camelup_odds: rank, landing, ended
assert _LAYOUT.size == ffi.sizeof("cn_camelup_odds")
_SPACES = range(1, 17)
_ODDS, _TOTALS = ffi.typeof("cn_camelup_odds[]"), ffi.typeof("uint32_t[]")


@dataclass(frozen=True, slots=True)
class LegOdds:
    """Numbers of ways, all equally likely. A way in which the race ends early has the weight of all
    the rolls that it makes unnecessary."""

    total: int
    rank: Mapping[str, tuple[int, ...]]  # by camel: ways in which it comes first, second, ... last
    landings: Mapping[int, int]  # by space, 1 to 16: moves that end there, before a tile acts (M2)
    ended: int  # ways in which the race ends with the leg

    def chance(self, camel: str, place: int) -> float:
        """The probability that the camel ends the leg in this place, 1 to 5."""
        return self.rank[camel][place - 1] / self.total

    def tile_pounds(self, camel: str, number: int) -> float:
        """The average payout of a leg tile with this number (L2), in pounds."""
        first, second, *rest = self.rank[camel]
        return (number * first + second - sum(rest)) / self.total


def leg(position: Position) -> LegOdds:
    """The odds of a position in a leg, tiles included; a roll that awaits its die counts like any
    other. ValueError for another game, and before or after the race."""
    odds = ffi.new(_ODDS, 1)
    total = lib.cn_camelup_leg_odds(state_of(position), odds)
    return _read(_LAYOUT.unpack(ffi.buffer(odds)), total)


def legs(positions: Sequence[Position]) -> list[LegOdds]:
    """`leg` of many positions in one call of the core, which lets other threads run."""
    states, count = states_of(positions), len(positions)
    odds, totals = ffi.new(_ODDS, count), ffi.new(_TOTALS, count)
    lib.cn_camelup_leg_odds_all(states, count, odds, totals)
    found = _LAYOUT.iter_unpack(ffi.buffer(odds))
    return [_read(numbers, total) for numbers, total in zip(found, totals, strict=True)]


def _read(numbers: tuple[Any, ...], total: int) -> LegOdds:
    rank = {camel: numbers[5 * c : 5 * c + 5] for c, camel in enumerate(CAMELS)}
    landings = {space: numbers[25 + space] for space in _SPACES}
    return LegOdds(total, rank, landings, numbers[42])
