"""A board to test; the project's settings make any warning by Qt fail a test."""

from __future__ import annotations

import pytest
from camelnet_gui.games.cards.board import CardsBoard
from pytestqt.qtbot import QtBot


@pytest.fixture
def board(qtbot: QtBot) -> CardsBoard:
    """A shown board of 700 by 640 pixels."""
    board = CardsBoard()
    qtbot.addWidget(board)
    board.resize(700, 640)
    with qtbot.waitExposed(board):
        board.show()
    return board
