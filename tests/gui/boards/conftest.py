"""Boards in tests: offscreen, and any warning by Qt fails the test."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from collections.abc import Iterator

import pytest
from camelnet_gui.boards.camelup import CamelUpBoard
from PySide6.QtCore import QtMsgType
from pytestqt.qtbot import QtBot


@pytest.fixture(autouse=True)
def no_warnings_by_qt(qtlog: object) -> Iterator[None]:
    yield
    loud = [
        record.message
        for record in qtlog.records  # type: ignore[attr-defined]
        if record.type not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg)
    ]
    assert not loud


@pytest.fixture
def board(qtbot: QtBot) -> CamelUpBoard:
    """A shown board of 700 by 580 pixels."""
    board = CamelUpBoard()
    qtbot.addWidget(board)
    board.resize(700, 580)
    board.show()
    qtbot.waitExposed(board)
    return board
