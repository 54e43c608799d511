"""The caption over the board is as wide as its words need, with a badge and the button too."""

from __future__ import annotations

import pytest
from camelnet_gui.games import playable, screens
from camelnet_gui.style.seat_marks import seat_marks
from camelnet_gui.table.caption import StepCaption
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

WORDS = "Badr takes the blue leg tile, worth 5."


@pytest.mark.parametrize("skip", [False, True])
@pytest.mark.parametrize("seat", [None, 0])
def test_no_word_of_the_caption_is_cut(qtbot: QtBot, seat: int | None, skip: bool) -> None:
    stage = QWidget()
    qtbot.addWidget(stage)
    stage.resize(900, 600)
    stage.show()
    caption = StepCaption(stage)
    mark = None if seat is None else seat_marks(["Badr"])[0]
    caption.tell("Ana rolls.", mark)
    caption.tell(WORDS, mark)  # the second finds it shown, with another badge
    caption.allow_skip(skip)
    assert caption.isVisible()
    needed = QFontMetrics(caption.words.font()).horizontalAdvance(WORDS)
    QApplication.processEvents()
    assert caption.words.width() >= needed


def test_a_long_caption_stays_wrapped_however_often_it_is_fitted(qtbot: QtBot) -> None:
    stage = QWidget()
    qtbot.addWidget(stage)
    stage.resize(420, 400)
    stage.show()
    caption = StepCaption(stage)
    caption.tell(" ".join([WORDS] * 3), None)
    for height in (380, 360, 340):
        stage.resize(420, height)
        QApplication.processEvents()
        assert caption.words.wordWrap()
        assert caption.words.height() >= caption.words.heightForWidth(caption.words.width())


@pytest.mark.parametrize("size", [(700, 462), (700, 640), (1056, 726), (1404, 1080)])
@pytest.mark.parametrize("words", [WORDS, f"{WORDS} {WORDS} {WORDS}"])
@pytest.mark.parametrize("game", playable())
def test_a_caption_lies_on_no_place_of_a_board(
    light: None, qtbot: QtBot, game: str, words: str, size: tuple[int, int]
) -> None:
    board = screens(game).make_parts().make_board()
    qtbot.addWidget(board)
    board.resize(*size)
    board.show()
    caption = StepCaption(board)
    caption.tell(words, seat_marks(["Badr"])[0])
    caption.allow_skip(True)
    QApplication.processEvents()
    places = [button.geometry() for button in board.buttons.values() if button.isVisible()]
    assert places
    assert min(box.top() for box in places) >= caption.geometry().bottom()
