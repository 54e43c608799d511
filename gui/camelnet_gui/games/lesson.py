"""A tutorial as data: positions from the real rules, what is said, pointed at and waited for.

Pure; knows no Qt. A *target* is what a step points at: a place of the board ("leg y"), or a part
of the screen around it:

    "@row 1"      the row of seat 1 among the players
    "@actions"    the buttons of a move
    "@banner"     the sentence above the players
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from camelnet.rules import Position

ANY = "*"  # at the end of what is to be played: any number


@dataclass(frozen=True, slots=True)
class Step:
    """One bubble. It ends when the player has made its move, has left the scoring that it explains,
    or has pressed Next."""

    say: str  # marked with `N_`
    point: tuple[str, ...] = ()  # targets, the main one first; () for the whole board
    # The move to wait for; "" for none. "buy 44 *" takes any number of camels, and "pass|buy 44 *"
    # either; the first is what is done for a player who does not want to.
    play: str = ""
    then: tuple[str, ...] = ()  # what follows: luck, openings, and the others' moves
    page: bool = False  # a page over the board is read: a scoring

    def takes(self, notation: str) -> bool:
        """True if this is a move that the step waits for."""
        return any(_fits(wanted, notation) for wanted in self._wanted)

    def example(self, legal: Collection[str]) -> str:
        """A move that it takes; of those that differ in their number a middle one. ValueError if
        none is legal."""
        for wanted in self._wanted:
            fitting = sorted(
                (move for move in legal if _fits(wanted, move)), key=lambda move: (len(move), move)
            )
            if fitting:
                return fitting[(len(fitting) - 1) // 2]
        raise ValueError(f"the step waits for {self.play!r}, which is not legal")

    @property
    def _wanted(self) -> tuple[str, ...]:
        return tuple(self.play.split("|")) if self.play else ()


def _fits(wanted: str, notation: str) -> bool:
    if not wanted.endswith(ANY):
        return notation == wanted
    return re.fullmatch(re.escape(wanted.removesuffix(ANY)) + "[0-9]+", notation) is not None


@dataclass(frozen=True, slots=True)
class Chapter:
    """Steps that follow from one position."""

    begin: Callable[[], Position]
    faces: Callable[[Position], str]  # the player's own face-down cards at a position of it
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A tutorial: the player has seat 0, bots have the others."""

    game: str
    bots: tuple[str, ...]  # the names of seats 1, 2, …
    chapters: tuple[Chapter, ...]
    closing: str  # what the player knows now; marked with `N_`

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for chapter in self.chapters for step in chapter.steps)

    def place_of(self, number: int) -> tuple[int, Step]:
        """The chapter of a step, by number, and the step."""
        for index, chapter in enumerate(self.chapters):
            if number < len(chapter.steps):
                return index, chapter.steps[number]
            number -= len(chapter.steps)
        raise IndexError(number)

    def begins_chapter(self, number: int) -> bool:
        return number == 0 or self.place_of(number)[0] != self.place_of(number - 1)[0]


def played(position: Position, *notations: str) -> Position:
    """The position after some notations. IllegalMove as `Position.apply` raises it."""
    for notation in notations:
        position = position.apply(notation)
    return position
