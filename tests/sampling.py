"""How many of many cases a run takes: all of them with FULL=1 (`make test-all FULL=1`), or some,
always the same ones. Continuous integration has 20 minutes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest

Case = TypeVar("Case")

FULL = bool(os.environ.get("FULL"))
only_full = pytest.mark.skipif(not FULL, reason="left out unless FULL=1")


def sample(cases: Sequence[Case], share: int) -> Sequence[Case]:
    """One case of `share`."""
    return cases if FULL else cases[::share]


def sampled(items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests that are run, and those that are not: marked `every(n)`, and no n-th case."""
    counted: Counter[str] = Counter()
    run: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        mark = item.get_closest_marker("every")
        test = item.nodeid.partition("[")[0]
        share = 1 if mark is None or FULL else mark.args[0]
        (left_out if counted[test] % share else run).append(item)
        counted[test] += 1
    return run, left_out
