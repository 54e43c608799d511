"""A game in one process: one referee knows all cards and draws all luck, and no peer is needed.

Games between bots and the environment for researchers are played by it. It shows a player no more
than a table would: everybody sees the position, and a seat its own cards.

All luck comes from one seed and is drawn by where it is used: the third die of a game is the same
whoever rolls it, and the second leg's cards lie the same whatever was played in the first. So two
games with one seed are as alike as luck can make them, which tells good play from good fortune.
"""

from __future__ import annotations

from collections.abc import Sequence

from camelnet import rules
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import hash_of
from camelnet.rules import Position
from camelnet.rules.notation import card_notation, opening_notation

_DOMAIN = "camelnet/referee/1"


class Luck:
    """The luck and the hidden cards of one game, which follow from a seed."""

    def __init__(self, first: Position, seed: bytes) -> None:
        """`first`: where the game begins."""
        self.pack = 0  # the number of the present one
        self._seed = seed
        self._used: dict[str, int] = {}  # how often luck of each verb was drawn
        self._dealt: dict[int, str] = {}  # of the present pack: the face in each slot
        faces = rules.GAMES[first.game].faces
        self._sealed = [
            "".join(faces[i] for i in self._stream("seal", seat).order(len(faces)))
            for seat in range(first.seats)
        ]

    def note(self, position: Position) -> bool:
        """Notes the last notation; returns True if another deck lies there, which it deals."""
        pack = position.pack()
        if pack is None or pack.number == self.pack:
            return False
        cards = [face for face, count in pack.unseen for _ in range(count)]
        order = self._stream("pack", pack.number).order(len(cards))
        self.pack = pack.number
        self._dealt = {
            place.slot: cards[card] for place, card in zip(pack.slots, order, strict=False)
        }
        return True

    def faces(self, seat: int, position: Position) -> str:
        """The hidden cards that `seat` may look at there, as bots are told of them."""
        if self._sealed[seat]:
            return self._sealed[seat]
        pack = position.pack()
        if pack is None:
            return ""
        return "".join(self._dealt[slot.slot] for slot in pack.slots if slot.owner == seat)

    def coming(self, position: Position) -> str:
        """The outcome or opening that luck brings at this position."""
        pack = position.pack()
        if pack is not None and pack.awaited is not None:
            return card_notation(self._dealt[pack.slots[pack.awaited].slot])
        if position.turn == "reveal":
            assert position.opener is not None
            return opening_notation(position.opener, self._sealed[position.opener])
        outcomes = position.outcomes()
        verb = outcomes[0][0].partition(" ")[0]
        use = self._used.get(verb, 0)
        self._used[verb] = use + 1
        return self._stream(verb, use).choose(outcomes)

    def _stream(self, name: str, number: int) -> Stream:
        return Stream(hash_of(_DOMAIN, self._seed, name.encode(), number.to_bytes(4, "big")))


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
        return self._position.turn == "over" or self.broken_off

    @property
    def broken_off(self) -> bool:
        """True if the game was stopped for its length."""
        return self.plies >= self._plies_max and self._position.turn != "over"

    def faces(self, seat: int) -> str:
        """The hidden cards that `seat` may look at now, as bots are told of them."""
        return self._luck.faces(seat, self._position)

    def decide(self, notation: str) -> None:
        """Play a decision of the seat on turn, and the luck and the openings that follow.

        IllegalMove when it cannot be played; then nothing has changed.
        """
        if self.over:
            raise ValueError("nobody decides any more")
        self._apply(notation)
        self._go_on()

    def shares(self) -> list[float]:
        """The share of each seat in the victory, 1 in all. A game broken off is won by the best
        score."""
        return shares(self._position)

    def _go_on(self) -> None:
        while not self.over and self._position.decider is None:
            self._apply(self._luck.coming(self._position))

    def _apply(self, notation: str) -> None:
        self._position = self._position.apply(notation)
        self._history.append(notation)
        self._luck.note(self._position)


def shares(position: Position) -> list[float]:
    """The share of each seat in the victory: 1 divided among the winners, or among the best scores
    where none has won."""
    winners: Sequence[int] = position.winners()
    if not winners:
        scores = position.scores()
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return [float(seat in winners) / len(winners) for seat in range(position.seats)]
