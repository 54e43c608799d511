"""Pages that were closed are gone: their widgets, their timers and their threads."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import TableLeft
from tests.gui.conftest import WindowDriver
from tests.gui.programs import RECORDS
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

TIMES = 2


def _table(driver: WindowDriver) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script)
    QApplication.processEvents()
    driver.tell(TableLeft(script.view().game_id))


def _tutorial(driver: WindowDriver) -> None:
    driver.window.show_tutorial("camelup")
    QApplication.processEvents()
    driver.window.learn.leave()


def _rulebook(driver: WindowDriver) -> None:
    driver.window.rules.open_at("targui")
    QApplication.processEvents()
    driver.window.rules.close()


def _replays(driver: WindowDriver) -> None:
    replays = driver.window.replays
    for name in ("camelup-one-person", "cards-one-person", "targui-people"):
        replays.open(RECORDS / f"{name}.camelnet")
        while replays.page is not None and replays.page.screen_ is None:
            assert not replays.page.trouble
            QApplication.processEvents()
        replays.leave()


def _alive(window: QObject) -> tuple[int, int, int]:
    """Widgets, timers of the window, and threads, once what was deleted is gone."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return (
        len(QApplication.allWidgets()),
        len(window.findChildren(QTimer)),
        threading.active_count(),
    )


@pytest.mark.slow
@pytest.mark.parametrize("visit", [_table, _tutorial, _rulebook, _replays])
def test_a_closed_page_leaves_nothing_behind(
    driver: WindowDriver, qtbot: QtBot, visit: Callable[[WindowDriver], None]
) -> None:
    visit(driver)
    before = _alive(driver.window)
    for _time in range(TIMES):
        visit(driver)

    def no_more() -> bool:
        return all(now <= was for now, was in zip(_alive(driver.window), before, strict=True))

    qtbot.waitUntil(no_more, timeout=LONG_MS)
