"""Levels `hard` and `expert`: tree search over samples of the information that a seat lacks, in C.

See docs/lab.md. The same search gives hints and reviews: `analyse`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

from camelnet.bots.base import History, only_move, seed_at
from camelnet.bots.belief import belief
from camelnet.bots.deadline import Deadline
from camelnet.bots.network import Network, usable
from camelnet.bots.styles import preferred
from camelnet.odds.tables import tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib

Objective = Literal["victory", "money", "both"]
# The learned value to search with: "auto" is the game's own, if it has a usable one.
WhichNetwork = Network | Literal["auto"] | None

_OBJECTIVES = {"victory": lib.CN_FOR_VICTORY, "money": lib.CN_FOR_MONEY, "both": lib.CN_FOR_BOTH}
_FIRST_ITERATIONS = 64  # before the first look at the clock
_FIRST_JUDGED = 4  # the same with a network, whose iterations take longer
_ITERATIONS_SLICE = 1024  # between two looks at `stop`, in a search without a clock
_SLICE_S = 0.004  # between two looks at the clock
_ITERATIONS_MAX = 10_000_000
_TREE_MAX = 1 << 19  # nodes, of 120 bytes each
_NODES_PER_MS = 1 << 12
_GUESS_WEIGHT = 1e-9  # in visits: the network's guess about a move that no tree visited
_uncleared = ffi.new_allocator(should_clear_after_alloc=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A move of the root (or an outcome of luck, or an opening, if that comes next).

    `share`: the deciding seat's part of the victory, 0 to 1; `money`: the seat's final money, in
    the game's coins, both on average; `prior`: the move's chance to be the best, before the search.
    """

    notation: str
    visits: int
    share: float
    money: float
    prior: float = 0.0


@dataclass(frozen=True, slots=True)
class Analysis:
    """`lines` by visits, the best first; `shares` and `money` by seat, on average over all
    iterations; `iterations` in all threads."""

    lines: tuple[Line, ...]
    shares: tuple[float, ...]
    money: tuple[float, ...]
    iterations: int

    @property
    def best(self) -> Line:
        return self.lines[0]

    def line(self, notation: str) -> Line | None:
        """The line of a move; None if the search did not see it."""
        return next((line for line in self.lines if line.notation == notation), None)


class _Search:
    """One tree, in memory of its own."""

    def __init__(
        self,
        position: Position,
        seat: int | None,
        faces: str,
        *,
        belief: Any,
        network: Network | None,
        seed: int,
        objective: str,
        room: int,
    ) -> None:
        self._memory = _uncleared("uint64_t[]", (lib.cn_search_bytes(room) + 7) // 8)
        # Kept alive while the tree points to them.
        self._tables, self._belief, self._network = tables(position.game), belief, network
        self._first = _FIRST_JUDGED if network else _FIRST_ITERATIONS
        memo_bytes = lib.cn_value_memo_bytes(position.state[0]) if network else 0
        self._memo = ffi.new("uint64_t[]", (memo_bytes + 7) // 8) if memo_bytes else ffi.NULL
        own = faces.encode("ascii", "replace")
        begun = lib.cn_search_begin(
            self._memory,
            room,
            position.state,
            lib.CN_SEARCH_NOBODY if seat is None else seat,
            own,
            len(own),
            self._tables,
            belief,
            ffi.NULL if network is None else network.memory,
            self._memo,
            seed & (2**64 - 1),
            _OBJECTIVES[objective],
        )
        if not begun:
            raise ValueError(f"this position cannot be searched, or {faces!r:.40} are no faces")

    def run(self, iterations: int) -> None:
        lib.cn_search_run(self._memory, iterations)

    def run_all(self, iterations: int, stop: Callable[[], bool] | None) -> None:
        """Run this many iterations in slices; check `stop` and Ctrl-C after each slice."""
        for begin in range(0, iterations, _ITERATIONS_SLICE):
            self.run(min(_ITERATIONS_SLICE, iterations - begin))
            if stop and stop():
                break

    def run_until(
        self, deadline: Deadline, clock: Callable[[], float], stop: Callable[[], bool] | None
    ) -> None:
        """Run until the deadline, in slices too short to overrun it by much."""
        count = self._first
        self.run(count)  # finds something even after the deadline
        now = clock()
        while (left_s := deadline.left_s(now)) > 0 and not (stop and stop()):
            self.run(count)
            then, now = now, clock()
            each_s = max(now - then, 1e-6) / count
            if deadline.adaptive:
                deadline.note(id(self), self._visits(), now, each_s)
            wanted = min(_SLICE_S, max(left_s + then - now, 0))
            count = max(1, min(int(wanted / each_s), 4 * count))

    def _visits(self) -> dict[str, int]:
        """The visits of each move so far."""
        result = self.read()
        lines = result.line[0 : result.count]
        return {ffi.string(line.text).decode("ascii"): line.visits for line in lines}

    def read(self) -> Any:
        result = ffi.new("cn_search_result *")
        lib.cn_search_read(self._memory, result)
        return result


def analyse(
    position: Position,
    seat: int | None,
    faces: str = "",
    *,
    history: History | None = None,
    network: WhichNetwork = "auto",
    seed: int = 0,
    think_ms: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    objective: Objective = "victory",
    adaptive: bool = False,
    stop: Callable[[], bool] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Analysis:
    """Search from any node but the end, as `seat` sees it with its own hidden `faces` (as for
    `Position.greedy`; None: as a spectator, who knows nothing hidden). `history` has the notations
    from the first node of the game to here: they tell something about hidden cards. `network` is
    the learned value; without one, simple rules play the game to its end.

    Stops after `think_ms` milliseconds of `clock` (which counts seconds) or `nodes` iterations, in
    each thread, and when `stop`, called every few milliseconds, returns True. With `nodes` equal
    calls give equal results. An `adaptive` search wants only the best move: it ends as soon as it
    is sure of it, and may take twice the milliseconds if two moves lie close. ValueError when the
    game is over or cannot be searched, for faces that make no sense, and for a history that does
    not lead here.
    """
    if (think_ms is None) == (nodes is None):
        raise ValueError("one of think_ms and nodes is needed")
    if nodes is not None and not 1 <= nodes <= _ITERATIONS_MAX:
        raise ValueError(f"nodes: not between 1 and {_ITERATIONS_MAX}")
    tables(position.game)  # the first call takes longer than most searches
    if network == "auto":
        network = usable(position.game)
    elif network is not None and network.game != position.game:
        raise ValueError(f"network: of {network.game}, but the position is of {position.game}")
    begun = clock() if nodes is None else 0.0
    deadline = Deadline(begun, (think_ms or 0) / 1000, threads=threads, adaptive=adaptive)
    wanted = (think_ms or 1) * _NODES_PER_MS if nodes is None else 32 * nodes
    room = max(1024, min(_TREE_MAX, wanted))
    believed = belief(position, history)
    searches = [
        _Search(
            position,
            seat,
            faces,
            belief=believed,
            network=network,
            seed=seed + number,
            objective=objective,
            room=room,
        )
        for number in range(threads)
    ]

    def work(search: _Search) -> None:
        if nodes is None:
            search.run_until(deadline, clock, stop)
        else:
            search.run_all(nodes, stop)

    if threads == 1:
        work(searches[0])
    else:
        with ThreadPoolExecutor(threads, thread_name_prefix="camelnet-search") as pool:
            list(pool.map(work, searches))
    return _merge([search.read() for search in searches], position.seats)


def _merge(results: Sequence[Any], seats: int) -> Analysis:
    """The averages over all trees; among moves with equal visits the better first, then by name."""
    iterations = sum(result.iterations for result in results)
    sums: dict[str, list[float]] = {}  # visits, their weight, share, money, prior
    for result in results:
        for index in range(result.count):
            line = result.line[index]
            total = sums.setdefault(ffi.string(line.text).decode("ascii"), [0.0] * 5)
            weight = line.visits or _GUESS_WEIGHT
            total[0] += line.visits
            total[1] += weight
            total[2] += line.share * weight
            total[3] += line.money * weight
            total[4] += line.prior / len(results)
    lines = [
        Line(notation, int(visits), share / weight, money / weight, prior)
        for notation, (visits, weight, share, money, prior) in sums.items()
    ]

    def mean(read: Callable[[Any], Any]) -> tuple[float, ...]:
        return tuple(
            sum(read(result)[seat] * result.iterations for result in results) / iterations
            for seat in range(seats)
        )

    return Analysis(
        lines=tuple(sorted(lines, key=lambda line: (-line.visits, -line.share, line.notation))),
        shares=mean(lambda result: result.share),
        money=mean(lambda result: result.money),
        iterations=iterations,
    )


class SearchBot:
    """Plays the move with the most visits, or one that its style likes and that is hardly worse. It
    thinks some `think_ms` milliseconds per decision, or `nodes` iterations: then equal seeds play
    equally."""

    def __init__(
        self,
        *,
        seed: int,
        think_ms: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
        style: str = "",
        network: WhichNetwork = "auto",
    ) -> None:
        self._style = style
        self._seed = seed
        self._think_ms = think_ms
        self._nodes = nodes
        self._threads = threads
        self._network = network

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        if (forced := only_move(position, seat)) is not None:
            return forced
        found = analyse(
            position,
            seat,
            faces,
            history=history,
            network=self._network,
            seed=seed_at(position, self._seed),
            think_ms=self._think_ms,
            nodes=self._nodes,
            threads=self._threads,
            adaptive=True,
        )
        return preferred(self._style, position.game, found.lines)
