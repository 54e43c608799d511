"""Garbage of Qt objects is collected in the window's thread."""

from __future__ import annotations

import gc
import threading
from typing import Any

from camelnet_gui.aids.background_worker import BackgroundWorker
from camelnet_gui.garbage import GarbageCollector, collect_garbage
from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot


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


def test_another_thread_collects_nothing_and_the_windows_thread_all(qapp: QApplication) -> None:
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


def test_a_worker_that_is_closed_is_deleted_in_its_own_thread(
    qapp: QApplication, qtbot: QtBot
) -> None:
    """Although its thread still works, and lives longer."""
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
    assert thread is not None
    worker.close()
    del worker
    assert deleted.is_set()
    assert threads == [threading.main_thread()]
    go_on.set()
    thread.join()
    QCoreApplication.processEvents()
    assert heard == []
