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


def tile_ends_leg(position: Position) -> bool:
    """True if the next leg tile is the last one, and with it the leg ends at once (O1)."""
    told = position.to_dict()
    left = sum(map(len, told["leg_tiles"].values()))
    return left == 1 and bool(told["options"]["leg_ends_without_tiles"])


def tile_leg(position: Position) -> LegOdds:
    """The odds by which the next leg tile pays: those of `leg`, or if it ends the leg, the camels
    as they stand. ValueError as for `leg`."""
    rolled = leg(position)
    if not tile_ends_leg(position):
        return rolled
    track = position.to_dict()["track"]
    order = "".join(track[space] for space in sorted(track, key=int))[::-1]
    rank = {camel: tuple(int(camel == other) for other in order) for camel in CAMELS}
    return LegOdds(1, rank, dict.fromkeys(_SPACES, 0), 0)


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
