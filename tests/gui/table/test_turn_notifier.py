"""System notifications: when they are shown, and how they reach a desktop."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from camelnet_gui.settings.store import Settings
from camelnet_gui.table.turn_notifier import TITLE_MAX, TurnNotifier
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from tests.gui.session_bus import needs_session_bus, seen_on_bus


class Page(QWidget):
    your_turn = Signal()
    nudged = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.model = SimpleNamespace(view=SimpleNamespace(name=name))


class Desktop:
    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        self.withdrawn = 0

    def show(self, title: str, text: str) -> None:
        self.shown.append((title, text))

    def withdraw(self) -> None:
        self.withdrawn += 1


def seated(
    tmp_path: Path, qtbot: QtBot, name: str = "Amber Oasis"
) -> tuple[QMainWindow, Page, Desktop, Settings]:
    window, desktop, settings = QMainWindow(), Desktop(), Settings(tmp_path)
    qtbot.addWidget(window)
    page = Page(name)
    window.setCentralWidget(page)
    TurnNotifier(window, settings, desktop).follow(page)  # type: ignore[arg-type]
    return window, page, desktop, settings


def test_my_turn_is_told_while_the_window_is_hidden(tmp_path: Path, qtbot: QtBot) -> None:
    _window, page, desktop, _settings = seated(tmp_path, qtbot)
    page.your_turn.emit()
    page.nudged.emit()
    assert desktop.shown == [
        ("Amber Oasis", "It is your turn."),
        ("Amber Oasis", "It is still your turn."),
    ]


def test_a_window_in_front_needs_no_notification(tmp_path: Path, qtbot: QtBot) -> None:
    window, page, desktop, _settings = seated(tmp_path, qtbot)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is not None)
    page.your_turn.emit()
    assert not desktop.shown
    window.showMinimized()
    page.your_turn.emit()
    assert len(desktop.shown) == 1


def test_a_notification_is_withdrawn_when_i_come_back(tmp_path: Path, qtbot: QtBot) -> None:
    window, page, desktop, _settings = seated(tmp_path, qtbot)
    page.your_turn.emit()
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: desktop.withdrawn == 1)


def test_the_setting_is_honoured(tmp_path: Path, qtbot: QtBot) -> None:
    _window, page, desktop, settings = seated(tmp_path, qtbot)
    settings.notifications = False
    page.your_turn.emit()
    assert not desktop.shown


def test_a_long_name_is_cut(tmp_path: Path, qtbot: QtBot) -> None:
    _window, page, desktop, _settings = seated(tmp_path, qtbot, "x" * 500)
    page.your_turn.emit()
    assert len(desktop.shown[0][0]) == TITLE_MAX


CALL = """
from PySide6.QtWidgets import QApplication
from PySide6.QtCore import QTimer
from camelnet_gui.system.notifications import choose_channel
app = QApplication([])
channel = choose_channel(lambda: None)
channel.show("Amber Oasis", "It is your turn.")
channel.show("Amber Oasis", "It is still your turn.")
channel.withdraw()
QTimer.singleShot(300, app.quit)
app.exec()
"""


@needs_session_bus
def test_the_desktops_portal_is_asked_over_the_bus(tmp_path: Path) -> None:
    seen = seen_on_bus(CALL, tmp_path)
    asked = seen.partition("member=AddNotification")[2]
    assert 'string "camelnet-turn"' in asked
    assert 'string "Amber Oasis"' in asked
    assert 'string "It is your turn."' in asked
