"""How a replay is opened in the window, and what a file that is none says."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.main_window import MainWindow
from camelnet_gui.replay.opener import ReplayOpener
from camelnet_gui.replay.page import ReplayPage
from camelnet_gui.settings.store import Settings
from camelnet_gui.widgets.basics import FittingButton
from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from camelnet.record.page import RECORD_TAG
from camelnet.session.api.facts import TableChanged
from camelnet.session.table.recorded_game import read_game
from camelnet.sharing.link import link_of
from tests.gui.conftest import WindowDriver
from tests.gui.programs import RECORDS
from tests.gui.review.played_games import AnyGame, played
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.driver import RecordingIntents


def page_of(opener: ReplayOpener) -> ReplayPage:
    assert opener.page is not None
    return opener.page


def opened(opener: ReplayOpener, qtbot: QtBot) -> ReplayPage:
    page = page_of(opener)
    qtbot.waitUntil(lambda: page.screen_ is not None or bool(page.trouble), timeout=LONG_MS)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("name", ["camelup-one-person", "cards-one-person", "targui-people"])
@pytest.mark.every(3)
def test_a_record_is_read_and_shown(driver: WindowDriver, qtbot: QtBot, name: str) -> None:
    window = driver.window
    before = window.pages.currentWidget()
    window.replays.open(RECORDS / f"{name}.camelnet")
    page = opened(window.replays, qtbot)
    assert window.pages.currentWidget() is page
    screen = page.screen_
    assert screen.model.at == 0
    screen.seek(screen.model.last)
    assert screen.panel.banner.text() == screen.model.ending()
    window.replays.leave()
    assert window.pages.currentWidget() is before
    assert window.replays.page is None


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Function:DeprecationWarning")  # in Qt 6.12; 6.11 has no other
def test_a_file_dropped_on_the_window_is_opened(driver: WindowDriver, qtbot: QtBot) -> None:
    window = driver.window
    for urls, opens in (
        ([QUrl("https://example.org/x")], False),
        ([QUrl.fromLocalFile(str(RECORDS / "targui-people.camelnet"))] * 2, False),
        ([QUrl.fromLocalFile(str(RECORDS / "targui-people.camelnet"))], True),
    ):
        data = QMimeData()
        data.setUrls(urls)
        for kind in (QDragEnterEvent, QDropEvent):
            event = kind(
                QPoint(9, 9),
                Qt.DropAction.CopyAction,
                data,
                Qt.MouseButton.LeftButton,
                Qt.KeyboardModifier.NoModifier,
            )
            QApplication.sendEvent(window, event)
        assert (window.replays.page is not None) == opens
    assert opened(window.replays, qtbot).screen_ is not None
    window.replays.leave()


@pytest.mark.slow
def test_a_page_with_a_record_in_it_is_opened(
    driver: WindowDriver, qtbot: QtBot, tmp_path: Path
) -> None:
    record = b64encode((RECORDS / "targui-people.camelnet").read_bytes()).decode()
    page = tmp_path / "game.html"
    page.write_text(f"<!doctype html>{RECORD_TAG}{record}</script>", encoding="utf-8")
    driver.window.replays.open(page)
    screen = opened(driver.window.replays, qtbot).screen_
    assert screen is not None
    assert screen.model.film.file == page
    assert screen.transport.send.isVisibleTo(screen)
    driver.window.replays.leave()


@pytest.mark.slow
def test_a_link_is_opened_and_says_that_it_proves_nothing(driver: WindowDriver) -> None:
    game = read_game(RECORDS / "targui-people.camelnet")
    assert game is not None
    window = driver.window
    window.replays.open(link_of(game.steps, game.names))
    screen = page_of(window.replays).screen_
    assert screen is not None
    assert screen.model.steps[-1].after == game.steps[-1].after
    assert "proves nothing" in screen.model.film.title
    assert not screen.transport.send.isVisibleTo(screen)
    window.replays.leave()
    window.replays.open("camelnet:spoilt")
    page = page_of(window.replays)
    assert page.screen_ is None
    assert page.note.text() == page.trouble == "This link is damaged."
    assert not page.bar.isVisible()
    page.back.click()
    assert window.replays.page is None


def test_what_is_no_game_is_a_sentence_with_a_way_back(
    driver: WindowDriver, qtbot: QtBot, tmp_path: Path
) -> None:
    window = driver.window
    newer = tmp_path / "newer.camelnet"
    newer.write_bytes(b"camelnet record 5\n" + bytes(40))
    window.replays.open(newer)
    page = opened(window.replays, qtbot)
    assert page.note.text().startswith("newer.camelnet cannot be read: a newer camelnet made it")
    assert not page.bar.isVisible()
    page.back.click()
    assert window.replays.page is None


def test_a_file_is_looked_for_where_the_app_keeps_its_records(
    light: None, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = tmp_path / "elsewhere"
    records.mkdir()
    window = MainWindow(
        intents=RecordingIntents(),
        settings=Settings(tmp_path),
        bots=LocalBots(tmp_path),
        records=records,
    )
    qtbot.addWidget(window)
    folders: list[str] = []

    def choose(_parent: object, _title: str, folder: str, _kinds: str) -> tuple[str, str]:
        folders.append(folder)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", choose)
    window.replays.ask()
    assert folders == [str(records)]
    window.close()


def test_leaving_while_it_reads_ends_the_reading(driver: WindowDriver, qtbot: QtBot) -> None:
    window = driver.window
    window.replays.open(RECORDS / "cards-people.camelnet")
    worker = page_of(window.replays).worker
    page_of(window.replays).back.click()
    qtbot.waitUntil(lambda: not worker.running, timeout=LONG_MS)


def tutorial(window: MainWindow) -> None:
    window.show_tutorial("camelup")


def my_play(window: MainWindow) -> None:
    window.my_play.open()


def doctor(window: MainWindow) -> None:
    window.doctor.examine = lambda _stop, **_given: ()
    window.doctor.open()


def spoilt_link_over(window: MainWindow, page: Callable[[MainWindow], None]) -> None:
    page(window)
    window.replays.open("camelnet:spoilt")
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize("page", [tutorial, my_play, doctor])
def test_a_replay_over_a_page_that_goes_by_itself_leads_home(
    driver: WindowDriver, page: Callable[[MainWindow], None]
) -> None:
    window = driver.window
    left: list[bool] = []
    window.replays.left.connect(lambda: left.append(True))
    spoilt_link_over(window, page)
    page_of(window.replays).back.click()
    assert window.pages.currentWidget() is window.lobby
    assert left == [True]


@pytest.mark.slow
def test_a_replay_over_a_tutorial_over_a_table_leads_back_to_the_table(
    driver: WindowDriver,
) -> None:
    driver.sit_down(ScriptedCamelUp())
    spoilt_link_over(driver.window, tutorial)
    page_of(driver.window.replays).back.click()
    assert driver.window.pages.currentWidget() is driver.table


@pytest.mark.parametrize("page", [None, tutorial])
def test_a_second_replay_leads_back_to_where_the_first_was_opened(
    driver: WindowDriver, page: Callable[[MainWindow], None] | None
) -> None:
    window = driver.window
    if page is not None:
        page(window)
    window.replays.open("camelnet:spoilt")
    window.replays.open("camelnet:broken")
    page_of(window.replays).back.click()
    assert window.pages.currentWidget() is window.lobby


def test_a_new_language_leads_from_a_replay_to_where_it_was_opened(driver: WindowDriver) -> None:
    window = driver.window
    window.replays.open("camelnet:spoilt")
    window.retranslate()
    assert window.pages.currentWidget() is window.lobby


def test_my_play_over_a_replay_leads_back_to_the_replay(driver: WindowDriver) -> None:
    window = driver.window
    window.replays.open("camelnet:spoilt")
    window.my_play.open()
    window.my_play.leave()
    assert window.pages.currentWidget() is page_of(window.replays)


def at_the_end(driver: WindowDriver, script: AnyGame, *, skipped: int = 0) -> FittingButton:
    for step in list(script.lively())[skipped:]:
        driver.window.take(step)
    driver.tell(TableChanged(script.view()))
    return button_of(driver)


def button_of(driver: WindowDriver) -> FittingButton:
    (made,) = (
        each
        for each in driver.table.findChildren(FittingButton)
        if each.text() == "Replay and review"
    )
    return made


@pytest.mark.slow
def test_a_game_just_played_is_watched_again_from_its_result(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    script = played()
    at_the_end(driver, script).click()
    page = page_of(driver.window.replays)
    screen = page.screen_
    assert screen.model.view == script.me, "as I saw it"
    assert screen.model.names == driver.table.model.names
    qtbot.waitUntil(lambda: screen.analysis.findings is not None, timeout=LONG_MS)
    assert screen.panel.decisions.whose.itemText(1 + script.me) == "my own"
    screen.panel.leave.click()
    assert driver.window.pages.currentWidget() is driver.table


@pytest.mark.slow
def test_the_next_game_takes_the_place_of_a_replay(driver: WindowDriver) -> None:
    at_the_end(driver, played()).click()
    script = played(seed=9)
    driver.window.take(TableChanged(script.view(game_id=b"\x02" * 32)))
    assert driver.window.replays.page is None
    assert driver.window.pages.currentWidget() is driver.table


@pytest.mark.slow
def test_a_game_that_had_forked_before_it_was_resumed_is_watched_from_its_beginning(
    driver: WindowDriver,
) -> None:
    script = played()
    steps = list(script.lively())
    others = [replace(step, game_id=b"\x02" * 32) for step in steps[:2]]
    fork = steps[len(steps) // 2].index
    first = b"\x03" * 32
    told = [replace(step, game_id=first) if step.index < fork else step for step in steps]
    for step in (*others, *told):
        driver.window.take(step)
    driver.tell(TableChanged(script.view(former=(first,))))
    assert button_of(driver).isEnabled()
    assert list(driver.table.model.steps) == told, "and nothing of another table"


@pytest.mark.slow
def test_a_game_whose_beginning_was_not_seen_says_why_it_cannot_be_watched(
    driver: WindowDriver,
) -> None:
    made = at_the_end(driver, played(), skipped=3)
    assert not made.isEnabled()
    assert "beginning" in made.toolTip()
