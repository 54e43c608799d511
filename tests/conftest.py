"""Fixtures of every test: a home of its own, English words, no screen, the same examples each
run."""

from __future__ import annotations

import asyncio
import inspect
import os
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.remote import Producer

from camelnet.i18n import choose_language
from tests import sampling, workers

# Qt reads this when its first module is imported, so before any test module is.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# `ci` draws the same examples each time; HYPOTHESIS_PROFILE=wide looks for new ones. Whatever
# fails prints a blob that @reproduce_failure takes. No deadlines: a test never asserts a time.
settings.register_profile(
    "ci",
    derandomize=True,
    print_blob=True,
    deadline=None,
    max_examples=100 if sampling.FULL else 50,
)
settings.register_profile("wide", max_examples=1000, print_blob=True, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
# Before anything opens a socket or starts a thread: both stay in the network where they began.
if IS_WORKER:
    workers.has_own_network()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> workers.Schedule:
    return workers.Schedule(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items[:], left_out = sampling.sampled(items)
    config.hook.pytest_deselected(items=left_out)
    if IS_WORKER:
        workers.longest_first(items)


def pytest_report_header() -> str:
    return f"slow tests: part {sampling.SLOW}"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """An `async def` test has an event loop of its own."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    wanted = inspect.signature(test).parameters
    asyncio.run(test(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


HOMES = {
    "HOME": "",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
    "XDG_CONFIG_HOME": ".config",
    "XDG_CACHE_HOME": ".cache",
    "XDG_RUNTIME_DIR": "run",
}


@pytest.fixture(autouse=True)
def disk_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test cuts the power, but for the simulator, whose disks are its own."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder, so that no test, nor a process it starts, meets a real profile."""
    folder = tmp_path_factory.mktemp("home")
    for name, place in HOMES.items():
        path = folder / place
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        monkeypatch.setenv(name, str(path))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    for name in ("LANGUAGE", "LANG", "AUTO"):
        monkeypatch.delenv(name, raising=False)
    choose_language(["en"])  # a command that ran in this process may have chosen another
    return folder
