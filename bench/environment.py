"""Steps of the environments for researchers in a second of processor time: one table as PettingZoo
has it, and many at once. A step is a decision with all that follows, what is seen and what can be
done; whoever chooses is not counted, and chooses by chance, half of the time the first action.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy

from bench._figure import figure
from camelnet import rules
from camelnet.lab.env import Batch, env, raw_env

RUNS = 5
RUN_S = 0.5
TABLES = 512
SEATS = 4
WRAPPED_REACH_K = {"camelup": 20}
BATCH_REACH_K = {"camelup": 200, "cards": 38.3, "targui": 17.4}


def single(game: str, table: Any) -> float:
    """Steps a second of one table."""
    chance = numpy.random.default_rng(1)
    table.reset(seed=1)
    bare = table.unwrapped
    steps, began_s, chosen_s = 0, time.process_time(), 0.0
    while time.process_time() - began_s < RUN_S:
        observation, _reward, terminated, truncated, _info = table.last()
        if terminated or truncated:
            table.reset()
            continue
        choosing_s = time.process_time()
        action = int(some(observation["action_mask"][None], chance)[0])
        chosen_s += time.process_time() - choosing_s
        table.step(action)
        steps += 1
    assert bare.position.game == game
    return steps / (time.process_time() - began_s - chosen_s)


def batch(game: str) -> float:
    """Steps a second of many tables, all tables together."""
    chance = numpy.random.default_rng(1)
    tables = Batch(game, SEATS, tables=TABLES)
    tables.reset(seed=1)
    steps, began_s, chosen_s = 0, time.process_time(), 0.0
    while time.process_time() - began_s < RUN_S:
        choosing_s = time.process_time()
        actions = some(tables.mask, chance)
        chosen_s += time.process_time() - choosing_s
        tables.step(actions)
        steps += TABLES
    return steps / (time.process_time() - began_s - chosen_s)


def some(masks: Any, chance: Any) -> Any:
    """An action for each row that can be taken: the first, or any."""
    drawn = (masks * chance.random(masks.shape, dtype=numpy.float32)).argmax(1)
    return numpy.where(chance.random(len(masks)) < 0.5, masks.argmax(1), drawn)


def run() -> list[dict[str, Any]]:
    return [
        figure
        for game in rules.GAMES
        for figure in (
            *single_figures(game),
            figure_of(game, f"{TABLES} tables at once", partial(batch, game), BATCH_REACH_K),
        )
    ]


def single_figures(game: str) -> list[dict[str, Any]]:
    wrapped, raw = env(game=game, seats=SEATS), raw_env(game=game, seats=SEATS)
    return [
        figure_of(game, "one table, wrapped", partial(single, game, wrapped), WRAPPED_REACH_K),
        figure_of(game, "one table, raw", partial(single, game, raw), {}),
    ]


def figure_of(
    game: str, what: str, measured: Callable[[], float], reach: Mapping[str, float]
) -> dict[str, Any]:
    rates = [measured() / 1000 for _ in range(RUNS)]
    return figure(f"{game}: steps of the environment, {what}", "k/s", rates, reach.get(game))
