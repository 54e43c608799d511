"""When a tournament may stop: a sequential test of whether its first player is the stronger one.

Two hypotheses name an Elo difference between a seat of the first player and a seat of the others:
H0 `elo0`, H1 `elo1`. After every group of rotations the logarithm of the likelihood ratio is
compared with Wald's bounds (A. Wald, "Sequential Tests of Statistical Hypotheses", 1945), so that
each wrong answer comes with a probability of 5 % at most, however soon the test ends.

A group's mean share is no coin toss, so its distribution is not taken for known: the ratio is the
generalized one for a mean whose variance is estimated on the way, as tests of chess engines do it
(M. Van den Bergh, "A practical introduction to the GSPRT"; X. Li, J. Liu and Z. Ying, "Generalized
Sequential Probability Ratio Test for Separate Families of Hypotheses", 2014):

    LLR = G (s1 - s0) (2 x - s0 - s1) / (2 v)

with G groups, x their mean share, v their variance, and s0, s1 the shares under the hypotheses. One
made-up group of independent games goes into v, so that it is never 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from math import log

ERROR = 0.05  # of either kind
GROUPS_MIN = 8  # fewer say too little of the variance
BOUND = log((1 - ERROR) / ERROR)


class Verdict(Enum):
    """What the test has found."""

    OPEN = "open"
    STRONGER = "H1"
    NOT_STRONGER = "H0"


@dataclass(frozen=True, slots=True)
class Test:
    """The hypotheses, for `own` seats of the first player among all `seats`."""

    elo0: float
    elo1: float
    own: int
    seats: int

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError("H1 has to lie above H0")
        if not 0 < self.own < self.seats:
            raise ValueError("somebody else has to play, too")

    def share(self, elo: float) -> float:
        """Of the victory, for a seat that stands `elo` above the others."""
        strength = 10 ** (elo / 400)
        return float(strength / (self.own * strength + self.seats - self.own))


@dataclass(frozen=True, slots=True)
class State:
    """How the test stands after so many groups."""

    groups: int
    ratio: float  # the logarithm of the likelihood ratio; from -BOUND to BOUND it is open
    verdict: Verdict


def examine(test: Test, by_group: Sequence[float]) -> State:
    """The test over groups in their order; what comes behind its end changes nothing."""
    low, high = test.share(test.elo0), test.share(test.elo1)
    even = 1 / test.seats
    made_up = even * (1 - even) / test.seats
    ratio = 0.0
    sums = zip(accumulate(by_group), accumulate(x * x for x in by_group), strict=True)
    for groups, (total, squares) in enumerate(sums, start=1):
        mean = total / groups
        spread = (max(0.0, squares - groups * mean * mean) + made_up) / groups
        ratio = groups * (high - low) * (2 * mean - low - high) / (2 * spread)
        if groups >= GROUPS_MIN and abs(ratio) >= BOUND:
            found = Verdict.STRONGER if ratio > 0 else Verdict.NOT_STRONGER
            return State(groups, ratio, found)
    return State(len(by_group), ratio, Verdict.OPEN)
