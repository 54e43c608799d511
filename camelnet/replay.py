"""Recorded games as positions, for programs. Every byte is checked on the way, as `verify` does.

    from camelnet import replay

    game = replay.read("friday-0123456789ab.camelnet")
    for step in game.steps:
        print(step.index, step.seat, step.notation, step.after.scores())

`steps` goes through a record without keeping it. See docs/record-format.md, "From Python".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from camelnet.rules import Position
from camelnet.session.api.facts import Stepped as Step
from camelnet.session.api.verdict import Verdict
from camelnet.session.table.verify import BadRecord, follow

__all__ = ["BadRecord", "Game", "Step", "Verdict", "read", "steps"]


@dataclass(frozen=True, slots=True)
class Game:
    """A record that holds as far as it goes; `verdict` says who vouches for it."""

    steps: tuple[Step, ...]  # decisions, luck and openings, in order
    verdict: Verdict

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return self.verdict.names

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position, from the first node on: one more than there are steps."""
        first = tuple(step.before for step in self.steps[:1])
        return first + tuple(step.after for step in self.steps)


def steps(source: str | Path | BinaryIO) -> Iterator[Step]:
    """The steps of a record, a file's path or an open file, as they are found to hold.

    Raises `BadRecord` at the first index that is wrong; what came before holds. OSError where there
    is no such file.
    """
    return (item for item in _follow(source) if isinstance(item, Step))


def read(source: str | Path | BinaryIO) -> Game:
    """The whole game of a record; raises as `steps`."""
    told = list(_follow(source))
    verdict = told[-1]
    assert isinstance(verdict, Verdict), "it is what a record that holds ends with"
    return Game(tuple(item for item in told if isinstance(item, Step)), verdict)


def _follow(source: str | Path | BinaryIO) -> Iterator[object]:
    return follow(Path(source) if isinstance(source, str) else source)
