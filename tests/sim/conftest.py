"""What tests of the simulator share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sim.runner import simulating


@pytest.fixture
def simulated() -> Iterator[None]:
    """Tables can be simulated."""
    with simulating():
        yield
