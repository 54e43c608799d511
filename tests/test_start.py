"""The app on a real X server: what the offscreen platform cannot show is that Qt loads there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def display() -> Iterator[str]:
    """An X server of its own."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs Xvfb")
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    try:
        number = server.stdout.readline().strip()
        assert number, "the X server did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


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
