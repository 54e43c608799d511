"""The value of an action to a seat: pounds on average, compared with doing nothing.

docs/odds.md has the formulas, and lists what they leave out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from camelnet.odds.ask import state_of, states_of
from camelnet.odds.tables import race_tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib
from camelnet.rules.games.camels import CAMELS

_VALUES, _COUNTS = ffi.typeof("cn_camelup_value[]"), ffi.typeof("uint32_t[]")
_ACTIONS_MAX = int(lib.CN_CAMELUP_ACTIONS_MAX)
_UNKNOWN = "?????"


@dataclass(frozen=True, slots=True)
class Value:
    """The value of an action, in pounds, in two parts."""

    notation: str
    exact: float  # counted over this leg
    estimated: float  # of a race card, beyond what can be counted

    @property
    def pounds(self) -> float:
        """Both parts together."""
        return self.exact + self.estimated


def values(position: Position, seat: int, faces: str = "") -> list[Value]:
    """Every action that the seat could take here if it were its turn, the most valuable first.

    `faces` are its race cards by slot ("ygbow"); without them, a card has its average value over
    all that it may be. ValueError for another game, before or after the race, for a seat that does
    not play and for invalid faces.
    """
    state = state_of(position)
    found = ffi.new(_VALUES, _ACTIONS_MAX)
    own = _faces(faces, "faces")
    count = lib.cn_camelup_values(race_tables(), state, _seat(position, seat), own, found)
    return _read(found, 0, count)


def values_of(
    positions: Sequence[Position], seats: Sequence[int], faces: Sequence[str] | None = None
) -> list[list[Value]]:
    """`values` at many positions in one call of the core, which lets other threads run."""
    states, count = states_of(positions), len(positions)
    if len(seats) != count or (faces is not None and len(faces) != count):
        raise ValueError(f"seats, faces: not as many as the {count} positions")
    asked = bytes(_seat(position, seat) for position, seat in zip(positions, seats, strict=True))
    hands = [""] * count if faces is None else faces
    own = b"".join(_faces(hand, f"faces.{index}") for index, hand in enumerate(hands))
    found, counts = ffi.new(_VALUES, count * _ACTIONS_MAX), ffi.new(_COUNTS, count)
    lib.cn_camelup_values_all(race_tables(), states, asked, own, count, found, counts)
    return [_read(found, index * _ACTIONS_MAX, counts[index]) for index in range(count)]


def _seat(position: Position, seat: int) -> int:
    if type(seat) is not int or not 0 <= seat < position.seats:
        raise ValueError(f"seat: {seat!r:.40} is not from 0 to {position.seats - 1}")
    return seat


def _faces(faces: str, field: str) -> bytes:
    if faces in ("", _UNKNOWN):
        return _UNKNOWN.encode()
    if sorted(faces) != list(CAMELS):
        raise ValueError(f"{field}: {faces!r:.40} are not the five camels once each")
    return faces.encode()


def _read(found: Any, begin: int, count: int) -> list[Value]:
    return [
        Value(cast(bytes, ffi.string(value.text)).decode("ascii"), value.exact, value.estimated)
        for value in found[begin : begin + count]
    ]
