"""Self-play for training: games of mixed players and sizes, and the targets of their positions.

Seating, options, luck and noise follow from the seed and the number of the game.

The target of a position is a lambda return without the luck in between: the mover's expectation of
the best move, plus lambda times the correction that the rest of the game made to the judgement of
the next position. At the end the target is the result. (Sutton 1988, TD(lambda); Tesauro 1995,
TD-Gammon; luck taken off as in backgammon's rollouts.)
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from camelnet import rules
from camelnet.bots.network import Shape, make
from camelnet.lab.selfplay import GREEDY, RANDOM, Played, SelfPlay, inputs_of
from camelnet.lab.train.model import Batch
from camelnet.lab.train.starts import start_of
from camelnet.rules import Position


@dataclass(frozen=True, slots=True)
class Work:
    """Games for one worker. `networks`: weights, the learner's first."""

    game: str
    shapes: tuple[Shape, ...]
    weights: tuple[array[float], ...]
    seed: int
    numbers: range
    lambda_: float
    noise: float
    explore: float
    keep: float


def options_of(game: str, draw: Random) -> dict[str, Any]:
    """Mostly the usual options; else some of them changed."""
    if draw.random() < 0.75:
        return {}
    changed: dict[str, Any] = {}
    for key, usual in rules.check_options(game, {}).items():
        if isinstance(usual, bool) and draw.random() < 0.5:
            changed[key] = not usual
        elif key == "min_money" and draw.random() < 0.5:
            changed[key] = 1 - usual
        elif key == "destiny" and draw.random() < 0.5:
            changed[key] = [card for card in usual if card == 1 or draw.random() < 0.8]
    return changed


def seats_of(game: str, draw: Random) -> int:
    """Four seats more often than any other number."""
    info = rules.GAMES[game]
    return 4 if draw.random() < 0.45 else draw.randint(info.seats_min, info.seats_max)


def players_of(seats: int, olds: int, draw: Random) -> list[int]:
    """Mostly the learner alone; else older networks, greedy or random players on some seats."""
    kind = draw.random()
    if kind < 0.6 or (kind < 0.8 and not olds):
        return [0] * seats
    if kind < 0.8:
        return [draw.randint(0, olds) for _ in range(seats)]
    others = [GREEDY] * 9 + [RANDOM]
    players = [draw.choice(others) if draw.random() < 0.5 else 0 for _ in range(seats)]
    players[draw.randrange(seats)] = 0
    return players


def targets(played: Played, lambda_: float) -> list[tuple[float, ...]]:
    """The shares to learn, by step and seat."""
    found: list[tuple[float, ...]] = []
    next_target = next_before = played.shares
    for step in reversed(played.steps):
        if step.seat is None:
            target = played.shares  # no more decisions
        else:
            target = tuple(
                min(1.0, max(0.0, after + lambda_ * (later - judged)))
                for after, later, judged in zip(step.after, next_target, next_before, strict=True)
            )
        found.append(target)
        next_target, next_before = target, step.before
    return found[::-1]


def play(work: Work) -> dict[int, Batch]:
    """The kept positions of these games, by number of seats."""
    networks = [make(work.game, s, w, {}) for s, w in zip(work.shapes, work.weights, strict=True)]
    table, size = SelfPlay(work.game), inputs_of(work.game)
    found: dict[int, list[Batch]] = {}
    for number in work.numbers:
        draw = Random(work.seed << 40 | number)
        seats = seats_of(work.game, draw)
        start = rules.new(work.game, seats=seats, options=options_of(work.game, draw))
        played = table.play(
            start_of(start, draw),
            networks,
            players_of(seats, len(networks) - 1, draw),
            seed=draw.getrandbits(64),
            noise=work.noise * draw.choice((0.3, 1, 2)),
            explore=work.explore,
            keep=work.keep,
        )
        if played is not None and any(step.row >= 0 for step in played.steps):
            found.setdefault(seats, []).append(batch_of(played, seats, size, work.lambda_))
    return {seats: joined(batches) for seats, batches in found.items()}


def batch_of(played: Played, seats: int, size: int, lambda_: float) -> Batch:
    kept = [k for k, step in enumerate(played.steps) if step.row >= 0]
    wanted = targets(played, lambda_)
    share = np.array([wanted[k] for k in kept], np.float32)
    alive = np.array(
        [[played.steps[k].alive >> seat & 1 for seat in range(seats)] for k in kept], np.float32
    )
    share *= alive
    share /= np.maximum(share.sum(axis=1, keepdims=True), 1e-6)
    inputs: NDArray[np.float32] = np.frombuffer(played.rows, np.float32)
    inputs = inputs.reshape(-1, seats, size)
    money = np.broadcast_to(np.array(played.money, np.float32), share.shape)
    return Batch(inputs.astype(np.float16), alive, share, money.astype(np.float32))


def joined(batches: list[Batch]) -> Batch:
    return Batch(
        *(
            np.concatenate([getattr(batch, name) for batch in batches])
            for name in ("inputs", "alive", "share", "money")
        )
    )


@dataclass(frozen=True, slots=True)
class Match:
    """Games of one network (number 0) against other players, seats rotated over equal luck."""

    game: str
    seats: int
    shapes: tuple[Shape, ...]
    weights: tuple[array[float], ...]
    players: tuple[int, ...]  # by seat in the first rotation
    seed: int
    numbers: range  # of groups


def match(work: Match) -> list[float]:
    """The share that the seats of network 0 won of each group of games."""
    networks = [make(work.game, s, w, {}) for s, w in zip(work.shapes, work.weights, strict=True)]
    table, found = SelfPlay(work.game), []
    start: Position = rules.new(work.game, seats=work.seats, options={})
    for number in work.numbers:
        won = 0.0
        for turn in range(work.seats):
            players = work.players[-turn:] + work.players[:-turn] if turn else work.players
            seed = Random(work.seed << 40 | number).getrandbits(64)
            played = table.play(start, networks, players, seed=seed, noise=0, explore=0, keep=0)
            if played is not None:
                won += sum(s for s, p in zip(played.shares, players, strict=True) if p == 0)
        found.append(won / work.seats)
    return found
