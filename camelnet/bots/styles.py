"""Styles of play: a bot's liking for kinds of moves, as long as others are hardly better.

A style never costs much: it likes a move only while the move is at most `BONUS` of a victory worse
than the best. The three styles have a different meaning in each game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

STYLES = ("bold", "quick", "sly")
BONUS = 0.02  # of a victory
SELDOM = 8  # a move with so many times fewer visits than the best is hardly known

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
    """True if a bot of this style ("": none) likes such a move."""
    return notation.partition(" ")[0] in _LIKED.get(game, {}).get(style, ())


def preferred(style: str, game: str, lines: Sequence[Tried]) -> str:
    """The move to play after a search that found `lines`, the best first: the best move that the
    style likes among those close to the best of all, else the best of all."""
    best = lines[0]
    close = [
        line
        for line in lines
        if likes(style, game, line.notation)
        and line.visits * SELDOM >= best.visits
        and line.share >= best.share - BONUS
    ]
    return max(close, key=lambda line: line.share, default=best).notation
