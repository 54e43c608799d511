"""Styles of play: a bot's liking for kinds of moves, where others are hardly better.

A style never costs much: a move is liked only while it is at most `BONUS` of a victory worse than
the best. The same three stand for different things in each game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

STYLES = ("bold", "quick", "sly")
BONUS = 0.02  # of a victory
SELDOM = 8  # a move that a search tried so many times less often than its best is hardly known

_LIKED: Mapping[str, Mapping[str, tuple[str, ...]]] = {  # verbs of notations, by game and style
    "camelup": {"bold": ("win", "lose"), "quick": ("roll",), "sly": ("tile",)},
    "cards": {"bold": ("final",), "quick": ("reveal",), "sly": ("palm", "fennec")},
    "targui": {"bold": ("attack", "again"), "quick": ("move",), "sly": ("buy",)},
}


class Tried(Protocol):
    """A move that a search tried (`camelnet.bots.search.Line`)."""

    @property
    def notation(self) -> str: ...
    @property
    def visits(self) -> int: ...
    @property
    def share(self) -> float: ...


def likes(style: str, game: str, notation: str) -> bool:
    """True if a bot of this style ("": none) likes to make such a move."""
    return notation.partition(" ")[0] in _LIKED.get(game, {}).get(style, ())


def preferred(style: str, game: str, lines: Sequence[Tried]) -> str:
    """The move to play after a search that found `lines`, the best first: the best of those that
    the style likes while it is close to the best of all, which is played otherwise."""
    best = lines[0]
    close = [
        line
        for line in lines
        if likes(style, game, line.notation)
        and line.visits * SELDOM >= best.visits
        and line.share >= best.share - BONUS
    ]
    return max(close, key=lambda line: line.share, default=best).notation
