"""The review of a game: chances to win at every step, luck apart from skill, the costly decisions.

It searches every position like the bots (docs/lab.md), each with the position's own luck, so the
same game gives the same review for the same number of nodes. It reports chances as they come true
(calibration.py). A rough pass gives the whole graph at once, a second one the decisions too; then
the costliest decisions are searched deeper.

- It searches a decision as the seat saw it, with the whole history in mind. A decision costs the
  best move's chance to win less the played one's, both from that search; if the search hardly
  visited the played move, from a search after each of the two.
- The graph shows each position as one reader sees it: a seat, or a spectator without hidden cards.
- Luck is what dice, drawn cards and battles brought less the mean of all that they might have
  brought (`camelnet.bots.luck`), so it tells nobody's play. The graph's other changes, up to the
  next decision, belong to the seat that decided or opened a card of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from camelnet import rules
from camelnet.bots import History
from camelnet.bots.luck import Shares, outcomes, stroke
from camelnet.bots.search import Analysis
from camelnet.review import kept
from camelnet.review.calibration import as_told, look_ahead
from camelnet.review.findings import Decision, Review
from camelnet.review.knowledge import Faces, Played, public_history
from camelnet.rules import Position

ENOUGH_VISITS = 8  # a move with a smaller part of the iterations gets searches of its own
# Iterations of search per position: from here on more hardly change the graph (docs/bots.md).
NODES: Mapping[str, int] = {"camelup": 200, "cards": 200, "targui": 400}
NODES_OTHERWISE = 400
# A game of more steps than these gets fewer iterations at each, so that no review takes longer.
STEPS: Mapping[str, int] = {"camelup": 600, "cards": 160, "targui": 1200}
ROUGHLY = 10  # the first pass over the game has so many times fewer,
REFINE = 5  # and the costliest decisions so many times more
REFINED = 12  # of these

T = TypeVar("T")
# Told the part of a review that is done, 0 to 1, and a review so far when there is a better one:
# first a rough graph without decisions. False: nobody wants it any more.
Progress = Callable[[float, Review | None], bool]


def review(
    steps: Sequence[Played],
    faces: Faces,
    *,
    nodes: int | None = None,
    reader: int | None = None,
    reader_faces: Callable[[int], str] = lambda step: "",
    threads: int = 1,
    seed: int = 0,
    progress: Progress = lambda done, found: True,
    shelf: kept.Shelf | None = None,
) -> Review | None:
    """Review a finished game with `nodes` iterations of search per position (None: as many as the
    game needs), on so many `threads`; their number changes nothing in what is found. A review that
    lies on the `shelf` is taken from there; a new one is put there.

    `faces` by step: the deciding seat's knowledge (`known_faces`); `reader`: the seat whose view
    the graph shows, with its own cards by step. Calls `progress` after each position, in the
    caller's thread; if that returns False, breaks off and returns None. ValueError without steps,
    or when the game is not over.
    """
    if not steps or steps[-1].after.turn != "over":
        raise ValueError("only a game that is over can be reviewed")
    nodes = nodes or nodes_for(steps[0].before.game, len(steps))
    name = ""
    if shelf is not None:
        name = kept.name_of(steps, faces, reader, reader_faces, nodes, seed)
        if (found := kept.from_bytes(shelf.get(name) or b"")) is not None:
            return found
    look = _Look(steps, faces, reader, reader_faces, public_history(steps), seed)
    everywhere = range(len(steps))

    with ThreadPoolExecutor(threads, thread_name_prefix="camelnet-review") as pool:

        def each(
            work: Callable[[int], T], numbers: Sequence[int], begun: float, ends: float
        ) -> list[T]:
            """The findings of `work` at each of these steps, its part of the whole."""
            try:
                futures = [pool.submit(work, number) for number in numbers]
            except RuntimeError as ending:  # the program, while this thread still works
                raise _BrokenOffError from ending
            try:
                for count, future in enumerate(futures):
                    if not progress(begun + (ends - begun) * count / len(futures), None):
                        raise _BrokenOffError
                    future.result()
            finally:
                for future in futures:
                    future.cancel()
            return [future.result() for future in futures]

        try:
            roughly = max(1, nodes // ROUGHLY)
            rough = each(lambda number: look.rough(number, roughly), everywhere, 0, 0.1)
            graph, luck = [shares for shares, _luck in rough], [lucky for _shares, lucky in rough]
            if not progress(0.1, _put_together(steps, graph, [], luck)):
                return None
            seen = each(lambda number: look.at(number, nodes), everywhere, 0.1, 0.8)
            graph = [shares for shares, _decision in seen]
            decisions = {made.step: made for _shares, made in seen if made is not None}
            first = _put_together(steps, graph, decisions.values(), luck)
            if not progress(0.8, first):
                return None
            costly = [made.step for made in first.costliest(count=REFINED)]
            for made in each(lambda number: look.judged(number, REFINE * nodes), costly, 0.8, 1):
                decisions[made.step] = made
        except _BrokenOffError:
            return None
    whole = _put_together(steps, graph, decisions.values(), luck)
    if shelf is not None:
        shelf.put(name, kept.to_bytes(whole))
    return whole


def nodes_for(game: str, steps: int) -> int:
    """The iterations per position that a review of a game of so many steps needs."""
    nodes = NODES.get(game, NODES_OTHERWISE)
    return min(nodes, max(1, nodes * STEPS.get(game, steps) // steps))


class _BrokenOffError(Exception):
    """Whoever asked for the review does not want it any more."""


def _put_together(
    steps: Sequence[Played],
    graph: Sequence[Shares],
    decisions: Iterable[Decision],
    luck: Sequence[Shares | None],
) -> Review:
    whole = (*graph, _end(steps[-1].after))
    changes = [_less(after, before) for before, after in pairwise(whole)]
    strokes = [
        () if chosen(step) else change if lucky is None else lucky
        for step, change, lucky in zip(steps, changes, luck, strict=True)
    ]
    own, others = _parts(steps, changes, strokes)
    total = tuple(sum(one[seat] for one in strokes if one) for seat in range(len(own)))
    return Review(whole, tuple(decisions), total, own, others, tuple(strokes))


def judged(
    steps: Sequence[Played], faces: Faces, number: int, notations: Sequence[str]
) -> list[Decision]:
    """These notations in the place of a decision, as a review judges the costliest ones."""
    look = _Look(steps, faces, None, lambda step: "", public_history(steps), 0)
    nodes = REFINE * nodes_for(steps[0].before.game, len(steps))
    found = look.known(number, nodes)
    return [look.compared(number, nodes, found, notation) for notation in notations]


def chosen(step: Played) -> bool:
    """True unless luck made this step. Who opens bets chose them, and a hand card when to play."""
    return not step.before.is_chance


def decided(step: Played) -> bool:
    """True if a player decided here: not luck, nor the core for an absent player."""
    return step.before.turn == step.seat and step.seat not in step.ghosts


@dataclass(frozen=True, slots=True)
class _Look:
    """A game and its reader; searches from any step of it. Threads share it."""

    steps: Sequence[Played]
    faces: Faces
    reader: int | None
    reader_faces: Callable[[int], str]
    public: History | None
    seed: int

    def rough(self, number: int, nodes: int) -> tuple[Shares, Shares | None]:
        """The chances that the reader sees before a step, and its luck."""
        return self.seen(number, nodes).shares, self.luck(number)

    def at(self, number: int, nodes: int) -> tuple[Shares, Decision | None]:
        """The chances that the reader sees before a step, and the decision if it is one."""
        seen = self.seen(number, nodes)
        if not decided(self.steps[number]):
            return seen.shares, None
        return seen.shares, self.judged(number, nodes, seen)

    def seen(self, number: int, nodes: int) -> Analysis:
        """The position before a step as the reader sees it."""
        return self._search(number, self.reader, self.reader_faces(number), nodes)

    def luck(self, number: int) -> Shares | None:
        """The luck of all seats at a step, as a spectator sees it; None where there is none, or
        nobody has learned to judge it."""
        step = self.steps[number]
        past = None if self.public is None else self.public[:number]
        might = [
            replace(one, shares=as_told(one.shares, step.before.game))
            for one in outcomes(step.before, past)
        ]
        return stroke(step.notation, might) if might else None

    def judged(self, number: int, nodes: int, seen: Analysis | None = None) -> Decision:
        """A decision as its seat saw it; `seen`: what the reader saw there."""
        step, own = self.steps[number], self.faces.get(number, "")
        info = rules.GAMES[step.before.game]
        hides = bool(info.slots) or info.hands
        if seen is None or (hides and (self.reader, self.reader_faces(number)) != (step.seat, own)):
            seen = self.known(number, nodes)
        return self.compared(number, nodes, seen, step.notation)

    def known(self, number: int, nodes: int) -> Analysis:
        """The position of a decision as its seat saw it."""
        seat = self.steps[number].seat
        assert seat is not None
        return self._search(number, seat, self.faces.get(number, ""), nodes)

    def compared(self, number: int, nodes: int, seen: Analysis, notation: str) -> Decision:
        """A move beside the best one of its position, as its seat has `seen` it."""
        step, own = self.steps[number], self.faces.get(number, "")
        assert step.seat is not None
        # A move with few visits can look better by luck: only a move with many counts as best.
        often = [line for line in seen.lines if line.visits * ENOUGH_VISITS >= seen.lines[0].visits]
        line = max(often, key=lambda line: line.share)
        best, best_share, best_money = line.notation, line.share, line.money
        played = seen.line(notation)
        if played is None or played.visits * ENOUGH_VISITS < seen.iterations:
            share, money = self._after(number, notation, own, nodes)
            # Search all alike, else the difference would reflect the depths of the searches; a
            # move that only seemed best is then seen through.
            best, (best_share, best_money) = max(
                (
                    (move, self._after(number, move, own, nodes))
                    for move in dict.fromkeys((best, seen.lines[0].notation))
                ),
                key=lambda found: found[1],
            )
        else:
            share, money = played.share, played.money
        return Decision(
            step=number,
            seat=step.seat,
            notation=notation,
            best=best,
            share=share,
            best_share=best_share,
            money=money,
            best_money=best_money,
        )

    def _after(self, number: int, move: str, faces: str, nodes: int) -> tuple[float, float]:
        """The chance and the money of the seat on turn after one of its moves."""
        step = self.steps[number]
        assert step.seat is not None
        after = step.before.apply(move)
        if after.is_over:
            return _end(after)[step.seat], float(after.scores()[step.seat])
        seen = self._search(number, step.seat, faces, nodes, move)
        return seen.shares[step.seat], seen.money[step.seat]

    def _search(
        self, number: int, seat: int | None, faces: str, nodes: int, move: str | None = None
    ) -> Analysis:
        """A search before a step, or after a move made there."""
        position = self.steps[number].before
        past = None if self.public is None else self.public[:number]
        if move is not None:
            position = position.apply(move)
            past = None if past is None else (*past, move)
        return look_ahead(position, seat, faces, history=past, nodes=nodes, seed=self.seed + number)


def _end(position: Position) -> Shares:
    winners = position.winners()
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(position.seats))


def _less(one: Shares, other: Shares) -> Shares:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _parts(
    steps: Sequence[Played], changes: Sequence[Shares], strokes: Sequence[Shares]
) -> tuple[Shares, Shares]:
    """The changes by a seat's own choices, and by those of others, without the luck."""
    own, others = ([0.0] * steps[0].before.seats for _ in range(2))
    chooser = None
    for step, change, lucky in zip(steps, changes, strokes, strict=True):
        if chosen(step):
            chooser = None if step.seat in step.ghosts else step.seat
        for seat, part in enumerate(_less(change, lucky) if lucky else change):
            (own if seat == chooser else others)[seat] += part
    return tuple(own), tuple(others)
