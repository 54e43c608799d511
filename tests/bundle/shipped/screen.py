"""The screen of a laptop, as its user has it: windows, their titles and pictures, the keyboard."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QImage

from tests.patience import until

_PAINTED_COLOURS = 200  # an empty window has one, boxes instead of letters a few
_GRAB = """
import sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication(["grab"])
assert app.primaryScreen().grabWindow(0).save(sys.argv[1])
"""


class Screen:
    """An X display, looked at and typed at by programs of its own."""

    def __init__(self, display: str, folder: Path) -> None:
        self._display = display
        self._folder = folder
        self._pictures = 0

    def window(self, process: subprocess.Popen[str]) -> str:
        """The number of the window of a process that has a title; waits until it is visible."""
        found: list[str] = []

        def appears() -> bool:
            assert process.poll() is None, (process.returncode, process.communicate())
            words = ("search", "--onlyvisible", "--pid", str(process.pid), "--name", "camelnet")
            found[:] = self._ask(*words).split()
            return bool(found)

        until(appears, what="no window came")
        return found[0]

    def title(self, window: str) -> str:
        return self._ask("getwindowname", window).strip()

    def key(self, *keys: str) -> None:
        self._ask("key", *keys)

    def click(self, x: int, y: int) -> None:
        self._ask("mousemove", str(x), str(y), "click", "1")

    def picture(self) -> QImage:
        """What is on the screen now."""
        self._pictures += 1
        path = self._folder / f"screen-{self._pictures}.png"
        environment = {"DISPLAY": self._display, "QT_QPA_PLATFORM": "xcb"}
        done = subprocess.run(
            [sys.executable, "-c", _GRAB, str(path)],
            env={**os.environ, **environment},
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return QImage(str(path))

    def until_painted(self) -> QImage:
        """Wait for a picture that has many colours."""
        made: list[QImage] = []

        def is_painted() -> bool:
            made[:] = [self.picture()]
            return colours(made[0]) > _PAINTED_COLOURS

        until(is_painted, what="nothing is painted")
        return made[0]

    def _ask(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words],
            env={**os.environ, "DISPLAY": self._display},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout


def colours(picture: QImage) -> int:
    """How many colours a grid of its points has."""
    points = [(x, y) for x in range(0, picture.width(), 4) for y in range(0, picture.height(), 4)]
    return len({picture.pixel(x, y) for x, y in points})
