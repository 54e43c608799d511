"""Garbage of Qt objects is collected in the window's thread; what a game leaves is given back."""

from __future__ import annotations

import gc
import threading
from typing import Any

import pytest
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.system.garbage import GarbageCollector, LeftMemory, collect_garbage
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QPixmap, QPixmapCache
from PySide6.QtWidgets import QStackedWidget, QWidget
from pytestqt.qtbot import QtBot

from camelnet.odds.tables import _built as memory
from camelnet.odds.tables import race_tables


class Ring:
    """Garbage that only a collection finds; it tells in which thread it was found."""

    def __init__(self, found: list[threading.Thread]) -> None:
        self.ring = self
        self._found = found

    def __del__(self) -> None:
        self._found.append(threading.current_thread())


def make_much(found: list[threading.Thread]) -> None:
    for _number in range(10 * gc.get_threshold()[0]):
        Ring(found)


def test_another_thread_collects_nothing_and_the_windows_thread_all() -> None:
    parent = QObject()
    GarbageCollector(parent)
    assert not gc.isenabled()
    found: list[threading.Thread] = []
    other = threading.Thread(target=make_much, args=(found,))
    other.start()
    other.join()
    assert found == []
    collect_garbage()
    assert len(found) == 10 * gc.get_threshold()[0]
    assert set(found) == {threading.main_thread()}


@pytest.mark.parametrize("closed", [True, False])
def test_a_worker_is_deleted_in_its_own_thread(
    closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although its thread still works, and lives longer; whether it was closed before or not."""
    crashes: list[BaseException | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: crashes.append(args.exc_value))
    began, go_on, deleted = threading.Event(), threading.Event(), threading.Event()
    threads: list[threading.Thread] = []

    def work(_stop: Any) -> int:
        began.set()
        go_on.wait()
        return 1

    worker = BackgroundWorker()
    heard: list[object] = []
    worker.found.connect(lambda _question, answer: heard.append(answer))
    worker.destroyed.connect(lambda: threads.append(threading.current_thread()))
    worker.destroyed.connect(deleted.set)
    worker.ask(None, work)
    began.wait()
    thread = worker._thread
    if closed:
        worker.close()
    del worker
    assert deleted.is_set()
    assert threads == [threading.main_thread()]
    go_on.set()
    thread.join()
    QCoreApplication.processEvents()
    assert heard == []
    assert crashes == []


@pytest.fixture
def pages(qtbot: QtBot) -> QStackedWidget:
    pages = QStackedWidget()
    for _ in range(2):
        pages.addWidget(QWidget())
    pages.setCurrentIndex(1)
    qtbot.addWidget(pages)
    return pages


def left_memory(pages: QStackedWidget) -> LeftMemory:
    """What a game leaves: a picture, and the tables of its odds."""
    QPixmapCache.insert("board", QPixmap(8, 8))
    assert "race" in memory or race_tables()
    return LeftMemory(pages, lambda: pages.widget(0))


def test_what_a_game_leaves_is_given_back_on_the_home_page(
    pages: QStackedWidget, qtbot: QtBot
) -> None:
    left_memory(pages)
    pages.setCurrentIndex(0)
    qtbot.waitUntil(lambda: QPixmapCache.find("board") is None)
    assert "race" not in memory


def test_nothing_is_given_back_while_the_next_game_is_on(
    pages: QStackedWidget, qtbot: QtBot
) -> None:
    left = left_memory(pages)
    pages.setCurrentIndex(0)
    pages.setCurrentIndex(1)  # they play again
    with qtbot.waitSignal(left._timer.timeout):
        pass
    assert QPixmapCache.find("board") is not None
    assert "race" in memory
