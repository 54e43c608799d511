"""The tutorial among the pages of the window."""

from __future__ import annotations

from camelnet_gui.learn.page import LearnPage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from tests.gui.conftest import WindowDriver


def test_a_tutorial_opens_from_the_menu_and_escape_leads_back(driver: WindowDriver) -> None:
    window = driver.window
    before = window.pages.currentWidget()
    menu = window.make_menu(QPushButton(window))
    (action,) = (each for each in menu.actions() if each.text() == "Tutorial…")
    action.trigger()
    page = window.pages.currentWidget()
    assert isinstance(page, LearnPage)
    assert page.game == "camelup"
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is before
    assert window.learn.page is None


def test_a_tutorial_of_an_unknown_game_opens_nothing(driver: WindowDriver) -> None:
    driver.window.show_tutorial("chess")
    assert driver.window.learn.page is None
    assert driver.window.pages.currentWidget() is driver.window.lobby
