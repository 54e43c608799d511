"""The pictures of README and docs: `python -m tools.screenshots.documents` paints them all anew,
but for a phone's own screen (phone.png), which a browser has painted."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZE, WIDE = "1440x900", 1080  # painted so large, and so wide in a document
SCREENS = {  # by the name of the picture: a screen, and its theme
    "big-screen": ("big-screen", "light"),
    "board": ("table-mine", "light"),
    "board-dark": ("aids-mine", "dark"),
    "cards": ("cards-aids-hint", "light"),
    "doctor": ("doctor", "light"),
    "emotes": ("emotes", "light"),
    "first-start": ("lobby-first", "light"),
    "join-by-address": ("address", "light"),
    "lobby": ("lobby-again", "light"),
    "odds": ("aids-tile", "light"),
    "phones-dialog": ("phones", "light"),
    "photo-finish": ("celebration", "light"),
    "result": ("result", "light"),
    "review": ("review", "light"),
    "table": ("lobby-opener", "light"),
    "targui": ("targui-attack", "light"),
    "targui-dark": ("targui-mine", "dark"),
    "tutorial": ("learn-camelup-03", "light"),
}


def main() -> int:
    """0, or the exit code of a theme that could not be painted."""
    with tempfile.TemporaryDirectory() as folder:
        for theme in sorted({theme for _screen, theme in SCREENS.values()}):
            words = [str(Path(folder, theme)), "en", SIZE, theme]
            env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
            code = subprocess.call([sys.executable, "-m", "tools.screenshots", *words], env=env)
            if code:
                return code
        for name, (screen, theme) in SCREENS.items():
            picture = QImage(str(Path(folder, theme, f"{screen}.png")))
            if picture.width() > WIDE:
                picture = picture.scaledToWidth(WIDE, Qt.TransformationMode.SmoothTransformation)
            picture.convertToFormat(QImage.Format.Format_RGB888).save(
                str(FOLDER / f"{name}.png"), quality=0
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
