"""The findings of a review: the chances, luck and skill, and what decisions cost."""

from __future__ import annotations

from dataclasses import dataclass

MIN_LOSS = 0.01  # of a victory: a search of this size cannot measure less


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision. `share` and `best_share` are the deciding seat's chances to win, 0 to 1, after
    its move and after the best; `money` and `best_money` its money at the end after each."""

    step: int  # number of the step in the game
    seat: int
    notation: str
    best: str
    share: float
    best_share: float
    money: float
    best_money: float

    @property
    def loss(self) -> float:
        """The cost of the decision as a part of a victory; 0 if it was as good as the best."""
        loss = self.best_share - self.share
        return loss if self.notation != self.best and loss >= MIN_LOSS else 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """`graph[k]` holds the chances of all seats before step k, its last entry those at the end;
    `luck[seat]` is the gain from dice, drawn cards and battles, `own[seat]` from the seat's own
    decisions and what it turned over, and `others[seat]` from those of the rest, including its own
    ghost. The three add up to the last entry of the graph less the first. `strokes[k]` is the luck
    of all seats at step k, () at a step that a player chose."""

    graph: tuple[tuple[float, ...], ...]
    decisions: tuple[Decision, ...]
    luck: tuple[float, ...]
    own: tuple[float, ...]
    others: tuple[float, ...]
    strokes: tuple[tuple[float, ...], ...] = ()

    def given_away(self, seat: int) -> float:
        """The sum of the losses of a seat's decisions."""
        return sum(decision.loss for decision in self.decisions if decision.seat == seat)

    def costliest(self, seat: int | None = None, count: int = 3) -> tuple[Decision, ...]:
        """The costliest decisions, of one seat or of all; fewer if fewer cost anything."""
        costly = (
            decision
            for decision in self.decisions
            if decision.loss > 0 and seat in (None, decision.seat)
        )
        return tuple(sorted(costly, key=lambda made: (-made.loss, made.step))[:count])
