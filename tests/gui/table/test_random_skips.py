"""Skips at any moment, in any mix, leave the screen where the game is: board, rows and log."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.page import TablePage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.review.played_games import GAMES, AnyGame, played
from tests.patience import LONG_MS
from tools.screenshots.driver import RecordingIntents

STEPS = 40


def page_of(script: AnyGame, settings: Settings) -> TablePage:
    return TablePage(
        script.view(), intents=RecordingIntents(), settings=settings, chat=ChatHistory()
    )


def told(page: TablePage) -> list[str]:
    model = page.panel.feed.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def disturb(page: TablePage, chance: random.Random) -> None:
    """One thing that an impatient player does."""
    match chance.randrange(7):
        case 0:
            page.pacer.skip()
        case 1:
            page.pacer.skip_all()
        case 2:
            QTest.keyClick(page, Qt.Key.Key_Space)
        case 3:
            QTest.keyClick(page, Qt.Key.Key_Escape)
        case 4:
            QTest.keyClick(page, Qt.Key.Key_Return)
        case 5:
            QTest.mouseClick(page.board, Qt.MouseButton.LeftButton)
        case _:
            QApplication.processEvents()


@pytest.mark.slow
@pytest.mark.parametrize("script_of", GAMES)
def test_skips_lose_nothing_and_tell_nothing_early(
    qtbot: QtBot, tmp_path: Path, script_of: Callable[..., AnyGame]
) -> None:
    settings = Settings(tmp_path)
    settings.speed, settings.bots_pace = "normal", "calm"
    chance = random.Random(7)
    script, twin_script = played(script_of), played(script_of)
    page, twin = page_of(script, settings), page_of(twin_script, settings)
    for made in (page, twin):
        qtbot.addWidget(made)
        made.resize(1024, 640)
    with qtbot.waitExposed(page, timeout=LONG_MS):
        page.show()
    for _number in range(STEPS):
        if script.position.turn == "over":
            break
        notation = script.choose()
        twin.take(twin_script.step(notation))
        page.take(script.step(notation, replayed=False))
        page.update_view(script.view())
        for _again in range(chance.randrange(4)):
            disturb(page, chance)
            scores = page.model.shown.scores()
            assert [row.score for row in page.model.rows()] == list(scores)
            if page.model.settled:
                assert page.model.shown == script.position
    for _press in range(4 * STEPS):  # scorings are still to be read
        if page.model.settled and page.overlay.page is None:
            break
        page.pacer.skip_all()
        QTest.keyClick(page, Qt.Key.Key_Escape)
        QApplication.processEvents()
    assert page.model.settled
    twin.update_view(twin_script.view())
    for made in (page, twin):
        made.panel.feed.pointed.emit(frozenset())  # the pointer may rest on a line of the log
    assert page.board.shown == twin.board.shown  # type: ignore[attr-defined]
    assert page.model.rows() == twin.model.rows()
    assert told(page) == told(twin)
