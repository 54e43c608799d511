"""The rules core and the greedy bot, by themselves."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

from camelnet import bots, rules
from camelnet.rules import Position

REPETITIONS = 21


def measure(
    name: str, unit: str, work: Callable[[], object], *, calls: int, reach: float | None
) -> dict[str, Any]:
    """One figure: the time of one of `calls` calls that `work` makes, in `unit`."""
    scale = {"µs": 1e6, "ms": 1e3}[unit] / calls
    times = []
    for _ in range(REPETITIONS):
        begin = time.perf_counter()
        work()
        times.append((time.perf_counter() - begin) * scale)
    return {
        "name": name,
        "unit": unit,
        "repetitions": REPETITIONS,
        "median": median(times),
        "min": min(times),
        "max": max(times),
        "reach": reach,
    }


def first_decision() -> Position:
    position = rules.new("camelup", seats=4)
    for notation in ("first 0", "start b1", "start g2", "start o3", "start w1", "start y2"):
        position = position.apply(notation)
    return position


def middle_of_a_war() -> Position:
    """Targui, four seats, some rounds on: what simple players and a fixed luck come to."""
    position, random, plies = rules.new("targui", seats=4), Random(1), 0
    while plies < 400 or position.to_dict()["step"] != "move":
        outcomes = [notation for notation, _weight in position.outcomes()]
        position = position.apply(random.choice(outcomes) if outcomes else position.greedy(""))
        plies += 1
    return position


def first_leg() -> Position:
    position = rules.new("cards", seats=4)
    for notation in ("first 0", "card b1", "card g2", "card o1", "card w1", "card y2"):
        position = position.apply(notation)
    return position


def repeat(call: Callable[[], object], calls: int) -> Callable[[], None]:
    def work() -> None:
        for _ in range(calls):
            call()

    return work


def run() -> list[dict[str, Any]]:
    start, position, bot = rules.new("camelup", seats=4), first_decision(), bots.create("greedy", 0)
    cards, leg = rules.new("cards", seats=4), first_leg()
    desert, war = rules.new("targui", seats=4), middle_of_a_war()
    return [
        measure(
            "apply, called from Python",
            "µs",
            repeat(lambda: position.apply("leg g"), 20_000),
            calls=20_000,
            reach=2.0,
        ),
        measure(
            "step, with its events",
            "µs",
            repeat(lambda: position.step("roll")[0].step("die b1"), 5_000),
            calls=10_000,
            reach=None,
        ),
        measure(
            "legal, called from Python",
            "µs",
            repeat(position.legal, 10_000),
            calls=10_000,
            reach=None,
        ),
        measure(
            "a random game of four seats, wholly in C",
            "µs",
            lambda: rules.playouts(start, seed=1, count=5_000),
            calls=5_000,
            reach=10.0,
        ),
        measure(
            "a choice of the greedy bot, five dice to come",
            "ms",
            repeat(lambda: bot.choose(position, 0, "ygbow"), 5),
            calls=5,
            reach=20.0,
        ),
        measure(
            "Camel Up Cards: a random game of four seats, wholly in C",
            "µs",
            lambda: rules.playouts(cards, seed=1, count=5_000),
            calls=5_000,
            reach=5.0,
        ),
        measure(
            "Camel Up Cards: a choice of the greedy bot, a whole leg to come",
            "ms",
            repeat(lambda: leg.greedy("g2"), 20),
            calls=20,
            reach=3.0,
        ),
        measure(
            "Targui: a random game of four seats and sixteen rounds, wholly in C",
            "µs",
            lambda: rules.playouts(desert, seed=1, count=1_000),
            calls=1_000,
            reach=500.0,
        ),
        measure(
            "Targui: a choice of the greedy bot in the middle of a game",
            "ms",
            repeat(lambda: war.greedy(""), 20),
            calls=20,
            reach=3.0,
        ),
    ]
