"""A window that nobody sees: nothing is painted and nothing moves, whatever happens at the table;
what is shown is right as soon as it is seen again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from camelnet_gui.main_window import MainWindow
from PySide6.QtCore import QAbstractAnimation, QEvent, QObject, QVariantAnimation
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.conftest import WindowDriver
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui

STEPS = 25
UNSEEN = [MainWindow.hide, MainWindow.showMinimized]


class Painted(QObject):
    """Counts what is painted, of whatever widget."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.Paint
        return False


def moving(window: MainWindow) -> list[QVariantAnimation]:
    found = window.findChildren(QVariantAnimation)
    return [each for each in found if each.state() is QAbstractAnimation.State.Running]


def play(driver: WindowDriver, script: ScriptedGame, count: int) -> None:
    """The next steps, as they happen."""
    steps = script.play(lambda _position: False, replayed=False)
    for _number, step in zip(range(count), steps, strict=False):
        driver.tell(step)


@pytest.mark.slow
@pytest.mark.parametrize("script_of", [ScriptedCamelUp, ScriptedCards, ScriptedTargui])
@pytest.mark.parametrize("away", UNSEEN)
@pytest.mark.every(2)
def test_a_window_that_nobody_sees_paints_nothing_and_moves_nothing(
    driver: WindowDriver,
    qapp: QApplication,
    qtbot: QtBot,
    script_of: type[ScriptedGame],
    away: Callable[[MainWindow], None],
) -> None:
    driver.settings.speed = "normal"
    script = script_of()
    driver.sit_down(script)  # type: ignore[arg-type]
    play(driver, script, STEPS)
    away(driver.window)
    driver.table.pacer.skip_all()
    QApplication.processEvents()
    painted = Painted()
    qapp.installEventFilter(painted)
    try:
        play(driver, script, STEPS)
        driver.sit_down(script)  # type: ignore[arg-type]
        driver.table.pacer.skip_all()
        QApplication.processEvents()
        assert moving(driver.window) == []
        if away is MainWindow.hide:  # the offscreen platform paints what is minimised
            assert painted.count == 0
        driver.window.showNormal()
        qtbot.waitUntil(lambda: painted.count > 0)
    finally:
        qapp.removeEventFilter(painted)
    while driver.table.overlay.page is not None:  # a scoring waits to be read
        driver.leave_page()
        driver.table.pacer.skip_all()
        QApplication.processEvents()
    assert driver.table.model.shown == script.position
