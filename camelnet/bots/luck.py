"""Strokes of luck: what came, by the learned value, less the mean of all that might have come.

Such a difference is 0 on average however wrong the value is, so it takes luck off a result without
a bias (AIVAT: Burch, Schmid, Moravcik, Morrill and Bowling 2018; backgammon programs before).
Positions are seen as by somebody who sees no hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from camelnet.bots.base import History
from camelnet.bots.belief import belief
from camelnet.bots.network import Network, usable
from camelnet.odds.tables import tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib

Shares = tuple[float, ...]  # of the victory, by seat

_FOUND = ffi.typeof(f"cn_value_outcome[{lib.CN_VALUE_OUTCOMES_MAX}]")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that luck may bring, its chance, and what it is worth to all seats."""

    notation: str
    chance: float
    shares: Shares


def outcomes(
    position: Position, history: History | None = None, network: Network | None = None
) -> tuple[Outcome, ...]:
    """All that luck may bring; () unless luck comes next, and without a learned value. `network`:
    None for the game's own. ValueError for a history that does not lead here."""
    network = network or usable(position.game)
    if network is None or not position.is_chance:
        return ()
    memo = ffi.new("uint64_t[]", lib.cn_value_memo_bytes(position.state[0]) // 8 + 1)
    found = ffi.new(_FOUND)
    count = lib.cn_value_outcomes(
        position.state,
        tables(position.game),
        belief(position, history),
        network.memory,
        memo,
        found,
    )
    return tuple(
        Outcome(
            ffi.string(one.text).decode("ascii"), one.chance, tuple(one.share[0 : position.seats])
        )
        for one in found[0:count]
    )


def stroke(came: str, might: Sequence[Outcome]) -> Shares:
    """The luck of all seats when `came` came: what it is worth less the mean of all that might
    have come. ValueError if it could not come."""
    worth = {one.notation: one.shares for one in might}
    if came not in worth:
        raise ValueError(f"{came!r:.40} could not come")
    return tuple(
        share - sum(one.chance * one.shares[seat] for one in might)
        for seat, share in enumerate(worth[came])
    )
