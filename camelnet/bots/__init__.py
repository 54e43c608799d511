"""Players without a person. A bot's move is signed and agreed like anyone's."""

from __future__ import annotations

from camelnet.bots.base import Bot
from camelnet.bots.greedy import GreedyBot
from camelnet.bots.random import RandomBot

LEVELS = ("random", "greedy")


def create(level: str, seed: int) -> Bot:
    """A bot of one of `LEVELS`; ValueError for another. `seed` is for those that need luck."""
    match level:
        case "random":
            return RandomBot(seed=seed)
        case "greedy":
            return GreedyBot()
    raise ValueError(f"{level!r:.40} is no level; there are {', '.join(LEVELS)}")


__all__ = ["LEVELS", "Bot", "create"]
