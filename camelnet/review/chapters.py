"""The legs or rounds of a game, as what is told of it names them."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _
from camelnet.review.knowledge import Played
from camelnet.rules import Position

Chapter = tuple[int, int]  # the number of a leg or round, and its first step


def chapters(steps: Sequence[Played]) -> tuple[Chapter, ...]:
    """The legs or rounds, in order."""
    found: list[Chapter] = []
    for number, step in enumerate(steps):
        chapter = step.before.round
        if chapter > 0 and (not found or found[-1][0] != chapter):
            found.append((chapter, number))
    return tuple(found)


def chapter_word(position: Position, number: int) -> str:
    """The name of a leg or round of this position's game."""
    if "leg" in position.to_dict():
        return _("leg {number}").format(number=number)
    return _("round {number}").format(number=number)


def chapter_of(position: Position, found: Sequence[Chapter], step: int) -> str:
    """The leg or round of a step; "" before the first one."""
    before = [number for number, first in found if first <= step]
    return chapter_word(position, before[-1]) if before else ""
