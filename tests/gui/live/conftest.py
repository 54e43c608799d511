"""Fixtures of live windows. `tests.gui.live` runs them; else none of these tests is collected."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from tests.display import desktop
from tests.gui.live.__main__ import LIVE
from tests.gui.live.hands import Hands

if LIVE not in os.environ:
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An X server with a window manager, in this worker's network, before Qt looks for one."""
    with desktop(tmp_path_factory.mktemp("desktop")) as display:
        os.environ["DISPLAY"] = display
        yield display


@pytest.fixture(scope="session")
def qapp(display: str, qapp: QApplication) -> QApplication:
    """The application, on that display."""
    return qapp


@pytest.fixture
def hands(qapp: QApplication) -> Hands:
    """The pointer and the keys of the live display."""
    assert qapp.platformName() == "xcb", qapp.platformName()
    return Hands()
