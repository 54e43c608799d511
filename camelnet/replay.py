"""Recorded games as positions, for programs. Checks every byte on the way, as `verify` does.

    from camelnet import replay

    game = replay.read("friday-0123456789ab.camelnet")
    for step in game.steps:
        print(step.index, step.seat, step.notation, step.after.scores())

`steps` goes through a record without holding it in memory. See docs/record-format.md, "From
Python".
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
    """A valid record; `verdict` says who vouches for it."""

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
    """The steps of a record (its path, or an open file), each as soon as it is checked.

    Raises `BadRecord` at the first wrong index; the steps before it are valid. Raises OSError if
    there is no such file.
    """
    return (item for item in _follow(source) if isinstance(item, Step))


def read(source: str | Path | BinaryIO) -> Game:
    """The whole game of a record; raises the same errors as `steps`."""
    told = list(_follow(source))
    verdict = told[-1]
    assert isinstance(verdict, Verdict), "it is what a record that holds ends with"
    return Game(tuple(item for item in told if isinstance(item, Step)), verdict)


def _follow(source: str | Path | BinaryIO) -> Iterator[object]:
    return follow(Path(source) if isinstance(source, str) else source)
