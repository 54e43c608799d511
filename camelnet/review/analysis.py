"""The review of a game: win chances at every step, luck apart from skill, the costly decisions.

Every position is looked at with the same search that bots use (docs/bots.md), each by its own luck,
so the same game gives the same review for the same number of nodes. Chances are told as they come
true (calibration.py).

- A decision is looked at as the seat saw it, with all that had happened before in mind. Its
  cost is the best move's chance to win less the played one's, both from that search; where it
  hardly looked at the played one, from a search after each.
- The graph shows each position as one reader sees it: a seat, or somebody who sees nothing hidden.
- Luck is what the graph changes by at dice, cards and openings; what is left of its changes comes
  from decisions, one's own and those of others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camelnet.bots import History
from camelnet.bots.search import Analysis
from camelnet.review.calibration import look_ahead
from camelnet.review.knowledge import Faces, Played, public_history
from camelnet.rules import Position

ENOUGH_VISITS = 8  # a move seen in fewer than one of so many iterations is looked at by itself
MIN_LOSS = 0.01  # of a victory: what a search of this size cannot tell from nothing


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision. `share` and `best_share` are the deciding seat's chances to win, 0 to 1, after
    what it played and after the best; `money` and `best_money` the same of its money at the end."""

    step: int  # its number in the game
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
    """`graph[k]` are the chances of all seats before step k, the last entry those at the end;
    `luck[seat]` is what dice, cards and openings gave it, `own[seat]` what its own decisions did
    and `others[seat]` those of the rest, of its own ghost among them. The three add up to the last
    of the graph less the first."""

    graph: tuple[tuple[float, ...], ...]
    decisions: tuple[Decision, ...]
    luck: tuple[float, ...]
    own: tuple[float, ...]
    others: tuple[float, ...]

    def given_away(self, seat: int) -> float:
        """The cost of all decisions of a seat against the best ones."""
        return sum(decision.loss for decision in self.decisions if decision.seat == seat)

    def costliest(self, seat: int | None = None, count: int = 3) -> tuple[Decision, ...]:
        """The decisions that cost most, of one seat or of all; fewer where fewer cost anything."""
        costly = (
            decision
            for decision in self.decisions
            if decision.loss > 0 and seat in (None, decision.seat)
        )
        return tuple(sorted(costly, key=lambda made: (-made.loss, made.step))[:count])


def review(
    steps: Sequence[Played],
    faces: Faces,
    *,
    nodes: int,
    reader: int | None = None,
    reader_faces: Callable[[int], str] = lambda step: "",
    progress: Callable[[int], bool] = lambda done: True,
) -> Review | None:
    """Reviews a finished game with `nodes` iterations of search a position.

    `faces` by step: what the deciding seat knew (`known_faces`); `reader`: the seat through whose
    eyes the graph is drawn, with its own cards by step. `progress` hears how many steps are done,
    and the review is broken off, with None, when it answers False. ValueError without steps, or
    when the game is not over.
    """
    if not steps or steps[-1].after.turn != "over":
        raise ValueError("only a game that is over can be reviewed")
    graph: list[tuple[float, ...]] = []
    decisions: list[Decision] = []
    public = public_history(steps)
    for number, step in enumerate(steps):
        if not progress(number):
            return None
        past = None if public is None else public[:number]
        seen = _look(step, reader, reader_faces(number), past, nodes, number)
        graph.append(seen.shares)
        if _decided(step):
            assert step.seat is not None
            own = faces.get(number, "")
            if (reader, reader_faces(number)) != (step.seat, own):
                seen = _look(step, step.seat, own, past, nodes, number)
            decisions.append(_judge(step, number, seen, own, past, nodes))
    graph.append(_end(steps[-1].after))
    luck, own_part, others = _parts(steps, graph)
    return Review(tuple(graph), tuple(decisions), luck, own_part, others)


def _decided(step: Played) -> bool:
    """True if a player decided here, and neither luck nor, for an absent player, the core."""
    return step.before.turn == step.seat and step.seat not in step.ghosts


def _look(
    step: Played, seat: int | None, faces: str, past: History | None, nodes: int, number: int
) -> Analysis:
    return look_ahead(step.before, seat, faces, history=past, nodes=nodes, seed=number)


def _judge(
    step: Played, number: int, seen: Analysis, faces: str, past: History | None, nodes: int
) -> Decision:
    assert step.seat is not None
    # A move that was tried more seldom can look better by luck: only what was tried often is best.
    often = [line for line in seen.lines if line.visits * ENOUGH_VISITS >= seen.lines[0].visits]
    best = max(often, key=lambda line: line.share)
    played = seen.line(step.notation)
    if played is None or played.visits * ENOUGH_VISITS < seen.iterations:
        share, money = _after(step, step.notation, number, faces, past, nodes)
        # Looked at alike, or the difference would be one of how deep they were looked at.
        best_share, best_money = _after(step, best.notation, number, faces, past, nodes)
    else:
        share, money = played.share, played.money
        best_share, best_money = best.share, best.money
    return Decision(
        step=number,
        seat=step.seat,
        notation=step.notation,
        best=best.notation,
        share=share,
        best_share=best_share,
        money=money,
        best_money=best_money,
    )


def _after(
    step: Played, move: str, number: int, faces: str, past: History | None, nodes: int
) -> tuple[float, float]:
    """The chance and the money of the seat on turn after a move of its."""
    assert step.seat is not None
    after = step.before.apply(move)
    if after.is_over:
        return _end(after)[step.seat], float(after.scores()[step.seat])
    told = None if past is None else (*past, move)
    seen = look_ahead(after, step.seat, faces, history=told, nodes=nodes, seed=number)
    return seen.shares[step.seat], seen.money[step.seat]


def _end(position: Position) -> tuple[float, ...]:
    winners = position.winners()
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(position.seats))


def _parts(
    steps: Sequence[Played], graph: Sequence[tuple[float, ...]]
) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """The changes by luck, by a seat's own decisions and by those of others, summed for each
    seat."""
    seats = range(len(graph[0]))
    luck, own, others = ([0.0] * len(graph[0]) for _ in range(3))
    for number, step in enumerate(steps):
        for seat in seats:
            change = graph[number + 1][seat] - graph[number][seat]
            mine = step.seat == seat and _decided(step)
            part = own if mine else others if step.before.decider is not None else luck
            part[seat] += change
    return tuple(luck), tuple(own), tuple(others)
