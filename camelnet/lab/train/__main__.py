"""Trains the network of a game from a seed.

    python -m camelnet.lab.train --game camelup --games 60000

Generations follow one another: the network in its present state (its running average) plays games,
then it learns from the positions of the last generations, while the workers play the next one.
Equal arguments give equal weights on one machine, whatever the number of workers. Every few
generations we rate the average, one move ahead, against three greedy players and against earlier
versions of itself; the curve goes into the file's header and into build/train-GAME.jsonl.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from array import array
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from camelnet import rules
from camelnet.bots.network import Shape, to_bytes, weights_in
from camelnet.lab.selfplay import GREEDY, NETWORKS_MAX, inputs_of, start_of
from camelnet.lab.train.games import Match, Work, joined, match, play
from camelnet.lab.train.model import Adam, Batch, Model, gradients, loss_of

CHUNK = 16  # games per piece of work
MINIBATCH = 1024  # positions
RATED_GROUPS = 50

# The settings for the package's networks that differ from those of all games.
RECIPES: Mapping[str, Mapping[str, object]] = {
    "camelup": {
        "games": 49_152,
        "generation": 1024,
        "first": 24,
        "lambda_": 0.96,
        "rate_every": 12,
    },
    "cards": {"games": 22_016, "lambda_": 0.95},
    "targui": {"games": 21_888, "generation": 384, "lambda_": 0.98, "keep": 0.1},
}


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """The settings; by default those of the package's network."""
    parser = argparse.ArgumentParser(prog="python -m camelnet.lab.train")
    parser.add_argument(
        "--game", required=True, choices=sorted(g for g in rules.GAMES if inputs_of(g))
    )
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--games", type=int, default=60_000, help="games of self-play in all")
    parser.add_argument("--generation", type=int, default=512, help="games between two updates")
    parser.add_argument("--window", type=int, default=12, help="generations that are learned from")
    parser.add_argument("--passes", type=float, default=1.5, help="over the window's new positions")
    parser.add_argument("--first", type=int, default=96, help="units of the first hidden layer")
    parser.add_argument("--second", type=int, default=0, help="units of the second; 0: none")
    parser.add_argument("--start", type=Path, help="begin with this weights file")
    parser.add_argument("--lambda", dest="lambda_", type=float, default=0.96)
    parser.add_argument(
        "--rate", type=float, default=2e-3, help="of learning, falls to a twentieth"
    )
    parser.add_argument(
        "--noise", type=float, default=0.01, help="of a victory, in the choice of moves"
    )
    parser.add_argument("--explore", type=float, default=0.02, help="chance of any move")
    parser.add_argument("--keep", type=float, default=0.35, help="chance that a position is kept")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--rate-every", type=int, default=20, help="generations between two ratings"
    )
    parser.add_argument(
        "--minutes", type=float, help="stop after that time (then it is not repeatable)"
    )
    parser.add_argument("--out", type=Path, help="the weights file; otherwise that of the package")
    parser.set_defaults(**RECIPES.get(parser.parse_args(words).game, {}))
    return parser.parse_args(words)


def settings_of(said: argparse.Namespace) -> dict[str, object]:
    """Everything that determines the weights, and `minutes`; for the file's header."""
    told = ("out", "start", "workers")
    return {key: value for key, value in vars(said).items() if key not in told}


class Trainer:
    """The state of a training."""

    def __init__(self, said: argparse.Namespace, workers: Executor) -> None:
        self.said, self._workers = said, workers
        self.shape = Shape(inputs_of(said.game), said.first, said.second)
        self.model = Model.fresh(self.shape, said.seed, start_of(said.game))
        if said.start is not None:
            self.model = Model.of(self.shape, weights_in(said.start.read_bytes(), said.game))
        self.adam = Adam(self.model)
        self.olds: list[array[float]] = []
        self._window: deque[dict[int, Batch]] = deque(maxlen=said.window)
        self._draw = np.random.default_rng(said.seed)
        self.curve: list[dict[str, float]] = []

    def begin(self, number: int) -> Iterator[dict[int, Batch]]:
        """Set the workers to a generation, which they play with the average of the weights."""
        said = self.said
        networks = [self.adam.average.flat(), *self.olds[-(NETWORKS_MAX - 1) :]]
        begin = number * said.generation
        work = [
            Work(
                said.game,
                (self.shape,) * len(networks),
                tuple(networks),
                said.seed,
                range(first, min(first + CHUNK, begin + said.generation)),
                said.lambda_,
                said.noise,
                said.explore,
                said.keep,
            )
            for first in range(begin, begin + said.generation, CHUNK)
        ]
        return self._workers.map(play, work)

    def learn(self, fresh: dict[int, Batch], part: float) -> tuple[float, float]:
        """Learn from the window; return the losses on the fresh positions beforehand. `part` of the
        training is over."""
        count = sum(len(batch.inputs) for batch in fresh.values())
        losses = [loss_of(self.adam.average, _floats(b)) for b in fresh.values()]
        weights = [len(b.inputs) / count for b in fresh.values()]
        self._window.append(fresh)
        rate = self.said.rate * 0.05 ** max(0.0, part - 0.2)
        old = sum(len(b.inputs) for g in self._window for b in g.values())
        wanted = int(self.said.passes * (count + min(old, 3 * count)))
        sets = {
            seats: joined([g[seats] for g in self._window if seats in g])
            for seats in sorted({s for g in self._window for s in g})
        }
        sizes = np.array([len(b.inputs) for b in sets.values()], float)
        for _ in range(max(1, wanted // MINIBATCH)):
            batch = list(sets.values())[self._draw.choice(len(sets), p=sizes / sizes.sum())]
            chosen = self._draw.integers(0, len(batch.inputs), MINIBATCH)
            some = Batch(
                batch.inputs[chosen], batch.alive[chosen], batch.share[chosen], batch.money[chosen]
            )
            self.adam.step(gradients(self.model, _floats(some)), rate)
        entropy = sum(w * found[0] for w, found in zip(weights, losses, strict=True))
        money = sum(w * found[1] for w, found in zip(weights, losses, strict=True))
        return entropy, money

    def rate(self, against: Sequence[array[float]], players: Sequence[int]) -> tuple[float, float]:
        """The share that the average's seats win, and its standard error over groups."""
        networks = (self.adam.average.flat(), *against)
        work = [
            Match(
                self.said.game,
                len(players),
                (self.shape,) * len(networks),
                networks,
                tuple(players),
                self.said.seed + 1,
                range(first, first + 5),
            )
            for first in range(0, RATED_GROUPS, 5)
        ]
        groups = [share for found in self._workers.map(match, work) for share in found]
        return float(np.mean(groups)), float(np.std(groups) / math.sqrt(len(groups)))


def whole(parts: Iterator[dict[int, Batch]]) -> dict[int, Batch]:
    """The positions of a finished generation, by number of seats."""
    found: dict[int, list[Batch]] = {}
    for batches in parts:
        for seats, batch in batches.items():
            found.setdefault(seats, []).append(batch)
    return {seats: joined(batches) for seats, batches in sorted(found.items())}


def _floats(batch: Batch) -> Batch:
    return Batch(batch.inputs.astype(np.float32), batch.alive, batch.share, batch.money)


def main() -> None:
    said = arguments(sys.argv[1:])
    log = Path("build") / f"train-{said.game}.jsonl"
    log.parent.mkdir(exist_ok=True)
    out = said.out or Path("camelnet/bots/weights") / f"{said.game}.cnw"
    generations = max(1, said.games // said.generation)
    begun, settings = time.monotonic(), settings_of(said)
    with (
        ProcessPoolExecutor(said.workers, mp_context=get_context("spawn")) as workers,
        log.open("w") as lines,
    ):
        trainer = Trainer(said, workers)
        coming = trainer.begin(0)
        for number in range(generations):
            spent = (time.monotonic() - begun) / 60
            part = number / generations
            if said.minutes is not None:
                if spent > said.minutes:
                    break
                part = max(part, spent / said.minutes)
            fresh = whole(coming)
            if number + 1 < generations:
                coming = trainer.begin(number + 1)
            entropy, money = trainer.learn(fresh, part)
            line = {
                "generation": number + 1,
                "games": (number + 1) * said.generation,
                "minutes": round(spent, 2),
                "entropy": round(entropy, 4),
                "money": round(money, 2),
            }
            if (number + 1) % said.rate_every == 0 or number + 1 == generations:
                share, error = trainer.rate([], [0, GREEDY, GREEDY, GREEDY])
                line |= {"greedy": round(share, 4), "greedy_error": round(error, 4)}
                if trainer.olds:
                    share, error = trainer.rate([trainer.olds[-1]], [0, 1, 0, 1])
                    line |= {"older": round(share, 4), "older_error": round(error, 4)}
                trainer.olds.append(trainer.adam.average.flat())
                trainer.curve.append(line)
                _write(out, trainer, settings)
            print(json.dumps(line), file=lines, flush=True)
            print(json.dumps(line), flush=True)
        workers.shutdown(cancel_futures=True)  # if the clock ended it, games are in progress
        _write(out, trainer, settings)


def _write(out: Path, trainer: Trainer, settings: dict[str, object]) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    origin = {"settings": settings, "curve": trainer.curve[-200:]}
    content = to_bytes(trainer.said.game, trainer.shape, trainer.adam.average.flat(), origin)
    partial = out.with_suffix(".part")
    partial.write_bytes(content)
    partial.replace(out)


if __name__ == "__main__":
    main()
