"""My play in the app: games are reviewed while nobody plays, and the page shows what they say."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from camelnet_gui.main_window import MainWindow
from camelnet_gui.my_play import controller
from camelnet_gui.my_play.level_curve import lines_of
from camelnet_gui.my_play.page import MyPlayPage
from camelnet_gui.widgets.dialogs import Question
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from camelnet.i18n import Message
from camelnet.my_play.database import FILE, Unusable, opened
from camelnet.my_play.reviewing import State
from camelnet.session.api.facts import LobbyChanged, TableChanged
from tests.gui.clicker import click
from tests.gui.conftest import WindowDriver
from tests.gui.review.played_games import played
from tests.my_play.mine import SHORT, home_with, key_of
from tests.patience import LONG_MS
from tests.sampling import only_full
from tools.screenshots.games import SCRIPTED
from tools.screenshots.lobby import lobby_view
from tools.screenshots.my_play import state_of


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controller, "IDLE_MS", 0)


@dataclass(frozen=True)
class Mine:
    """The window of somebody who has finished two games."""

    driver: WindowDriver
    home: Path
    qtbot: QtBot

    @property
    def page(self) -> MyPlayPage:
        return page_in(self.driver.window)

    def begin(self) -> None:
        """The network is there, and with it my key."""
        view = lobby_view(full=False)
        self.driver.tell(LobbyChanged(replace(view, me=replace(view.me, key=key_of(self.home)))))

    def open(self) -> None:
        self.driver.window.my_play.open()

    def wait(self, until: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(until, timeout=LONG_MS)

    def wait_for_games(self, count: int) -> None:
        """Wait until so many are in the database."""
        self.wait(lambda: self._games() == count)

    def _games(self) -> int:
        if not (self.home / FILE).exists():
            return 0
        with opened(self.home) as database:
            return len(database.games())


@pytest.fixture
def mine(tmp_path: Path, driver: WindowDriver, qtbot: QtBot) -> Iterator[Mine]:
    yield Mine(driver, home_with(tmp_path, *SHORT[:2]), qtbot)
    driver.window.my_play.close()


def page_in(window: MainWindow) -> MyPlayPage:
    assert window.my_play.page is not None
    return window.my_play.page


def opened_page(driver: WindowDriver, state: State) -> MyPlayPage:
    """The page with a state that no review changes."""
    driver.window.my_play.close()
    driver.window.my_play.open()
    driver.window.my_play._show(state)
    QApplication.processEvents()
    return page_in(driver.window)


def words(page: MyPlayPage) -> list[str]:
    return [one.text() for one in page.findChildren(QLabel) if one.isVisible()]


@pytest.mark.slow
@only_full
def test_finished_games_are_reviewed_while_the_home_page_stands(mine: Mine) -> None:
    mine.begin()
    mine.wait_for_games(2)
    mine.open()
    mine.wait(lambda: "Targui" in words(mine.page))
    assert mine.page.export.isEnabled()
    assert not mine.page.trouble.isVisible()


@pytest.mark.slow
def test_what_is_missing_is_reviewed_while_the_page_stands(mine: Mine) -> None:
    mine.begin()
    mine.open()
    mine.wait_for_games(2)
    mine.wait(lambda: not mine.page.state.isVisible())


@pytest.mark.slow
def test_nothing_is_reviewed_during_a_game(mine: Mine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that is under way stops as a game begins, and goes on after it."""
    begun, stopped = threading.Event(), threading.Event()

    def endless(stop, **_given):  # type: ignore[no-untyped-def]
        begun.set()
        while not stop():
            stopped.wait(0.01)
        stopped.set()

    with monkeypatch.context() as patched:
        patched.setattr(controller, "_caught_up", endless)
        mine.begin()
        mine.wait(begun.is_set)
        mine.driver.sit_down(SCRIPTED["camelup"](seats=3, me=1, seed=7))
        mine.wait(stopped.is_set)
        begun.clear()
        mine.driver.window.my_play.look()
        mine.qtbot.wait(50)
        assert not begun.is_set(), "a game is on"
    mine.driver.window._leave_table()
    mine.wait_for_games(2)


@pytest.mark.slow
def test_beside_a_table_whose_game_is_over_the_page_is_shown_over_it(mine: Mine) -> None:
    window = mine.driver.window
    mine.begin()
    script = played()
    for step in script.lively():
        window.take(step)
    mine.driver.tell(TableChanged(script.view()))
    mine.open()
    mine.wait_for_games(2)
    window.my_play.leave()
    assert window.pages.currentWidget() is window.table


@pytest.mark.skipif(sys.platform != "linux", reason="a thread has its own priority on Linux alone")
def test_the_review_gives_way_to_everything_else(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    priorities: list[int] = []

    def look(*_given: object, **_more: object) -> Iterator[State]:
        priorities.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        yield State()

    before = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    monkeypatch.setattr(controller, "catch_up", look)
    mine.begin()
    mine.wait(lambda: bool(priorities))
    assert priorities[0] == 19
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == before


def test_a_full_disk_is_a_sentence_on_the_page_and_nowhere_else(
    mine: Mine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object, **_more: object) -> None:
        raise Unusable(Message("No space is left."))

    monkeypatch.setattr(controller, "opened", full)
    mine.begin()
    mine.qtbot.wait(50)
    assert mine.driver.window.lobby.notice.text() == ""
    mine.open()
    mine.wait(mine.page.trouble.isVisible)
    assert mine.page.trouble.text() == "No space is left."


@pytest.mark.slow
def test_the_page_is_reached_from_past_games_and_from_the_menu_and_left_by_esc(mine: Mine) -> None:
    window = mine.driver.window
    mine.begin()

    def links() -> list[QPushButton]:
        found = window.lobby.findChildren(QPushButton)
        return [made for made in found if made.text() == "My play" and made.isVisible()]

    mine.wait(lambda: bool(links()))
    (link,) = links()
    click(link)
    assert window.pages.currentWidget() is mine.page
    QTest.keyClick(mine.page, Qt.Key.Key_Escape)
    assert window.my_play.page is None
    assert window.pages.currentWidget() is window.lobby
    (action,) = (a for a in window.make_menu(window).actions() if a.text() == "My play…")
    action.trigger()
    click(mine.page.back)
    assert window.pages.currentWidget() is window.lobby


@pytest.mark.slow
def test_the_page_is_reached_from_a_review_of_mine_and_leads_back_there(mine: Mine) -> None:
    window = mine.driver.window
    mine.begin()
    window.replays.open(mine.home / "records" / f"{SHORT[1]}.camelnet")
    replay = window.replays.page
    mine.wait(lambda: replay.screen_ is not None)
    screen = replay.screen_
    mine.wait(lambda: screen.analysis.findings is not None)
    screen.show_summary()
    QApplication.processEvents()
    (link,) = (b for b in screen.findChildren(QPushButton) if b.text() == "My play")
    click(link)
    assert window.pages.currentWidget() is mine.page
    click(mine.page.back)
    assert window.pages.currentWidget() is replay


def test_the_page_counts_down_and_tells_what_is_left(driver: WindowDriver) -> None:
    page = opened_page(driver, State(waiting=1))
    assert page.headline.text().startswith("No finished game yet.")
    assert page.state.text() == "1 game is still to be reviewed."
    assert not page.export.isEnabled()
    assert not page.curve.isVisible()
    driver.window.my_play._show(state_of(7, left_out=2))
    assert page.headline.text() == "5 more games of Targui until your level shows."
    assert page.state.text().startswith("2 records cannot be reviewed")
    assert not page.curve.isVisible(), "a level is told too early"


def test_the_curve_says_in_words_what_it_shows(driver: WindowDriver) -> None:
    state = state_of(60)
    page = opened_page(driver, state)
    assert page.curve.isVisible()
    interface = QAccessible.queryAccessibleInterface(page.curve)
    assert interface.role() is QAccessible.Role.Chart
    told = interface.text(QAccessible.Text.Description)
    assert told.startswith("Camel Up: at first easy, now normal.")
    for line in lines_of(state.games):
        assert f"{line.title}: at first {line.first}, now {line.last}." in told
        assert all(0 <= height <= 1 for _number, height in line.points)
    picture = page.curve.grab().toImage()
    page.curve.show_lines(())
    assert page.curve.grab().toImage() != picture


def test_page_down_scrolls_where_there_is_little_room(driver: WindowDriver, qtbot: QtBot) -> None:
    driver.window.resize(956, 520)
    page = opened_page(driver, state_of(60))
    bar = page._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=LONG_MS)
    QTest.keyClick(page.back, Qt.Key.Key_PageDown)
    assert bar.value() == bar.maximum()


def test_every_cell_has_its_row_and_column_in_its_name(driver: WindowDriver) -> None:
    page = opened_page(driver, state_of(60))
    named = {one.accessibleName() for one in page.findChildren(QLabel)}
    assert "Chloé, games: 46" in named
    assert "Camel Up, level: normal" in named


def test_games_are_exported_and_a_failure_is_told(
    driver: WindowDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened_page(driver, state_of(12))
    path = tmp_path / "games.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_given: (str(path), ""))
    click(page.export)
    assert len(path.read_text("utf-8-sig").splitlines()) == 13
    assert page.state.text() == f"The games are exported: {path}"
    path = tmp_path / "no" / "where.csv"
    click(page.export)
    assert page.state.text().endswith("cannot be written: there is no such file or folder.")


@pytest.mark.slow
def test_rebuilding_forgets_the_games_whose_records_are_gone(mine: Mine) -> None:
    mine.begin()
    mine.open()
    mine.wait_for_games(2)
    (mine.home / "records" / f"{SHORT[0]}.camelnet").unlink()
    click(mine.page.rebuild)
    (question,) = mine.driver.window.findChildren(Question)
    assert "gone do not count" in question.findChildren(QLabel)[-1].text()
    question.accept()
    mine.wait_for_games(1)
