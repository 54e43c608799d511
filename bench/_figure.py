"""One figure of a benchmark, as `camelnet.lab.bench.Measurement` has it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any


def figure(
    name: str, unit: str, values: Sequence[float], reach: float | None = None, path: str = ""
) -> dict[str, Any]:
    """The median of measured values with their spread; `reach`, and the values, are in `unit`."""
    return {
        "name": name,
        "unit": unit,
        "repetitions": len(values),
        "median": median(values),
        "min": min(values),
        "max": max(values),
        "reach": reach,
        "path": path,
    }
