"""The app on a real X server: what the offscreen platform cannot show is that Qt loads there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.display import x_server

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of its own."""
    with x_server() as made:
        yield made


@pytest.mark.slow
def test_the_app_paints_its_window_on_an_x_server(display: str) -> None:
    # What times the start in `make bench` ends the app after its first paint.
    done = subprocess.run(
        [sys.executable, "-m", "bench.app"],
        cwd=ROOT,
        env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) > 0
