"""How many of many cases a run takes: all of them with FULL=1 (`make test-all FULL=1`), or some.

Continuous integration has 20 minutes. What has hundreds of cases that cost seconds each has a
sample there, always the same one.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

Case = TypeVar("Case")

FULL = bool(os.environ.get("FULL"))
only_full = pytest.mark.skipif(not FULL, reason="left out unless FULL=1")


def sample(cases: Sequence[Case], share: int) -> Sequence[Case]:
    """One case of `share`."""
    return cases if FULL else cases[::share]
