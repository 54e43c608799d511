"""The public history of a game, gathered from its steps as they come: the notations so far.

Bots, hints and reviews draw conclusions from it (docs/bots.md).
"""

from __future__ import annotations

from typing import Protocol

from camelnet.rules import Position


class Applied(Protocol):
    """A step of a game, as the machine or the session tells it."""

    @property
    def notation(self) -> str: ...
    @property
    def before(self) -> Position: ...
    @property
    def after(self) -> Position: ...


class PublicHistory:
    """Of one game at a time. Steps that a change of the table undid are followed by others."""

    def __init__(self) -> None:
        self._positions: list[Position] = []  # one more than notations, from the first node on
        self._notations: list[str] = []

    def take(self, step: Applied) -> None:
        """The next step, or another one in place of what was undone. What does not follow from the
        first node of its game is not known."""
        place = self._place(step.before)
        if place is None:
            first = step.before.first_node()
            self._positions = [first] if step.before == first else []
            place = 0
        if self._positions:
            self._notations[place:] = [step.notation]
            self._positions[place + 1 :] = [step.after]

    def at(self, position: Position) -> tuple[str, ...] | None:
        """The history that led to a position of this game; None where it is not known."""
        place = self._place(position)
        return None if place is None else tuple(self._notations[:place])

    def _place(self, position: Position) -> int | None:
        for place in range(len(self._positions) - 1, -1, -1):
            if self._positions[place] == position:
                return place
        return None
