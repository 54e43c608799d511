"""A tiny game for two to eight seats, beside the real ones: a race of few moves, so that a seed of
the simulator costs milliseconds.

    first n           luck: the seat that starts
    toss              then luck, `coins 0` to `coins 2` weighing 1, 2, 1: go on by as many steps
    lay 0, lay 1      lay one of the own two cards, one low and one high, face down; once
    open n lh         who laid a card opens both when the race has ended, lowest seat first; or `-`

Whoever reaches the goal ends the race. A high card is worth 2 steps, a low one 1. The interface is
that of `camelnet.rules.Position`, as far as a session uses it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from camelnet.rules import GameInfo, OptionInfo, Turn
from tests.sim.toy_position import ToyPosition

INFO = GameInfo(
    key="pebble",
    name="SealToy",
    seats_min=2,
    seats_max=8,
    options=(OptionInfo("goal", 3, "number", 1, 50),),
    slots=2,
    faces="lh",
)
_CARD_STEPS = {"l": 1, "h": 2}
_COINS = (("coins 0", 1), ("coins 1", 2), ("coins 2", 1))


class _State(NamedTuple):
    goal: int
    turn: Turn
    seat: int  # on turn, to open, or whose coins fly
    place: tuple[int, ...]  # by seat
    laid: tuple[str, ...]  # the slot laid, by seat; "" for none
    face: tuple[str, ...]  # what that card turned out to be; "-" never opened, "" not yet


class SealToy(ToyPosition):
    __slots__ = ()
    game = INFO.key

    @classmethod
    def new(cls, seats: int, goal: int) -> SealToy:
        blank = ("",) * seats
        return cls(_State(goal, "chance", -1, (0,) * seats, blank, blank))

    @property
    def seats(self) -> int:
        return len(self._state.place)

    @property
    def round(self) -> int:
        return max(self._state.place)

    def pack(self) -> None:
        return None

    def legal(self) -> list[str]:
        state = self._state
        if not isinstance(state.turn, int):
            return []
        return ["toss"] if state.laid[state.turn] else ["toss", "lay 0", "lay 1"]

    def outcomes(self) -> list[tuple[str, int]]:
        if self._state.turn != "chance":
            return []
        if self._state.seat < 0:
            return [(f"first {seat}", 1) for seat in range(self.seats)]
        return list(_COINS)

    def greedy(self, faces: str) -> str:
        return "lay 1" if faces and "lay 1" in self.legal() else "toss"

    def first_node(self) -> SealToy:
        return SealToy.new(self.seats, self._state.goal)

    def _apply(self, notation: str) -> SealToy:
        state = self._state
        word, *rest = notation.split(" ")
        seats = len(state.place)
        match word:
            case "first":
                return SealToy(state._replace(turn=int(rest[0]), seat=int(rest[0])))
            case "toss":
                return SealToy(state._replace(turn="chance"))
            case "lay":
                following = (state.seat + 1) % seats
                laid = _with(state.laid, state.seat, rest[0])
                return SealToy(state._replace(turn=following, seat=following, laid=laid))
            case "coins":
                steps = state.place[state.seat] + int(rest[0])
                state = state._replace(place=_with(state.place, state.seat, steps))
                if steps >= state.goal:
                    return SealToy(_opening(state, 0))
                following = (state.seat + 1) % seats
                return SealToy(state._replace(turn=following, seat=following))
        face = rest[1] if rest[1] == "-" else rest[1][int(state.laid[state.seat])]
        state = state._replace(face=_with(state.face, state.seat, face))
        return SealToy(_opening(state, state.seat + 1))

    def scores(self) -> list[int]:
        state = self._state
        return [
            place + _CARD_STEPS.get(face, 0)
            for place, face in zip(state.place, state.face, strict=True)
        ]

    def _possible(self, notation: str) -> bool:
        state = self._state
        if isinstance(state.turn, int):
            return notation in self.legal()
        if state.turn == "chance":
            return any(notation == outcome for outcome, _ in self.outcomes())
        if state.turn == "reveal":
            return notation in (f"open {state.seat} {faces}" for faces in ("lh", "hl", "-"))
        return False


def _with(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _opening(state: _State, seat: int) -> _State:
    while seat < len(state.laid) and not state.laid[seat]:
        seat += 1
    is_over = seat == len(state.laid)
    return state._replace(turn="over" if is_over else "reveal", seat=0 if is_over else seat)
