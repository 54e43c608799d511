"""The review of a game: chances to win at every step, luck apart from skill, the costly decisions.

It searches every position like the bots (docs/bots.md), each with the position's own luck, so the
same game gives the same review for the same number of nodes. It reports chances as they come true
(calibration.py). A rough pass gives the whole graph at once, a second one the decisions too; then
the costliest decisions are searched deeper.

- It searches a decision as the seat saw it, with the whole history in mind. A decision costs the
  best move's chance to win less the played one's, both from that search; if the search hardly
  visited the played move, from a search after each of the two.
- The graph shows each position as one reader sees it: a seat, or a spectator without hidden cards.
- Luck is the graph's change at dice, cards and battles; its other changes come from decisions,
  one's own and those of others. Bets that are opened belong to the seat that chose them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from camelnet import rules
from camelnet.bots import History
from camelnet.bots.search import Analysis
from camelnet.review import kept
from camelnet.review.calibration import look_ahead
from camelnet.review.findings import Decision, Review
from camelnet.review.knowledge import Faces, Played, public_history
from camelnet.rules import Position

ENOUGH_VISITS = 8  # a move with a smaller part of the iterations gets searches of its own
# Iterations of search per position: from here on more hardly change the graph (docs/bots.md).
NODES: Mapping[str, int] = {"camelup": 200, "cards": 200, "targui": 400}
NODES_OTHERWISE = 400
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
    nodes = nodes or nodes_for(steps[0].before.game)
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
            futures = [pool.submit(work, number) for number in numbers]
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
            rough = each(lambda number: look.seen(number, roughly).shares, everywhere, 0, 0.1)
            if not progress(0.1, _put_together(steps, rough, [])):
                return None
            seen = each(lambda number: look.at(number, nodes), everywhere, 0.1, 0.8)
            graph = [shares for shares, _decision in seen]
            decisions = {made.step: made for _shares, made in seen if made is not None}
            first = _put_together(steps, graph, decisions.values())
            if not progress(0.8, first):
                return None
            costly = [made.step for made in first.costliest(count=REFINED)]
            for made in each(lambda number: look.judged(number, REFINE * nodes), costly, 0.8, 1):
                decisions[made.step] = made
        except _BrokenOffError:
            return None
    whole = _put_together(steps, graph, decisions.values())
    if shelf is not None:
        shelf.put(name, kept.to_bytes(whole))
    return whole


def nodes_for(game: str) -> int:
    """The iterations per position that this game needs."""
    return NODES.get(game, NODES_OTHERWISE)


class _BrokenOffError(Exception):
    """Whoever asked for the review does not want it any more."""


def _put_together(
    steps: Sequence[Played], graph: Sequence[tuple[float, ...]], decisions: Iterable[Decision]
) -> Review:
    whole = (*graph, _end(steps[-1].after))
    luck, own, others = _parts(steps, whole)
    return Review(whole, tuple(decisions), luck, own, others)


def chosen(step: Played) -> bool:
    """True unless luck alone made this step. Who opens bets chose them; a hand card was dealt."""
    before = step.before
    bets = before.opener is not None and bool(rules.GAMES[before.game].slots)
    return before.decider is not None or bets


def _decided(step: Played) -> bool:
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

    def at(self, number: int, nodes: int) -> tuple[tuple[float, ...], Decision | None]:
        """The chances that the reader sees before a step, and the decision if it is one."""
        seen = self.seen(number, nodes)
        if not _decided(self.steps[number]):
            return seen.shares, None
        return seen.shares, self.judged(number, nodes, seen)

    def seen(self, number: int, nodes: int) -> Analysis:
        """The position before a step as the reader sees it."""
        return self._search(number, self.reader, self.reader_faces(number), nodes)

    def judged(self, number: int, nodes: int, seen: Analysis | None = None) -> Decision:
        """A decision as its seat saw it; `seen`: what the reader saw there."""
        step, own = self.steps[number], self.faces.get(number, "")
        assert step.seat is not None
        info = rules.GAMES[step.before.game]
        hides = bool(info.slots) or info.hands
        if seen is None or (hides and (self.reader, self.reader_faces(number)) != (step.seat, own)):
            seen = self._search(number, step.seat, own, nodes)
        # A move with few visits can look better by luck: only a move with many counts as best.
        often = [line for line in seen.lines if line.visits * ENOUGH_VISITS >= seen.lines[0].visits]
        best = max(often, key=lambda line: line.share)
        played = seen.line(step.notation)
        if played is None or played.visits * ENOUGH_VISITS < seen.iterations:
            share, money = self._after(number, step.notation, own, nodes)
            # Search both alike, else the difference would reflect the depths of the searches.
            best_share, best_money = self._after(number, best.notation, own, nodes)
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


def _end(position: Position) -> tuple[float, ...]:
    winners = position.winners()
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(position.seats))


def _parts(
    steps: Sequence[Played], graph: Sequence[tuple[float, ...]]
) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """The changes by luck, by a seat's own choices and by those of others, summed per seat."""
    seats = range(len(graph[0]))
    luck, own, others = ([0.0] * len(graph[0]) for _ in range(3))
    for number, step in enumerate(steps):
        for seat in seats:
            change = graph[number + 1][seat] - graph[number][seat]
            mine = step.seat == seat and step.seat not in step.ghosts
            part = luck if not chosen(step) else own if mine else others
            part[seat] += change
    return tuple(luck), tuple(own), tuple(others)
