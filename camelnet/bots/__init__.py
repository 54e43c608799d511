"""Bots: players without a person. A bot's move is signed and agreed like anyone's.

The levels are imported when one is made: who only names them does not need the search.
"""

from __future__ import annotations

from camelnet import rules
from camelnet.bots.base import Bot, History

LEVELS = ("random", "greedy", "strong", "expert")
THINK_MS = {"strong": 100, "expert": 1000}  # what a decision takes, where nothing else is said


def create(
    level: str,
    seed: int,
    *,
    think_ms: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
) -> Bot:
    """A bot of one of `LEVELS`; ValueError for another. `seed` is for those that need luck.

    `strong` and `expert` think so many milliseconds a decision, or so many `nodes` (then they are
    deterministic with one thread), in so many threads; the others never do.
    """
    match level:
        case "random":
            from camelnet.bots.random import RandomBot

            return RandomBot(seed=seed)
        case "greedy":
            from camelnet.bots.greedy import GreedyBot

            return GreedyBot()
        case "strong" | "expert":
            from camelnet.bots.search import SearchBot

            budget_ms = THINK_MS[level] if think_ms is None and nodes is None else think_ms
            return SearchBot(seed=seed, think_ms=budget_ms, nodes=nodes, threads=threads)
    raise ValueError(f"{level!r:.40} is no level; there are {', '.join(LEVELS)}")


def warm_up() -> None:
    """Build what the levels that look ahead need once for a process (some 200 ms), so that their
    first decision does not pay for it. From any thread."""
    from camelnet.odds.tables import tables

    for game in rules.GAMES:
        tables(game)


__all__ = ["LEVELS", "THINK_MS", "Bot", "History", "create", "warm_up"]
