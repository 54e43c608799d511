"""Benchmarks of the core, the odds and the search: `camelnet bench`, `make bench`.

People compare the figures, no test asserts one; docs/performance.md records them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from camelnet.lab.bench import core, odds, search
from camelnet.lab.bench.machine import machine
from camelnet.lab.bench.measurement import RUNS, Measurement, measure

MODULES: Mapping[str, Callable[[int], list[Measurement]]] = {  # each takes the number of runs
    "core": core.figures,
    "odds": odds.figures,
    "search": search.figures,
}

__all__ = ["MODULES", "RUNS", "Measurement", "machine", "measure"]
