"""A game in one process: one referee knows all cards and draws all luck, and no peer is needed.

Games between bots and the environment for researchers are played by it. It shows a player no more
than a table would: everybody sees the position, and a seat its own cards.

All luck comes from one seed and is drawn by where it is used: the third die of a game is the same
whoever rolls it, and the second leg's cards lie the same whatever was played in the first. So two
games with one seed are as alike as luck can make them, which tells good play from good fortune.
"""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.rules import Position
from camelnet.rules.luck import Luck


class Referee:
    """One game from `position` on. It stands at a decision, or at the end."""

    def __init__(self, position: Position, seed: bytes, *, plies_max: int) -> None:
        """`plies_max`: decisions, luck and openings after which the game is broken off."""
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
        """Decisions, luck and openings so far."""
        return len(self._history)

    @property
    def history(self) -> tuple[str, ...]:
        """The notations of these, in order: what everybody at the table has seen."""
        return tuple(self._history)

    @property
    def over(self) -> bool:
        """True if nobody decides any more."""
        return self._position.is_over or self.plies >= self._plies_max

    @property
    def broken_off(self) -> bool:
        """True if the game was stopped for its length."""
        return self.over and not self._position.is_over

    def faces(self, seat: int) -> str:
        """The hidden cards that `seat` may look at now, as bots are told of them."""
        return self._luck.faces(seat, self._position)

    def decide(self, notation: str) -> None:
        """Play a decision of the seat on turn, and the luck and the openings that follow.

        IllegalMove when it cannot be played; then nothing has changed.
        """
        if self.over:
            raise ValueError("nobody decides any more")
        self._position = self._position.apply(notation)
        self._history.append(notation)
        self._go_on()

    def shares(self) -> list[float]:
        """The share of each seat in the victory, 1 in all. A game broken off is won by the best
        score."""
        return shares(self._position)

    def _go_on(self) -> None:
        while True:
            left = self._plies_max - self.plies
            self._position, told = self._luck.play(self._position, left)
            self._history += told
            if self.over or self._position.decider is not None:
                return


def shares(position: Position) -> list[float]:
    """The share of each seat in the victory: 1 divided among the winners, or among the best scores
    where none has won."""
    winners: Sequence[int] = position.winners()
    if not winners:
        scores = position.scores()
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return [float(seat in winners) / len(winners) for seat in range(position.seats)]
