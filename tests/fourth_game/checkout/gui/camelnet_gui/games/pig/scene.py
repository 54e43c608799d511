"""The scene of a board of Pig, and the motion of its die. Pure; knows no Qt.

Its places: "roll", the die; "hold", the pig that keeps the points; "seat 2", a player's way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from camelnet_gui.games.view_model import BoardScene

SEATS_MAX = 8
MOVES = ("roll", "hold")
PLACES = (*MOVES, *(f"seat {seat}" for seat in range(SEATS_MAX)))
ROLL_MS = 950
TUMBLED = 0.72  # the share of it after which the die lies still


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(BoardScene):
    """Everything that the board shows. Equal scenes look alike."""

    goal: int = 100
    scores: tuple[int, ...] = ()
    turn: int | None = None  # whose turn it is
    total: int = 0  # of this turn
    pips: int = 0  # that the die shows; 0: not rolled yet
    away: float = 0.0  # of the die from its place while it tumbles, 0 to 1
    winner: int | None = None

    @property
    def lost(self) -> bool:
        """True if the last roll took the turn's points."""
        return self.pips == 1 and not self.away and self.winner is None


@dataclass(frozen=True, slots=True)
class Roll:
    """The die tumbles to its place; the turn has so many points then."""

    pips: int
    total: int


def moments(scene: Scene, motion: Roll) -> tuple[int, Callable[[float], Scene]]:
    """The length of a roll in ms, and what is seen at a share of it."""

    def moment(share: float) -> Scene:
        if share >= TUMBLED:
            total = motion.total if share >= 1 else scene.total
            return replace(scene, pips=motion.pips, total=total)
        return replace(scene, pips=1 + int(share * 31) % 6, away=(1 - share / TUMBLED) ** 2)

    return ROLL_MS, moment
