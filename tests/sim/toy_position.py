"""What the positions of both toys have in common: the interface of `camelnet.rules.Position`, as
far as a session uses it."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, ClassVar, Self

from camelnet.i18n import Message
from camelnet.rules import IllegalMove, Seat, Turn


class ToyPosition:
    """A position: immutable, equal by value. `_state` is a named tuple with at least a `turn` and a
    `seat`, which is on turn or opens. A toy adds `_possible`, `_apply` and `scores`."""

    __slots__ = ("_digest", "_state")
    game: ClassVar[str]

    def __init__(self, state: Any) -> None:
        self._state = state
        self._digest: bytes | None = None

    @property
    def key(self) -> str:
        return self.game

    @property
    def turn(self) -> Turn:
        turn: Turn = self._state.turn
        return turn

    @property
    def decider(self) -> Seat | None:
        return self.turn if isinstance(self.turn, int) else None

    @property
    def opener(self) -> int | None:
        return self._state.seat if self.turn == "reveal" else None

    def why_not(self, notation: str) -> Message | None:
        return None if self._possible(notation) else Message("not possible here")

    def apply(self, notation: str) -> Self:
        after: Self = _applied(type(self), self._state, notation)
        return after

    def step(self, notation: str) -> tuple[Self, tuple[()]]:
        return self.apply(notation), ()

    def winners(self) -> list[int]:
        if self.turn != "over":
            return []
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    def encode(self) -> bytes:
        return repr(tuple(self._state)).encode()

    def digest(self) -> bytes:
        if self._digest is None:
            self._digest = hashlib.blake2b(self.encode(), digest_size=32).digest()
        return self._digest

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return f"<{self.game} {tuple(self._state)}>"


@lru_cache(1 << 13)  # by every peer of a table, and by whoever judges what it said
def _applied(toy: type[ToyPosition], state: Any, notation: str) -> Any:
    position = toy(state)
    if not position._possible(notation):
        raise IllegalMove(Message("not possible here"))
    return position._apply(notation)
