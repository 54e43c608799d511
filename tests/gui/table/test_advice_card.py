"""The card with a hint: its words are read whole where there is room for them."""

from __future__ import annotations

import pytest
from camelnet_gui.table.advice_card import AdviceCard
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


@pytest.mark.parametrize("wide", range(260, 420, 7))
def test_words_that_fit_are_shown_whole_and_longer_ones_scroll(qtbot: QtBot, wide: int) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(wide, 300)
    card = AdviceCard(host)
    host.show()
    sentence = "Take the blue leg tile: blue leads this leg in 29 %. "
    for count in (40, 1, 2, 3, 4, 5, 40):  # a long one first: its scroll bar has to go again
        card.tell(sentence * count)
        qtbot.waitUntil(lambda: card._words_area.isVisible())
        qtbot.wait(1)
        viewport = card._words_area.viewport().size()
        needed = card.words.heightForWidth(viewport.width())
        scrolls = card._words_area.verticalScrollBar().maximum() > 0
        assert scrolls is (count == 40)
        assert scrolls or needed <= viewport.height()
        assert card.words.height() >= needed
