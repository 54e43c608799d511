"""Measures the simulator: the seeds that `make sim` begins with, one after the other.

So these are tables of two to eight seats, with faults and liars: one of six plays cards, one of 25
is a lobby. One of 200 seeds runs on the real primitives, the others on symbolic ones.
"""

from __future__ import annotations

import gc
import time
from typing import Any

from bench._figure import figure
from camelnet import rules
from tests.sim.runner import run_seed, simulating

PASSES = 3
SEEDS = 200
REACH_MS = 25.0  # 40 a second


def run() -> list[dict[str, Any]]:
    rules.rules_digest()  # computed once
    gc.collect()
    gc.freeze()
    gc.disable()  # `run_seed` collects now and then, as in `make sim`
    try:
        with simulating():
            means_ms = [mean_ms() for _ in range(PASSES)]
    finally:
        gc.enable()
        gc.unfreeze()
    return [
        figure(
            f"a simulated table, processor time, mean of seeds 0 to {SEEDS - 1}",
            "ms",
            means_ms,
            REACH_MS,
        )
    ]


def mean_ms() -> float:
    """The processor time that one of these seeds takes."""
    begun = time.process_time()
    for seed in range(SEEDS):
        failure = run_seed(seed).failure
        if failure:
            raise RuntimeError(f"seed {seed}: {failure}")
    return (time.process_time() - begun) * 1000 / SEEDS
