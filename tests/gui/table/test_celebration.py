"""The end of a game as a celebration: when there is one, what it says, and every way out of it."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from camelnet_gui.sound.cue import Sound
from camelnet_gui.table.celebration import Celebration
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import Qt, QVariantAnimation
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import TableChanged
from camelnet.session.text.standing_words import places_by_score, standing_words
from tests.gui.conftest import WindowDriver, to_the_end
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui

NAMES = ("Ana", "Ben", "Chloé", "Salim")


def end_live(driver: WindowDriver, script: ScriptedGame, *, speed: str = "normal") -> Celebration:
    """Play the script, see its last step as it happens, and leave the scoring after it."""
    driver.settings.speed = speed
    *before, last = script.play(to_the_end)
    for step in before:
        driver.window.take(step)
    driver.window.take(replace(last, replayed=False))
    driver.tell(TableChanged(script.view()))
    table = driver.table
    table.pacer.skip()
    while table.overlay.page is not None and not isinstance(table.overlay.page, ResultPage):
        assert table.overlay.main is not None
        table.overlay.main.click()
        QApplication.processEvents()
    return table.celebration


def clock_of(celebration: Celebration) -> QVariantAnimation:
    clock = celebration.findChild(QVariantAnimation)
    assert clock is not None
    return clock


@pytest.mark.parametrize(
    ("scores", "winners", "me", "words"),
    [
        ((5, 9, 7, 1), (1,), 2, "You are 2nd, 2 behind Ben"),
        ((5, 9, 7, 1), (1,), 3, "You are 4th, 8 behind Ben"),
        ((5, 9, 7, 1), (1,), 1, "You win, 2 ahead of Chloé!"),
        ((5, 9, 7, 1), (1,), None, "Ben wins, 2 ahead of Chloé"),
        ((9, 9, 7, 1), (0, 1), 2, "You are 3rd, 2 behind Ana"),
        ((9, 9, 7, 1), (0, 1), 0, "Shared victory: Ana and Ben"),
        ((9, 9, 7, 1), (1,), 0, "You are 2nd"),  # something else broke the tie
        ((9, 9, 7, 1), (1,), 1, "You win!"),
        ((9, 9, 7, 1), (1,), None, "Ben wins"),
        ((0, 4, 2, 2), (0,), 1, "You are 2nd"),  # the last tribe in the desert
    ],
)
def test_one_sentence_says_how_i_stand(
    scores: tuple[int, ...], winners: tuple[int, ...], me: int | None, words: str
) -> None:
    assert standing_words(NAMES, scores, places_by_score(scores, winners), me) == words


def test_eight_players_have_eight_places() -> None:
    scores = tuple(range(10, 2, -1))
    names = [str(seat) for seat in range(8)]
    told = [standing_words(names, scores, places_by_score(scores, (0,)), seat) for seat in range(8)]
    assert len(set(told)) == 8
    assert told[7] == "You are 8th, 7 behind 0"


@pytest.mark.slow
@pytest.mark.parametrize("script_of", [ScriptedCamelUp, ScriptedCards, ScriptedTargui])
@pytest.mark.every(2)
def test_an_end_that_somebody_sees_is_celebrated_and_then_the_sheet_comes(
    driver: WindowDriver, qtbot: QtBot, script_of: type[ScriptedGame]
) -> None:
    script = script_of(seats=3, me=1, seed=8)
    celebration = end_live(driver, script)
    table = driver.table
    assert celebration.isVisible()
    assert celebration.geometry() == table.rect()
    assert celebration.shown is not None
    assert celebration.shown.moment is not None, "each game that we ship has a scene of its own"
    assert table.overlay.page is None
    clock = clock_of(celebration)
    clock.pause()
    seen = []
    for at_ms in (900, 2500, 4500, 6500):
        clock.setCurrentTime(at_ms)
        seen.append(celebration.grab().toImage())
    assert all(one != other for one, other in itertools.pairwise(seen))
    clock.resume()
    qtbot.waitUntil(lambda: isinstance(table.overlay.page, ResultPage), timeout=LONG_MS)
    assert celebration.isHidden()


@pytest.mark.slow
@pytest.mark.parametrize(
    "key",
    [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_R],
)
@pytest.mark.parametrize("at_ms", [0, 2700, 6000])
@pytest.mark.every(4)
def test_any_key_ends_it_at_any_moment_and_then_play_again_has_the_keyboard(
    driver: WindowDriver, qtbot: QtBot, key: Qt.Key, at_ms: int
) -> None:
    celebration = end_live(driver, ScriptedCamelUp(seats=3, seed=8))
    clock_of(celebration).setCurrentTime(at_ms)
    QTest.keyClick(QApplication.focusWidget(), key)
    overlay = driver.table.overlay
    assert celebration.isHidden()
    assert isinstance(overlay.page, ResultPage)
    assert overlay.main is not None
    qtbot.waitUntil(overlay.main.hasFocus, timeout=LONG_MS)
    assert overlay.main.text() == "Play again"
    assert ("again",) not in driver.asked


@pytest.mark.slow
def test_a_key_with_ctrl_and_a_function_key_keep_their_meaning(driver: WindowDriver) -> None:
    celebration = end_live(driver, ScriptedCamelUp(seats=3, seed=8))
    QTest.keyClick(celebration, Qt.Key.Key_F11)
    QTest.keyClick(celebration, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(celebration, Qt.Key.Key_Shift)
    assert celebration.isVisible()


@pytest.mark.slow
def test_a_click_ends_it(driver: WindowDriver) -> None:
    celebration = end_live(driver, ScriptedCards(seats=3, me=1, seed=8))
    QTest.mouseClick(celebration, Qt.MouseButton.LeftButton)
    assert celebration.isHidden()
    assert isinstance(driver.table.overlay.page, ResultPage)


@pytest.mark.slow
def test_without_motion_the_sheet_comes_at_once(driver: WindowDriver) -> None:
    celebration = end_live(driver, ScriptedCamelUp(seats=3, seed=8), speed="off")
    assert celebration.isHidden()
    assert isinstance(driver.table.overlay.page, ResultPage)


@pytest.mark.slow
def test_fast_motions_make_it_short(driver: WindowDriver) -> None:
    celebration = end_live(driver, ScriptedCamelUp(seats=3, seed=8))
    usual = clock_of(celebration).duration()
    celebration.begin(driver.table.result.ceremony(), "fast")
    fast = clock_of(celebration).duration()
    assert fast < usual / 2


@pytest.mark.slow
def test_an_end_that_was_long_ago_is_not_celebrated(driver: WindowDriver) -> None:
    driver.settings.speed = "normal"
    driver.play(ScriptedCamelUp(seats=3, seed=8))
    assert driver.table.celebration.isHidden()
    assert isinstance(driver.result, ResultPage)


@pytest.mark.slow
def test_an_end_that_nobody_sees_is_not_celebrated(driver: WindowDriver) -> None:
    driver.window.hide()
    celebration = end_live(driver, ScriptedCamelUp(seats=3, seed=8))
    assert celebration.isHidden()
    assert isinstance(driver.table.overlay.page, ResultPage)


@pytest.mark.slow
def test_on_a_shared_laptop_and_for_who_watches_the_winner_is_told_by_name(
    driver: WindowDriver,
) -> None:
    driver.settings.speed = "normal"
    script = ScriptedCamelUp(seats=3, seed=8)
    driver.play(script)
    (winner,) = script.position.winners()
    driver.table.model.shared = True
    headline = driver.table.result.ceremony().headline
    assert headline.startswith(f"{driver.table.model.names[winner]} wins")
    driver.tell(TableChanged(script.watched()))
    driver.table.model.shared = False
    assert driver.table.result.ceremony().headline == headline


@pytest.mark.slow
def test_it_is_heard_in_its_order_and_a_skip_leaves_only_the_fanfare(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    heard: list[object] = []
    driver.sit_down(script := ScriptedCamelUp(seats=3, seed=8))
    driver.table.sound_due.connect(heard.append)
    driver.table.result_shown.connect(lambda: heard.append("fanfare"))
    celebration = end_live(driver, script, speed="fast")
    qtbot.waitUntil(celebration.isHidden, timeout=LONG_MS)
    assert heard == [Sound.STEPS, "fanfare", Sound.COIN]
    heard.clear()
    celebration.begin(driver.table.result.ceremony(), "normal")
    celebration.skip()
    assert heard == [Sound.STEPS, "fanfare"]


@pytest.mark.slow
def test_the_places_of_targui_are_those_of_its_table(driver: WindowDriver) -> None:
    """Equal tributes: camels decide, then silver."""
    script = ScriptedTargui(seats=4, me=0, seed=5)
    driver.play(script)
    scores = script.position.scores()
    assert scores[0] == scores[1], "two tribes with equal tributes"
    assert driver.table.result.ceremony().headline.startswith("You are 4th")
