"""Which of the many tests and cases a run takes: all with FULL=1 (`make test-all FULL=1`), or some,
always the same ones. Continuous integration has 20 minutes, so it takes half of the slow tests,
SLOW=1/2 or SLOW=2/2; its commit decides which.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest

Case = TypeVar("Case")

FULL = bool(os.environ.get("FULL"))
SLOW = os.environ.get("SLOW", "1/1")  # of the slow tests: this part/of so many
only_full = pytest.mark.skipif(not FULL, reason="left out unless FULL=1")


def is_left_out(item: pytest.Item) -> bool:
    """True if a test is marked `only_full` and not all are run."""
    return not FULL and only_full.mark in item.iter_markers()


def sample(cases: Sequence[Case], share: int) -> Sequence[Case]:
    """One case of `share`."""
    return cases if FULL else cases[::share]


def sampled(
    items: Sequence[pytest.Item], slow: str = SLOW
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests that are run, and those that are not: marked `every(n)`, and no n-th case; or of
    another part of the slow ones."""
    part, parts = map(int, slow.split("/"))
    assert 1 <= part <= parts, f"there is no part {slow} of the slow tests"
    counted: Counter[str] = Counter()
    slow_ones = 0
    run: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        mark = item.get_closest_marker("every")
        test = item.nodeid.partition("[")[0]
        share = 1 if mark is None or FULL else mark.args[0]
        chosen = counted[test] % share == 0
        counted[test] += 1
        if chosen and item.get_closest_marker("slow") is not None:
            chosen = slow_ones % parts == part - 1
            slow_ones += 1
        (run if chosen else left_out).append(item)
    return run, left_out
