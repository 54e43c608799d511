"""Reasons: the point of a move in one sentence, from its figures.

A reason knows what all see and the faces that its reader has seen, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from camelnet.review.reasons import camelup, cards, targui
from camelnet.rules import Position

_REASONS: Mapping[str, Callable[[Position, int, str, str], str]] = {
    "camelup": camelup.reason,
    "cards": cards.reason,
    "targui": targui.reason,
}


def reason(position: Position, seat: int, notation: str, faces: str = "") -> str:
    """The case for a legal move of the seat on turn, in a sentence; "" if nothing countable speaks
    for it. `faces` as for `Position.greedy`."""
    given = _REASONS.get(position.game)
    return given(position, seat, notation, faces) if given else ""
