"""Benchmarks of the core, the odds and the search: `camelnet bench`, `make bench`.

Figures are compared by people, never asserted by a test; docs/performance.md records them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from camelnet.bench import core, odds, search
from camelnet.bench.figure import RUNS, Figure, measure
from camelnet.bench.machine import machine

MODULES: Mapping[str, Callable[[int], list[Figure]]] = {  # each takes the number of runs
    "core": core.figures,
    "odds": odds.figures,
    "search": search.figures,
}

__all__ = ["MODULES", "RUNS", "Figure", "machine", "measure"]
