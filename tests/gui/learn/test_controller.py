"""The tutorial among the pages of the window."""

from __future__ import annotations

import pytest
from camelnet_gui.application import Application
from camelnet_gui.games import has_lesson, playable
from camelnet_gui.learn.page import LearnPage
from camelnet_gui.table.table_sounds import StepSounds
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from tests.gui.clicker import click
from tests.gui.conftest import WindowDriver
from tests.gui.learn.student import Student, click_window
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


@pytest.mark.slow
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


@pytest.mark.slow
def test_who_left_a_tutorial_goes_on_where_it_was_or_from_the_start(driver: WindowDriver) -> None:
    window = driver.window
    window.show_tutorial("camelup")
    page = window.learn.page
    assert page is not None
    student = Student(page)
    student.wait()
    assert page.bubble.restart.isHidden()
    while page.number < 6 or page.step.page:
        page.go_on()
        student.wait()
    number, shown = page.number, student.table.model.shown
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Escape)
    assert window.learn.page is None
    window.show_tutorial("camelup")
    page = window.learn.page
    assert page is not None
    student = Student(page)
    student.wait()
    assert page.number == number
    assert student.table.model.shown == shown
    click_window(page.bubble.restart)
    student.wait()
    assert page.number == 0
    assert page.bubble.restart.isHidden()


@pytest.mark.slow
def test_a_game_that_begins_ends_the_tutorial(driver: WindowDriver) -> None:
    driver.window.show_tutorial("targui")
    driver.sit_down(ScriptedCamelUp())
    assert driver.window.learn.page is None
    assert driver.window.pages.currentWidget() is driver.table


@pytest.mark.slow
def test_a_dialog_of_the_tutorial_does_not_outlive_it(driver: WindowDriver) -> None:
    driver.window.show_tutorial("camelup")
    page = driver.window.learn.page
    student = Student(page)
    student.wait()
    student.skip_until(lambda step: step.play.startswith("win"))
    student.click_place("deck win")
    assert page.table.chooser.dialog is not None
    dialog = page.table.chooser.dialog
    driver.sit_down(ScriptedCamelUp())
    assert not dialog.isVisible()


@pytest.mark.slow
def test_a_table_is_there_again_after_a_tutorial(driver: WindowDriver) -> None:
    driver.sit_down(ScriptedCamelUp())
    driver.window.show_tutorial("camelup")
    assert driver.window.pages.currentWidget() is driver.window.learn.page
    driver.window.learn.leave()
    assert driver.window.pages.currentWidget() is driver.table


@pytest.mark.slow
def test_f1_opens_the_rules_of_the_game_that_is_learnt(driver: WindowDriver) -> None:
    driver.window.show_tutorial("targui")
    QTest.keyClick(driver.window.windowHandle(), Qt.Key.Key_F1)
    rulebook = driver.window.rules.rulebook
    assert "Targui" in rulebook.windowTitle()
    driver.window.rules.close()


@pytest.mark.slow
def test_each_game_card_at_home_leads_to_its_tutorial(driver: WindowDriver) -> None:
    for game in filter(has_lesson, playable()):
        card = driver.window.lobby.games.cards[game]
        click(card.learn_button)
        assert driver.window.learn.game == game
        driver.window.learn.leave()
        assert driver.window.pages.currentWidget() is driver.window.lobby


@pytest.mark.slow
def test_a_tutorial_is_heard_like_a_table_also_after_a_step_back(application: Application) -> None:
    application.window.show_tutorial("camelup")
    page = application.window.learn.page
    assert page is not None
    for _table in range(2):
        heard = [c for c in page.table.children() if isinstance(c, StepSounds)]
        assert len(heard) == 1, page.table.children()
        page._begin(0)


@pytest.mark.slow
def test_a_finished_tutorial_gets_a_tick_at_home(driver: WindowDriver) -> None:
    driver.settings.bots_pace = "instant"
    card = driver.window.lobby.games.cards["cards"]
    before = card.learn_button.text()
    driver.window.show_tutorial("cards")
    page = driver.window.learn.page
    student = Student(page)
    student.wait()
    student.skip_until(lambda _step: False)
    click_window(page.end.home)
    assert driver.window.pages.currentWidget() is driver.window.lobby
    assert card.learn_button.text() != before
