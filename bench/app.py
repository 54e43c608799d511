"""Measures the start of the app, from its process's begin until its window is painted.

Each start is a fresh process with an empty home, on the offscreen platform unless QT_QPA_PLATFORM
names another. The clock is CLOCK_MONOTONIC, the same for parent and child.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from bench._figure import figure

STARTS = 5
PATIENCE_S = 60


def report_first_paint() -> None:
    """Runs `camelnet` in the child, prints when its first window has been painted, and ends it."""
    from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
    from PySide6.QtWidgets import QApplication, QWidget

    from camelnet.cli import main

    def app() -> QCoreApplication:
        running = QApplication.instance()
        assert running is not None
        return running

    class Watcher(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            window = isinstance(watched, QWidget) and watched.isWindow()
            if window and event.type() == QEvent.Type.Paint:
                app().removeEventFilter(self)
                # Paint events go on to the window's children; this comes after all of them.
                QTimer.singleShot(0, painted)
            return False

    def painted() -> None:
        print(time.monotonic(), flush=True)
        QApplication.closeAllWindows()
        QApplication.quit()

    plain_exec = QApplication.exec
    watcher = Watcher()

    def watched_exec(*_arguments: Any) -> int:
        app().installEventFilter(watcher)
        return plain_exec()

    QApplication.exec = watched_exec  # type: ignore[method-assign]
    main(["--interface", "127.0.0.1"])


def start() -> float:
    """Milliseconds of one start."""
    with tempfile.TemporaryDirectory(prefix="camelnet-bench-") as home:
        around = {
            "QT_QPA_PLATFORM": "offscreen",
            **os.environ,
            "HOME": home,
            "XDG_RUNTIME_DIR": home,
        }
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            around.pop(name, None)
        began_s = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "bench.app"],
            env=around,
            stdout=subprocess.PIPE,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    if not done.stdout.strip():
        raise RuntimeError("the app was not painted; its words stand above")
    return (float(done.stdout.split()[-1]) - began_s) * 1000


def run() -> list[dict[str, Any]]:
    start()  # once for the caches of the disk, which are not what is measured
    starts_ms = [start() for _number in range(STARTS)]
    return [
        figure(
            "the app: from the start of its process to its window painted", "ms", starts_ms, 2000.0
        )
    ]


if __name__ == "__main__":
    report_first_paint()
