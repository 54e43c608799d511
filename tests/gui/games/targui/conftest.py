"""A board to test; the project's settings make any warning by Qt fail a test."""

from __future__ import annotations

import pytest
from camelnet_gui.games.targui.board import TarguiBoard
from pytestqt.qtbot import QtBot


@pytest.fixture
def board(qtbot: QtBot) -> TarguiBoard:
    """A shown board of 700 by 600 pixels."""
    board = TarguiBoard()
    qtbot.addWidget(board)
    board.resize(700, 600)
    with qtbot.waitExposed(board):
        board.show()
    return board
