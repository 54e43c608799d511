"""Fixtures of live windows. Without a live display none of these tests is collected."""

from __future__ import annotations

import os

import pytest
from PySide6.QtWidgets import QApplication

from tests.gui.live.__main__ import LIVE
from tests.gui.live.hands import Hands

if LIVE not in os.environ:
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture
def hands(qapp: QApplication) -> Hands:
    """The pointer and the keys of the live display."""
    assert qapp.platformName() == "xcb", qapp.platformName()
    return Hands()
