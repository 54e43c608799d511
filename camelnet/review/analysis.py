"""The review of a game: chances to win at every step, luck apart from skill, the costly decisions.

It searches every position like the bots (docs/bots.md), each with the position's own luck, so the
same game gives the same review for the same number of nodes. It reports chances as they come true
(calibration.py).

- It searches a decision as the seat saw it, with the whole history in mind. A decision costs the
  best move's chance to win less the played one's, both from that search; if the search hardly
  visited the played move, from a search after each of the two.
- The graph shows each position as one reader sees it: a seat, or a spectator without hidden cards.
- Luck is the graph's change at dice, cards and openings; its other changes come from decisions,
  one's own and those of others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camelnet.bots import History
from camelnet.bots.search import Analysis
from camelnet.review.calibration import look_ahead
from camelnet.review.knowledge import Faces, Played, public_history
from camelnet.rules import Position

ENOUGH_VISITS = 8  # a move with a smaller part of the iterations gets searches of its own
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
    `luck[seat]` is the gain from dice, cards and openings, `own[seat]` from the seat's own
    decisions and `others[seat]` from those of the rest, including its own ghost. The three add up
    to the last entry of the graph less the first."""

    graph: tuple[tuple[float, ...], ...]
    decisions: tuple[Decision, ...]
    luck: tuple[float, ...]
    own: tuple[float, ...]
    others: tuple[float, ...]

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


def review(
    steps: Sequence[Played],
    faces: Faces,
    *,
    nodes: int,
    reader: int | None = None,
    reader_faces: Callable[[int], str] = lambda step: "",
    progress: Callable[[int], bool] = lambda done: True,
) -> Review | None:
    """Review a finished game with `nodes` iterations of search per position.

    `faces` by step: the deciding seat's knowledge (`known_faces`); `reader`: the seat whose view
    the graph shows, with its own cards by step. Calls `progress` with the number of steps done; if
    that returns False, breaks off and returns None. ValueError without steps, or when the game is
    not over.
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
    """True if a player decided here: not luck, nor the core for an absent player."""
    return step.before.turn == step.seat and step.seat not in step.ghosts


def _look(
    step: Played, seat: int | None, faces: str, past: History | None, nodes: int, number: int
) -> Analysis:
    return look_ahead(step.before, seat, faces, history=past, nodes=nodes, seed=number)


def _judge(
    step: Played, number: int, seen: Analysis, faces: str, past: History | None, nodes: int
) -> Decision:
    assert step.seat is not None
    # A move with few visits can look better by luck: only a move with many counts as best.
    often = [line for line in seen.lines if line.visits * ENOUGH_VISITS >= seen.lines[0].visits]
    best = max(often, key=lambda line: line.share)
    played = seen.line(step.notation)
    if played is None or played.visits * ENOUGH_VISITS < seen.iterations:
        share, money = _after(step, step.notation, number, faces, past, nodes)
        # Search both alike, else the difference would reflect the depths of the searches.
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
    """The chance and the money of the seat on turn after one of its moves."""
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
    """The changes by luck, by a seat's own decisions and by those of others, summed per seat."""
    seats = range(len(graph[0]))
    luck, own, others = ([0.0] * len(graph[0]) for _ in range(3))
    for number, step in enumerate(steps):
        for seat in seats:
            change = graph[number + 1][seat] - graph[number][seat]
            mine = step.seat == seat and _decided(step)
            part = own if mine else others if step.before.decider is not None else luck
            part[seat] += change
    return tuple(luck), tuple(own), tuple(others)
