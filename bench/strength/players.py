"""Players of the ladder, and for judging networks, that are no level.

bench.strength.players:Old@2000nodes        `strong` of 0.4.0, with so many iterations a decision
bench.strength.players:Old@100ms            the same with so much time
bench.strength.players:Plain@2000nodes      `strong` of today, without its network
bench.strength.players:Own@1ms              `strong`, by the time of its own processor alone
bench.strength.players:Candidate@2000nodes  with the network in the file that CAMELNET_NETWORK names

Old and Own read a clock that stands still while another process has the processor, so a busy
machine does not weaken them.
"""

from __future__ import annotations

import os
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from bench.strength.old_core import core
from camelnet.bots.base import History, only_move, seed_at
from camelnet.bots.network import Network, parse
from camelnet.bots.search import SearchBot
from camelnet.odds.tables import memory_for
from camelnet.rules import Position

_STRONG_MS = 100
_TREE_MAX = 1 << 19  # nodes; this and what follows is as 0.4.0 had it
_NODES_PER_MS = 1 << 12
_FIRST_ITERATIONS = 64
_SLICE_S = 0.004


@lru_cache
def _tables(game: str) -> Any:
    """The tables that 0.4.0's search wants, once for a process."""
    lib, ffi = core().lib, core().ffi
    number = lib.cn_game_number(game.encode())
    size = lib.cn_tables_bytes(number)
    if not size:
        return ffi.NULL
    memory = memory_for(size)
    lib.cn_tables_build(number, memory)
    return memory


class Old:
    """`strong` of version 0.4.0, by the C core of that time."""

    def __init__(self, *, seed: int, think_ms: int | None = None, nodes: int | None = None) -> None:
        core()  # building it is no thinking
        self._seed = seed
        self._think_ms = _STRONG_MS if think_ms is None and nodes is None else think_ms
        self._nodes = nodes

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        if (forced := only_move(position, seat)) is not None:
            return forced
        lib, ffi = core().lib, core().ffi
        tables = _tables(position.game)
        deadline = time.thread_time() + (self._think_ms or 0) / 1000
        wanted = 32 * self._nodes if self._nodes else (self._think_ms or 1) * _NODES_PER_MS
        room = max(1024, min(_TREE_MAX, wanted))
        memory = ffi.new_allocator(should_clear_after_alloc=False)(
            "uint64_t[]", (lib.cn_search_bytes(room) + 7) // 8
        )
        seed = seed_at(position, self._seed)
        own = faces.encode()
        if not lib.cn_search_begin(
            memory, room, position.state, seat, own, len(own), tables, seed, lib.CN_FOR_VICTORY
        ):
            raise ValueError(f"0.4.0 cannot search this position, or {faces!r:.40} are no faces")
        if self._nodes:
            lib.cn_search_run(memory, self._nodes)
        else:
            _run_until(memory, deadline)
        result = ffi.new("cn_search_result *")
        lib.cn_search_read(memory, result)
        lines = [result.line[index] for index in range(result.count)]
        named = [(-line.visits, -line.share, ffi.string(line.text).decode()) for line in lines]
        return str(min(named)[2])


def _run_until(memory: Any, deadline: float) -> None:
    """Iterations until a time, in slices so short that it is not overrun by much."""
    lib = core().lib
    count = _FIRST_ITERATIONS
    lib.cn_search_run(memory, count)
    now = time.thread_time()
    while now < deadline:
        lib.cn_search_run(memory, count)
        then, now = now, time.thread_time()
        wanted = min(_SLICE_S, max(deadline - now, 0))
        count = max(1, min(int(count * wanted / max(now - then, 1e-6)), 4 * count))


class Plain(SearchBot):
    """The search of today without a network."""

    def __init__(self, *, seed: int, think_ms: int | None = None, nodes: int | None = None) -> None:
        think_ms = _STRONG_MS if think_ms is None and nodes is None else think_ms
        super().__init__(seed=seed, think_ms=think_ms, nodes=nodes, network=None)


class Own(SearchBot):
    """`strong`, whose milliseconds are those that it computed."""

    def __init__(self, *, seed: int, think_ms: int = _STRONG_MS) -> None:
        super().__init__(seed=seed, think_ms=think_ms, clock=time.thread_time)


class Candidate:
    """The search of today with a network that is not in the package."""

    def __init__(self, *, seed: int, think_ms: int | None = None, nodes: int | None = None) -> None:
        self._file = os.environ["CAMELNET_NETWORK"]
        self._seed, self._nodes = seed, nodes
        self._think_ms = _STRONG_MS if think_ms is None and nodes is None else think_ms

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        bot = SearchBot(
            seed=self._seed,
            think_ms=self._think_ms,
            nodes=self._nodes,
            network=_network(self._file, position.game),
        )
        return bot.choose(position, seat, faces, history)


@lru_cache
def _network(file: str, game: str) -> Network:
    return parse(Path(file).read_bytes(), game)
