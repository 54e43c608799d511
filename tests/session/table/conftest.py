"""What the peers of a whole table read and check is computed once: they share one process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sim.memoization import remembering


@pytest.fixture(autouse=True)
def _remembered() -> Iterator[None]:
    with remembering():
        yield
