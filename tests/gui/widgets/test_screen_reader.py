"""What a screen reader is told on Linux, and when."""

from __future__ import annotations

import pytest
from camelnet_gui.widgets import screen_reader
from camelnet_gui.widgets.screen_reader import WAITING_MAX, Notification, Notifications
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[QObject]:
    """The objects that were shown to a screen reader."""
    shown: list[QObject] = []

    class Reader(QAccessible):
        @staticmethod
        def updateAccessibility(event: QAccessibleEvent) -> None:
            assert event.type() is QAccessible.Event.ObjectShow
            shown.append(event.object())

    monkeypatch.setattr(screen_reader, "QAccessible", Reader)
    return shown


def names(told: list[QObject]) -> list[str]:
    return [one.accessibleName() for one in told if isinstance(one, Notification)]


def test_all_that_is_announced_at_once_is_told_in_its_order_and_stays_readable(
    told: list[QObject], qtbot: QtBot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    waiting = Notifications(window)
    said = ["Ben rolls.", "Chloé bets.", "Your turn"]
    for text in said:
        waiting.add(text)
    assert not told, "the screen is still changing"
    qtbot.waitUntil(lambda: len(told) == len(said))
    assert names(told) == said
    window.show()
    qtbot.waitExposed(window)
    assert names(told) == said
    assert not any(one.isVisible() for one in told if isinstance(one, QWidget))


def test_who_announces_without_a_pause_does_not_keep_all_from_being_told(
    told: list[QObject], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    waiting = Notifications(window)
    starts: list[int] = []
    monkeypatch.setattr(
        waiting, "start", lambda ms: (starts.append(ms), Notifications.start(waiting, ms))
    )
    for number in range(2 * WAITING_MAX):
        waiting.add(str(number))
    assert len(starts) == WAITING_MAX - 1
    qtbot.waitUntil(lambda: len(told) == 2 * WAITING_MAX)
    waiting.add("later")
    qtbot.waitUntil(lambda: names(told)[-1] == "later")
