"""Bots that somebody else might have written, named as tests.lab.arena.own_bots:First and so on."""

from __future__ import annotations

import os
from collections.abc import Sequence

from camelnet.rules import Position


class First:
    """The first legal notation, which is the dullest bot there is."""

    def __init__(self, *, seed: int) -> None:
        self.seed = seed

    def choose(self, position: Position, seat: int, faces: str) -> str:
        return sorted(position.legal())[0]


class Thinker(First):
    """Takes a budget."""

    def __init__(self, *, seed: int, think_ms: int | None = None, nodes: int | None = None) -> None:
        super().__init__(seed=seed)
        self.think_ms, self.nodes = think_ms, nodes


class Historian:
    """Plays only where the history that it is told leads to the position."""

    def __init__(self, *, seed: int) -> None:
        self.seed = seed

    def choose(
        self, position: Position, seat: int, faces: str, history: Sequence[str] | None = None
    ) -> str:
        assert history is not None
        replayed = position.first_node()
        for notation in history:
            replayed = replayed.apply(notation)
        assert replayed == position
        return position.greedy(faces)


class Cheat(First):
    def choose(self, position: Position, seat: int, faces: str) -> str:
        return "leg z"


class Clumsy(First):
    def choose(self, position: Position, seat: int, faces: str) -> str:
        raise RuntimeError("no idea")


class Leaver(First):
    def choose(self, position: Position, seat: int, faces: str) -> str:
        raise SystemExit(3)


class Gone(First):
    """Takes its whole process down."""

    def choose(self, position: Position, seat: int, faces: str) -> str:
        os._exit(3)


class Stubborn:
    """Cannot be made as bots are."""

    def choose(self, position: Position, seat: int, faces: str) -> str:
        return position.legal()[0]


class Mute:
    pass
