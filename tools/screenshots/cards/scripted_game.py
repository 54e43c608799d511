"""A race that plays itself, for pictures and tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tools.screenshots.scripted_game import ScriptedGame


@dataclass
class ScriptedCards(ScriptedGame):
    """A game whose script knows all hand cards, unlike anybody at a table."""

    key: ClassVar[str] = "cards"

    hands: dict[tuple[int, int], str] = field(default_factory=dict)  # (leg, seat) -> face

    def decide(self) -> str:
        legal = self.position.legal()
        kinds = sorted({move.rsplit(" ", 1)[0] for move in legal})
        kind = "reveal" if "reveal" in kinds and self.random.random() < 0.4 else None
        kind = kind or self.random.choice(kinds)
        return self.random.choice([move for move in legal if move.rsplit(" ", 1)[0] == kind])

    def hand(self, seat: int) -> str:
        """The card in a seat's hand in this leg, dealt at the first call."""
        leg = self.position.to_dict()["leg"]
        if (leg, seat) not in self.hands:
            pack = self.position.pack()
            assert pack is not None, "cards are dealt while a leg goes on"
            dealt = [face for (number, _seat), face in self.hands.items() if number == leg]
            left = [face for face, count in pack.unseen for _i in range(count)]
            for face in dealt:
                if face in left:
                    left.remove(face)
            self.hands[leg, seat] = self.random.choice(left)
        return self.hands[leg, seat]

    def choose(self) -> str:
        """A move that never lets the deck run out of a card that a seat holds."""
        pack = self.position.pack()
        if self.position.turn != "chance" or pack is None:
            return super().choose()
        public = self.position.to_dict()
        held = [self.hand(seat) for seat, held in enumerate(public["hand"]) if held]
        left = [face for face, count in pack.unseen for _i in range(count)]
        for face in held:
            left.remove(face)
        return f"card {self.random.choice(left)}"

    def opening(self) -> str:
        opener = self.position.opener
        assert opener is not None
        return f"card {self.hand(opener)}"

    def held(self, seat: int) -> str:
        public = self.position.to_dict()
        dealt = public["mover"] is not None and public["hand"][seat]
        return self.hand(seat) if dealt else ""
