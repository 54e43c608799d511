"""Tooltips and the rulebook in a live window: the pointer rests on a thing, F1 opens its rule."""

from __future__ import annotations

import re

from camelnet_gui.games.painted_board import PaintedBoard
from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip

from tests.gui.conftest import WindowDriver
from tests.gui.live.hands import Hands
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

CODE = re.compile(r"\b[A-Z][0-9]+: ")


def point_at(driver: WindowDriver, hands: Hands, place: str) -> None:
    board = driver.table.board
    assert isinstance(board, PaintedBoard)
    centre = board.place_centre(place)
    spot = QPoint(round(centre.x()), round(centre.y()))
    hands.move(board.viewport(), spot - QPoint(3, 0))
    hands.move(board.viewport(), spot)


def test_the_tooltip_of_a_forbidden_space_is_a_sentence_and_f1_opens_its_rule(
    driver: WindowDriver, hands: Hands
) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    driver.table.choose("act tile")
    assert "space 1" not in driver.table.model.scene().picks
    point_at(driver, hands, "space 1")
    hands.wait(QToolTip.isVisible, "the tooltip never came")
    text = QToolTip.text()
    assert "A desert tile goes on a space from 2 to 16." in text
    assert not CODE.search(text)
    hands.press("F1")
    book = driver.window.rules.rulebook
    assert book is not None
    hands.wait(lambda: book.isVisible() and book.isActiveWindow(), "the rulebook never came")
    assert book.current == "desert-tiles"
    assert driver.window.isEnabled(), "the game goes on beside it"
    calm = book.page.grab().toImage()
    hands.press("ctrl+f")
    hands.type("mirage")
    hands.wait(lambda: book.count.text().startswith("1 of "))
    hands.press("Return")
    assert book.count.text().startswith("2 of ")
    assert book.page.grab().toImage() != calm
    hands.press("Escape", "Escape")
    hands.wait(lambda: not book.isVisible())


def test_f1_on_a_button_opens_what_it_does(driver: WindowDriver, hands: Hands) -> None:
    driver.play_until_my_turn(ScriptedCamelUp())
    made = next(
        each
        for each in driver.table.panel.acts.findChildren(QPushButton)
        if each.property("pick") == "act leg"
    )

    def under_the_pointer() -> bool:  # once the side panel is laid out
        hands.move(made)
        return QApplication.widgetAt(QCursor.pos()) is made

    hands.wait(under_the_pointer)
    hands.press("F1")
    book = driver.window.rules.rulebook
    assert book is not None
    hands.wait(book.isVisible)
    assert book.current == "leg-bets"
    book.close()
