"""Python's cyclic garbage, collected in the window's thread alone.

Python collects wherever the threshold is passed, which may be in the network's thread or a
worker's. If Qt objects are in the garbage they are deleted there, and Qt crashes: its objects are
deleted in the thread in which they live.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

LOOK_MS = 5000


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
