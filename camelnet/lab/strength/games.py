"""Whole games for measuring: the choices of players in one, and many of them kept in a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from camelnet.bots import Bot, History
from camelnet.lab.arena.match import PLIES_MAX
from camelnet.protocol.crypto.suite import hash_of
from camelnet.rules import Position
from camelnet.session.game.referee import Referee

SEATS = 4

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's choice, and all that it knew."""

    position: Position
    seat: int
    faces: str
    history: History
    move: str


def begun(first: Position, domain: str, seed: int, number: int) -> Referee:
    """Game `number` from its first node, with luck that follows from the arguments alone."""
    luck = hash_of(domain, seed.to_bytes(8, "big"), number.to_bytes(8, "big"))
    return Referee(first, luck, plies_max=PLIES_MAX)


def choices(referee: Referee, players: Sequence[Bot]) -> Iterator[Choice]:
    """Play a game to its end; yields each choice before it is carried out. `players`: by seat."""
    while not referee.over:
        position, seat = referee.position, referee.position.decider
        assert seat is not None
        faces, history = referee.faces(seat), referee.history
        move = players[seat].choose(position, seat, faces, history)
        yield Choice(position, seat, faces, history, move)
        referee.decide(move)


def lines_of(path: Path) -> Iterator[Any]:
    """The lines of a file of games; without one that a crash cut short."""
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            yield json.loads(line)
        except ValueError:
            continue


def complete(
    path: Path,
    games: int,
    known: Collection[int],
    play: Callable[[int], T],
    to_json: Callable[[int, T], object],
    workers: int,
    ended: Callable[[], bool],
) -> None:
    """Play those of the first `games` that are not known, until `ended` is true, and add each to
    the file at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    missing = [number for number in range(games) if number not in known]
    with path.open("a", encoding="utf-8") as file:
        played = _played(play, missing, workers, ended)
        for number, game in zip(missing, played, strict=False):
            file.write(json.dumps(to_json(number, game)) + "\n")
            file.flush()


def _played(
    play: Callable[[int], T], numbers: Sequence[int], workers: int, ended: Callable[[], bool]
) -> Iterator[T]:
    """The games of these numbers, in their order; begins none once `ended` is true."""
    if workers == 1:
        for number in numbers:
            if ended():
                return
            yield play(number)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for begin in range(0, len(numbers), 8 * workers):
            if ended():
                return
            yield from pool.map(play, numbers[begin : begin + 8 * workers])
