"""The levels of bots: their names, the time they take, and the bot behind each.

A new level gets its name here and its words in `camelnet.session.text.bot_words`. `create` imports
a level when it makes one: a caller that only names levels does not load the search.
"""

from __future__ import annotations

from camelnet.bots.base import Bot
from camelnet.bots.styles import STYLES

LEVELS = ("random", "greedy", "easy", "normal", "hard", "expert")
FOR_PEOPLE = LEVELS[2:]  # from the weakest to the strongest; the others are for tests and arenas
USUAL_LEVEL = "normal"  # for people who have not chosen one
THINK_MS = {"hard": 100, "expert": 1000}  # time per decision, by default
STYLED = FOR_PEOPLE  # levels that can have a style
ANY_STYLE = "any"  # asks for one drawn by lot
_SIGN = "+"  # between a level and a style
_BEFORE = {"strong": "hard"}  # names of levels up to 0.11, in records and on command lines


def renamed(level: str) -> str:
    """A level, with its style if it has one, by the name of today."""
    plain, sign, style = level.partition(_SIGN)
    return f"{_BEFORE.get(plain, plain)}{sign}{style}"


def split(level: str) -> tuple[str, str]:
    """The level and the style of a bot announced as "easy+bold"; "" for no style."""
    plain, _sign, style = renamed(level).partition(_SIGN)
    return plain, style


def joined(level: str, style: str) -> str:
    """The opposite of `split`."""
    return f"{level}{_SIGN}{style}" if style else level


def create(
    level: str,
    seed: int,
    *,
    think_ms: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
) -> Bot:
    """A bot of one of `LEVELS`, or of one with a style ("easy+bold"); ValueError for another.
    `seed` is for levels that need luck.

    `hard` and `expert` think `think_ms` milliseconds per decision, or `nodes` iterations per thread
    (then they are deterministic), in `threads` threads; the other levels ignore all three.
    """
    level = renamed(level)
    plain, style = split(level)
    if level != plain and (style not in STYLES or plain not in STYLED):
        raise ValueError(
            f"{level!r:.40} is no level with a style; {', '.join(STYLED)} have one of"
            f" {', '.join(STYLES)}, written like {joined(STYLED[0], STYLES[0])}"
        )
    match plain:
        case "random":
            from camelnet.bots.random import RandomBot

            return RandomBot(seed=seed)
        case "greedy":
            from camelnet.bots.greedy import GreedyBot

            return GreedyBot()
        case "easy" | "normal":
            from camelnet.bots.fallible import FallibleBot

            return FallibleBot(level=plain, seed=seed, style=style)
        case "hard" | "expert":
            from camelnet.bots.search import SearchBot

            budget_ms = THINK_MS[plain] if think_ms is None and nodes is None else think_ms
            return SearchBot(
                seed=seed, think_ms=budget_ms, nodes=nodes, threads=threads, style=style
            )
    raise ValueError(f"{level!r:.40} is no level; there are {', '.join(LEVELS)}")


def looks_ahead(level: str) -> bool:
    """True if a bot of this level needs the tables that `warm_up` builds."""
    return split(level)[0] in FOR_PEOPLE
