"""A game in one process: one referee knows all cards and draws all luck, without peers.

Tournaments between bots and the environment for researchers use it. A player sees no more than at a
table: the position, and its seat's own cards.

All luck comes from one seed and depends only on its place in the game: the third die is the same
whoever rolls it, and the second leg's cards lie the same whatever happened in the first. So two
games with one seed have equal luck, which separates good play from good fortune.
"""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.rules import Position
from camelnet.rules.luck import Luck


class Referee:
    """One game from `position` on. It stops at decisions and at the end."""

    def __init__(self, position: Position, seed: bytes, *, plies_max: int) -> None:
        """`plies_max`: break off the game after so many decisions, outcomes of luck and
        openings."""
        self._position = position
        self._luck = Luck(position, seed)
        self._plies_max = plies_max
        self._history: list[str] = []
        self._go_on()

    @property
    def position(self) -> Position:
        return self._position

    @property
    def plies(self) -> int:
        """The number of decisions, outcomes of luck and openings so far."""
        return len(self._history)

    @property
    def history(self) -> tuple[str, ...]:
        """Their notations in order: what everybody at the table has seen."""
        return tuple(self._history)

    @property
    def over(self) -> bool:
        """True if nobody decides any more."""
        return self._position.is_over or self.plies >= self._plies_max

    @property
    def broken_off(self) -> bool:
        """True if the game ended for its length."""
        return self.over and not self._position.is_over

    def faces(self, seat: int) -> str:
        """The hidden cards that `seat` may look at now, in the form that bots expect."""
        return self._luck.faces(seat, self._position)

    def decide(self, notation: str) -> None:
        """Play a decision of the seat on turn, and the luck and openings that follow.

        Raises `IllegalMove`, and `ValueError` after the end; neither changes anything.
        """
        if self.over:
            raise ValueError("nobody decides any more")
        self._position = self._position.apply(notation)
        self._history.append(notation)
        self._go_on()

    def shares(self) -> list[float]:
        """Each seat's share in the victory: 1 divided among the winners, or among the best scores
        of a game broken off."""
        position = self._position
        winners: Sequence[int] = position.winners()
        if not winners:
            scores = position.scores()
            winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return [float(seat in winners) / len(winners) for seat in range(position.seats)]

    def _go_on(self) -> None:
        while True:
            left = self._plies_max - self.plies
            self._position, told = self._luck.play(self._position, left)
            self._history += told
            if self.over or self._position.decider is not None:
                return
