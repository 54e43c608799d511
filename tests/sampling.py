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


def left_out(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The tests that a sample does without: those marked `every(n)`, but for each n-th case."""
    counted: Counter[str] = Counter()
    left = []
    for item in items:
        mark = item.get_closest_marker("every")
        if mark is not None and not FULL:
            test = item.nodeid.partition("[")[0]
            if counted[test] % mark.args[0]:
                left.append(item)
            counted[test] += 1
    return left
