"""The three moments that tell most of a game: where it turned, a stroke of luck, a mistake."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from camelnet.review.findings import Review

_PARTS = 1000  # chances are compared in thousandths: smaller differences are the search's own


class Kind(Enum):
    """The reason why a moment is told."""

    TURN = "turn"  # the chance that changed most, by whatever cause
    LUCK = "luck"  # the largest stroke of luck elsewhere that raised a chance
    MISTAKE = "mistake"  # the decision that cost most


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment. `before` and `after` are the chances of `seat` around its step; at a mistake what
    the best move kept and what was left."""

    kind: Kind
    step: int
    seat: int
    before: float
    after: float
    best: str = ""  # at a mistake: the better move

    @property
    def place(self) -> int:
        """The place of the game that shows it: after the step, but before a mistake."""
        return self.step if self.kind is Kind.MISTAKE else self.step + 1


def moments(found: Review, reader: int | None) -> tuple[Moment, ...]:
    """At most one of each kind, in the order of the kinds. `reader`: whose chance turns and whose
    mistake is told; None for anybody's."""
    graph = found.graph
    changes = [
        (_thousandths(after[seat]) - _thousandths(before[seat]), step, seat)
        for step, (before, after) in enumerate(pairwise(graph))
        for seat in range(len(before))
    ]
    turn = _first((abs(by), step, seat) for by, step, seat in changes if reader in (None, seat))
    luck = _first(
        (_thousandths(found.strokes[step][seat]), step, seat)
        for by, step, seat in changes
        if by > 0 and found.strokes[step] and (turn is None or step != turn[0])
    )
    told = [
        Moment(kind, step, seat, graph[step][seat], graph[step + 1][seat])
        for kind, moment in ((Kind.TURN, turn), (Kind.LUCK, luck))
        if moment is not None
        for step, seat in (moment,)
    ]
    told += [
        Moment(Kind.MISTAKE, made.step, made.seat, made.best_share, made.share, made.best)
        for made in found.costliest(reader, 1)
    ]
    return tuple(told)


def _thousandths(share: float) -> int:
    return round(_PARTS * share)


def _first(changes: Iterable[tuple[int, int, int]]) -> tuple[int, int] | None:
    """Step and seat of the largest change above nothing; of equal ones the earliest."""
    size, step, seat = max(changes, key=lambda one: (one[0], -one[1], -one[2]), default=(0, 0, 0))
    return (step, seat) if size > 0 else None
