"""A board to test; the project's settings make any warning by Qt fail a test."""

from __future__ import annotations

import pytest
from camelnet_gui.games.painted_board import PaintedBoard
from pytestqt.qtbot import QtBot

from tests.gui.games.boards import BOARDS
from tests.patience import LONG_MS


@pytest.fixture
def game(request: pytest.FixtureRequest) -> str:
    """The game in whose folder a test is, unless the test names another."""
    return request.path.parent.name


@pytest.fixture
def board(game: str, qtbot: QtBot) -> PaintedBoard:
    """The game's board, shown."""
    case = BOARDS[game]
    board = case.board()  # type: ignore[call-arg]
    qtbot.addWidget(board)
    board.resize(*case.size)
    with qtbot.waitExposed(board, timeout=LONG_MS):
        board.show()
    return board


@pytest.fixture
def picked(board: PaintedBoard) -> list[str]:
    """What was picked on it."""
    found: list[str] = []
    board.picked.connect(found.append)
    return found
