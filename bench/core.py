"""The rules core and the greedy bot, by themselves."""

from __future__ import annotations

import time
from collections.abc import Callable
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


def repeat(call: Callable[[], object], calls: int) -> Callable[[], None]:
    def work() -> None:
        for _ in range(calls):
            call()

    return work


def run() -> list[dict[str, Any]]:
    start, position, bot = rules.new("camelup", seats=4), first_decision(), bots.create("greedy", 0)
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
    ]
