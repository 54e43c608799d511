"""The public history of a game: the notations of its steps so far.

Bots, hints and reviews draw conclusions from it (docs/lab.md).
"""

from __future__ import annotations

from typing import Protocol

from camelnet.rules import Position


class Applied(Protocol):
    """A step of a game: the machine's `Step` or the fact `Stepped`."""

    @property
    def notation(self) -> str: ...
    @property
    def before(self) -> Position: ...
    @property
    def after(self) -> Position: ...


class PublicHistory:
    """The history of one game at a time. After an epoch change other steps may replace some."""

    def __init__(self) -> None:
        self._positions: list[Position] = []  # from the first node on; one more than notations
        self._notations: list[str] = []

    def take(self, step: Applied) -> None:
        """Add the next step, or replace undone ones. The history stays unknown unless it begins at
        the game's first node."""
        place = self._place(step.before)
        if place is None:
            first = step.before.first_node()
            self._positions = [first] if step.before == first else []
            place = 0
        if self._positions:
            self._notations[place:] = [step.notation]
            self._positions[place + 1 :] = [step.after]

    def at(self, position: Position) -> tuple[str, ...] | None:
        """The history before a position of this game; None if unknown."""
        place = self._place(position)
        return None if place is None else tuple(self._notations[:place])

    def _place(self, position: Position) -> int | None:
        for place in range(len(self._positions) - 1, -1, -1):
            if self._positions[place] == position:
                return place
        return None
