"""Measures the simulator: four seats, symbolic primitives, with all that goes wrong there.

One process, so one core. The seeds are those that `make sim` begins with.
"""

from __future__ import annotations

import gc
import itertools
import statistics
import time
from typing import Any

from camelnet import rules
from tests.sim.plan import Plan, plan_of
from tests.sim.runner import run as play
from tests.sim.runner import simulating

BATCHES = 5
GAMES = 40  # in a batch


def games() -> list[Plan]:
    plans = map(plan_of, itertools.count())
    wanted = (plan for plan in plans if plan.seats == 4 and not plan.real)
    return list(itertools.islice(wanted, BATCHES * GAMES))


def run() -> list[dict[str, Any]]:
    rules.rules_digest()  # computed once
    plans = games()
    spent_ms = []
    with simulating():
        for first in range(0, len(plans), GAMES):
            begun = time.perf_counter()
            for plan in plans[first : first + GAMES]:
                failure = play(plan).failure
                if failure:
                    raise RuntimeError(f"seed {plan.seed}: {failure}")
            spent_ms.append((time.perf_counter() - begun) * 1000 / GAMES)
            gc.collect()
    return [
        {
            "name": f"a simulated game of four seats, symbolic primitives, means of {GAMES}",
            "unit": "ms",
            "repetitions": BATCHES,
            "median": statistics.median(spent_ms),
            "min": min(spent_ms),
            "max": max(spent_ms),
            "reach": 20.0,
        }
    ]
