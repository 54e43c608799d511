"""Garbage: Python's own, collected in the window's thread alone, and what a finished game leaves.

Python collects wherever the threshold is passed, which may be in the network's thread or a
worker's. If Qt objects are in the garbage they are deleted there, and Qt crashes: its objects are
deleted in the thread in which they live.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QStackedWidget, QWidget

from camelnet.odds.tables import forget_tables

LOOK_MS = 5000
AFTERWARDS_MS = 300  # when the page that was left is deleted


class GarbageCollector(QObject):
    """In place of Python's own from now on, with its thresholds. Make it in the window's thread."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        timer = QTimer(self)
        timer.timeout.connect(collect_garbage)
        timer.start(LOOK_MS)


def collect_garbage() -> None:
    """Collect the oldest generation whose threshold has been passed, if there is one."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return


class LeftMemory(QObject):
    """Gives back the memory of a game, a replay or a tutorial once the home page is there again."""

    def __init__(self, pages: QStackedWidget, home: Callable[[], QWidget]) -> None:
        super().__init__(pages)
        self._pages = pages
        self._home = home
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(AFTERWARDS_MS)
        self._timer.timeout.connect(self._give_back)
        pages.currentChanged.connect(self._timer.start)

    def _give_back(self) -> None:
        if self._pages.currentWidget() is self._home():
            give_back()


def give_back() -> None:
    """Drop what can be made again, pictures of boards and pieces and tables of odds; and have the C
    library give the system back what is free, which it would keep."""
    QPixmapCache.clear()
    forget_tables()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
