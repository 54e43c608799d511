"""The words of a game with pictures, at first sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from camelnet_gui.games.targui.glossary import GlossaryPage, land_meaning
from camelnet_gui.games.targui.rules_page import rules_page
from camelnet_gui.games.targui.rules_pictures import LANDS
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.first_words import FirstWords
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from camelnet.i18n import LANGUAGES, choose_language
from camelnet.rules import Position
from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tests.patience import until
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui


def my(step: str, script: ScriptedGame) -> Callable[[Position], bool]:
    return lambda position: position.turn == script.me and position.to_dict()["step"] == step


def enter(driver: WindowDriver, script: ScriptedGame) -> None:
    driver.window.table_entered.connect(lambda page: FirstWords(page, driver.settings))
    driver.sit_down(script)


@pytest.mark.slow
def test_words_come_once_a_profile_when_the_board_shows_them(driver: WindowDriver) -> None:
    script = ScriptedTargui(seats=2, me=1, seed=3)
    enter(driver, script)
    driver.play(script, my("sector", script))
    assert driver.table.overlay.page is None, "no land is there yet"
    driver.play(script, my("camp", script))
    assert isinstance(driver.table.overlay.page, GlossaryPage)
    assert driver.settings.glossaries == ("targui",)
    until(lambda: not driver.table.overlay._unread.isActive(), between=QApplication.processEvents)
    QTest.keyClick(driver.window.focusWidget(), Qt.Key.Key_Escape)
    assert driver.table.overlay.page is None
    driver.play(script, my("move", script))
    assert driver.table.overlay.page is None
    another = FirstWords(driver.table, Settings(driver.settings.path.parent))
    driver.table.your_turn.emit()
    assert another.parent() is driver.table
    assert driver.table.overlay.page is None, "the file remembers"


@pytest.mark.slow
def test_the_move_that_was_due_follows_the_words(driver: WindowDriver) -> None:
    script = ScriptedTargui(seats=2, me=1, seed=3)
    enter(driver, script)
    driver.play(script, my("camp", script))
    driver.leave_page()
    camp = min(driver.table.model.table.legal)
    driver.table.choose(camp.replace("camp", "cell"))
    driver.table.chooser.confirm()
    assert ("play", camp) in driver.asked


def test_whoever_has_finished_the_tutorial_knows_the_words(driver: WindowDriver) -> None:
    driver.settings.learned = ("targui",)
    script = ScriptedTargui(seats=2, me=1, seed=3)
    enter(driver, script)
    driver.play(script, my("camp", script))
    assert driver.table.overlay.page is None


@pytest.mark.slow
def test_a_game_without_rare_words_opens_nothing(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=3)
    enter(driver, script)
    driver.play_until_my_turn(script)
    assert driver.table.overlay.page is None
    assert not driver.table.open_glossary()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.every(3)
def test_the_words_fit_the_least_window_without_scrolling(
    language: str, driver: WindowDriver
) -> None:
    choose_language([language])
    script = ScriptedTargui(seats=2, me=1, seed=3)
    driver.sit_down(script)
    driver.play(script, my("camp", script))
    driver.window.take(TableChanged(script.view()))
    assert driver.table.open_glossary()
    QApplication.processEvents()
    assert driver.table.overlay.scroll_bar.maximum() == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_the_words_always(language: str) -> None:
    choose_language([language])
    (section,) = (found for found in rules_page() if found.anchor == "lands")
    texts = " ".join(section.texts())
    meanings = {land_meaning(land) for land, _pays, _adds, _count in LANDS}
    assert len(meanings) == len(LANDS)
    assert all(meaning in texts for meaning in meanings)
