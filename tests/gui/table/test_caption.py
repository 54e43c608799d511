"""The caption over the board is as wide as its words need, with a badge and the button too."""

from __future__ import annotations

import pytest
from camelnet_gui.seat_marks import seat_marks
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
    caption = StepCaption(stage, top=True)
    mark = None if seat is None else seat_marks(["Badr"])[0]
    caption.tell("Ana rolls.", mark)
    caption.tell(WORDS, mark)  # the second finds it shown, with another badge
    caption.allow_skip(skip)
    assert caption.isVisible()
    needed = QFontMetrics(caption.words.font()).horizontalAdvance(WORDS)
    QApplication.processEvents()
    assert caption.words.width() >= needed
