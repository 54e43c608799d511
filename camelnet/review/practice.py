"""Mistakes as puzzles: which ones are worth it, and what another move would have earned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from camelnet.review.analysis import judged
from camelnet.review.findings import MIN_LOSS, Decision, Review
from camelnet.review.knowledge import Faces, Played

PRACTISED = 10  # mistakes at most
COSTLY = 2 * MIN_LOSS  # a better move shows in whole percents, and is no noise of the search


class Mark(Enum):
    """The quality of a try."""

    BEST = "best"  # as good as the best move
    BETTER = "better"  # than what was played
    SAME = "same"  # what was played
    WORSE = "worse"  # no better than that


@dataclass(frozen=True, slots=True)
class Attempt:
    """Another move at a mistake; both were searched alike."""

    notation: str
    share: float  # the chance to win after it
    played: Decision

    @property
    def mark(self) -> Mark:
        if self.played.best_share - self.share < MIN_LOSS:
            return Mark.BEST
        if self.notation == self.played.notation:
            return Mark.SAME
        return Mark.BETTER if self.gain >= MIN_LOSS else Mark.WORSE

    @property
    def gain(self) -> float:
        """The part of a victory that it would have won back."""
        return self.share - self.played.share


def mistakes(found: Review, seat: int) -> tuple[Decision, ...]:
    """The mistakes of a seat to learn from, the worst first."""
    return tuple(made for made in found.costliest(seat, PRACTISED) if made.loss >= COSTLY)


def attempt(steps: Sequence[Played], faces: Faces, number: int, notation: str) -> Attempt:
    """Try another move at a step of a game."""
    played, tried = judged(steps, faces, number, (steps[number].notation, notation))
    return Attempt(notation, played.best_share - tried.loss, played)
