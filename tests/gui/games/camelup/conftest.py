"""A board to test; the project's settings make any warning by Qt fail a test."""

from __future__ import annotations

import pytest
from camelnet_gui.games.camelup.board import CamelUpBoard
from pytestqt.qtbot import QtBot


@pytest.fixture
def board(qtbot: QtBot) -> CamelUpBoard:
    """A shown board of 700 by 580 pixels."""
    board = CamelUpBoard()
    qtbot.addWidget(board)
    board.resize(700, 580)
    with qtbot.waitExposed(board):
        board.show()
    return board
