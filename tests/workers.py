"""Tests on all cores: each pytest-xdist worker has a network of its own, and files wait in turn.

A worker's network is a namespace with nothing but loopback, so the tables of one test are not
found by another's. Where none can be made (no Linux, no root), all tests that play over real
sockets go to one worker.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

_NEWNET = 0x40000000  # CLONE_NEWNET, linux/sched.h
# Over real sockets and clocks: they find others on the network of their worker.
SOCKETS = (
    "tests/net/",
    "tests/cli/",
    "tests/guests/",
    "tests/lab/arena/test_dask.py",
    *(
        f"tests/gui/{name}.py"
        for name in (
            *("test_again", "test_app", "test_end", "test_go_on", "test_two_apps"),
            *("test_whole_game", "together/test_pass_and_play"),
        )
    ),
)
# The longest first, so that the last worker does not play on alone.
LONGEST = (
    *("tests/sim/test_simulation.py", "tests/net/test_survival.py", "tests/attacks/"),
    *("tests/gui/test_go_on.py", "tests/gui/test_screenshots.py", "tests/gui/layout/"),
    "tests/guests/",
    *("tests/gui/test_whole_game.py", "tests/cli/test_games.py", "tests/net/test_rooms.py"),
    *("tests/session/table/", "tests/net/", "tests/rules/test_native.py", "tests/cli/"),
)
# Their tests share nothing that is dear to make, so that each goes where there is room.
SPREAD = (
    *("tests/gui/layout/test_cut_words.py", "tests/gui/test_screenshots.py", "tests/sim/"),
    *("tests/gui/live/", "tests/guests/test_host_guests.py"),
)


def has_own_network() -> bool:
    """Leave this process's network for a new one with loopback alone; False if that cannot be."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    if ctypes.CDLL(None, use_errno=True).unshare(_NEWNET) != 0:
        return False
    done = subprocess.run(["ip", "link", "set", "lo", "up"], capture_output=True, check=False)
    return done.returncode == 0


def networks_can_be_made() -> bool:
    """True where each worker has a network of its own (has_own_network)."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("unshare") is None:
        return False
    words = ["unshare", "--net", "ip", "link", "set", "lo", "up"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def group_of(nodeid: str, *, own_networks: bool) -> str:
    """The name that all tests of one worker share: a file's, "sockets" for all that use the one
    network that there is, or a test's own."""
    if not own_networks and nodeid.startswith(SOCKETS):
        return "sockets"
    return nodeid if nodeid.startswith(SPREAD) else file_of(nodeid)


class Schedule(LoadScopeScheduling):
    """Groups go to workers in the order of the tests. (pytest-xdist's own groups, by marks, are
    lost on pytest 9.2.)"""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)
        self._own_networks = networks_can_be_made()

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid, own_networks=self._own_networks)


def longest_first(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        file = file_of(item.nodeid)
        found = (number for number, start in enumerate(LONGEST) if file.startswith(start))
        return next(found, len(LONGEST))

    items.sort(key=rank)
