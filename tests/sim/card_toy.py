"""A toy of cards that nobody has seen, for two to eight seats, as `seal_toy` is one of secrets:

    first n           luck: the seat that starts
    turn              turn up the top card of the deck, `card a` to `card c`: its value is earned
    hand              turn up the own hand card; once a leg

When the deck is empty the cards are gathered, shuffled and dealt again, for some legs.
"""

from __future__ import annotations

from typing import NamedTuple

from camelnet.rules import GameInfo, OptionInfo, Pack, PackSlot, Turn
from tests.sim.toy_position import ToyPosition

INFO = GameInfo(
    key="flint",
    name="CardToy",
    seats_min=2,
    seats_max=8,
    options=(OptionInfo("legs", 2, "number", 1, 9),),
    slots=0,
    faces="",
    hands=True,
)
DECK = 4
_CARDS = {"a": 6, "b": 5, "c": 3}
_VALUES = {"a": 1, "b": 2, "c": 5}


class _State(NamedTuple):
    legs: int
    leg: int  # 0 before the first
    turn: Turn
    seat: int
    earned: tuple[int, ...]  # by seat
    deck: int  # cards in it
    hands: tuple[bool, ...]  # by seat: not played yet
    seen: str  # cards turned up this leg, sorted


class CardToy(ToyPosition):
    __slots__ = ("_pack",)
    game = INFO.key

    def __init__(self, state: _State) -> None:
        super().__init__(state)
        self._pack = self._lying()

    @classmethod
    def new(cls, seats: int, legs: int) -> CardToy:
        zeros = (0,) * seats
        return cls(_State(legs, 0, "chance", 0, zeros, 0, (False,) * seats, ""))

    @property
    def seats(self) -> int:
        return len(self._state.earned)

    @property
    def round(self) -> int:
        return self._state.leg

    def pack(self) -> Pack | None:
        return self._pack

    def _lying(self) -> Pack | None:
        state = self._state
        if state.leg == 0 or state.turn == "over":
            return None
        deck = [PackSlot(slot, None) for slot in range(DECK - state.deck, DECK)]
        hands = [PackSlot(DECK + seat, seat) for seat, held in enumerate(state.hands) if held]
        slots = (*deck, *hands)
        awaited = None
        if state.turn == "chance":
            awaited = 0
        elif state.turn == "reveal":
            awaited = slots.index(PackSlot(DECK + state.seat, state.seat))
        return Pack(state.leg, tuple(self._unseen().items()), slots, awaited)

    def _unseen(self) -> dict[str, int]:
        left = {face: count - self._state.seen.count(face) for face, count in _CARDS.items()}
        return {face: count for face, count in left.items() if count}

    def legal(self) -> list[str]:
        state = self._state
        if not isinstance(state.turn, int):
            return []
        return ["turn", "hand"] if state.hands[state.turn] else ["turn"]

    def outcomes(self) -> list[tuple[str, int]]:
        if self._state.turn != "chance":
            return []
        if self._state.leg == 0:
            return [(f"first {seat}", 1) for seat in range(self.seats)]
        return [(f"card {face}", count) for face, count in self._unseen().items()]

    def greedy(self, faces: str) -> str:
        return "hand" if faces == "c" and "hand" in self.legal() else "turn"

    def first_node(self) -> CardToy:
        return CardToy.new(self.seats, self._state.legs)

    def _apply(self, notation: str) -> CardToy:
        state = self._state
        word, *rest = notation.split(" ")
        match word:
            case "first":
                return CardToy(_dealt(state, int(rest[0])))
            case "turn":
                return CardToy(state._replace(turn="chance"))
            case "hand":
                return CardToy(state._replace(turn="reveal"))
        earned = list(state.earned)
        earned[state.seat] += _VALUES[rest[0]]
        hands, deck = list(state.hands), state.deck
        if state.turn == "reveal":
            hands[state.seat] = False
        else:
            deck -= 1
        following = (state.seat + 1) % self.seats
        state = state._replace(
            turn=following,
            seat=following,
            earned=tuple(earned),
            hands=tuple(hands),
            deck=deck,
            seen="".join(sorted(state.seen + rest[0])),
        )
        if deck:
            return CardToy(state)
        if state.leg == state.legs:
            return CardToy(state._replace(turn="over", hands=(False,) * self.seats, seat=0))
        return CardToy(_dealt(state, following))

    def scores(self) -> list[int]:
        return list(self._state.earned)

    def _possible(self, notation: str) -> bool:
        state = self._state
        if isinstance(state.turn, int):
            return notation in self.legal()
        if state.turn == "chance":
            return any(notation == outcome for outcome, _ in self.outcomes())
        return state.turn == "reveal" and notation in {f"card {face}" for face in self._unseen()}


def _dealt(state: _State, starter: int) -> _State:
    hands = (True,) * len(state.earned)
    return state._replace(
        leg=state.leg + 1, turn=starter, seat=starter, deck=DECK, hands=hands, seen=""
    )
