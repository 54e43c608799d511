"""Tests of one file, whose fixtures are dear to make, stay on one worker."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workers import group_of

ROOT = Path(__file__).resolve().parents[1]
SHORT = "tests/test_patience.py"  # three tests of no length


@pytest.mark.slow
def test_a_file_goes_to_one_worker() -> None:
    around = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    words = ["-v", "-p", "no:cacheprovider", "--numprocesses=2", SHORT]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=ROOT,
        env=around,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    workers = re.findall(r"^\[(gw\d)\].* PASSED", done.stdout, re.MULTILINE)
    assert len(workers) == 3
    assert len(set(workers)) == 1


def test_what_shares_nothing_goes_where_there_is_room() -> None:
    test = "tests/sim/test_simulation.py::test_one[a::b]"
    assert group_of(test, own_networks=False) == test
    assert group_of("tests/test_words.py::test_one[a::b]", own_networks=True) == (
        "tests/test_words.py"
    )


def test_without_networks_of_their_own_one_worker_has_all_sockets() -> None:
    tests = ("tests/net/test_rooms.py::test_one", "tests/cli/test_games.py::test_two")
    assert {group_of(test, own_networks=False) for test in tests} == {"sockets"}
    assert len({group_of(test, own_networks=True) for test in tests}) == 2
