"""Paints every screen of the app into a folder: `python -m tools.screenshots FOLDER`.

The positions are real ones: a seeded die plays games by the rules. README's pictures come from
here; look at all of them after a change of the app (`QT_SCALE_FACTOR=2` for 2x).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from camelnet_gui.games import playable
from camelnet_gui.startup.launch import PIXMAP_CACHE_KIB
from camelnet_gui.style.theme import choose_theme, dress
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from camelnet.i18n import LANGUAGES, choose_language
from tools.screenshots import pseudo_locale
from tools.screenshots.deficiencies import paint_deficiencies
from tools.screenshots.doctor import capture_doctor
from tools.screenshots.driver import HeadlessDriver
from tools.screenshots.games import CAPTURES
from tools.screenshots.learn import capture_tutorials
from tools.screenshots.lobby import capture_lobby
from tools.screenshots.my_play import capture_my_play
from tools.screenshots.together import capture_together

PARTS: dict[str, tuple[Callable[..., None], ...]] = {
    "app": (capture_lobby, capture_doctor, capture_my_play, capture_tutorials, capture_together),
    **{key: tuple(CAPTURES[key]) for key in playable()},
}


def _size(text: str) -> tuple[int, int]:
    wide, _x, high = text.partition("x")
    return int(wide), int(high)


def _offer_screen(folder: Path, wide: int, high: int) -> None:
    """Have Qt's offscreen platform offer a screen of that size, on which dialogs find the room that
    a laptop gives them; its own has 800 by 800 pixels."""
    scale = float(os.environ.get("QT_SCALE_FACTOR", "1"))
    screen = {"name": "laptop", "x": 0, "y": 0, "dpr": 1, "logicalDpi": 96, "logicalBaseDpi": 96}
    screen |= {"width": round(wide * scale), "height": round(high * scale)}
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "screen.json"
    path.write_text(json.dumps({"screens": [screen]}), encoding="utf-8")
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={path}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.screenshots", description="Paint every screen into a folder."
    )
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/screenshots"))
    parser.add_argument(
        "language", nargs="?", default="en", choices=[*LANGUAGES, pseudo_locale.CODE]
    )
    parser.add_argument("size", type=_size, nargs="?", default=(1400, 850), metavar="WIDTHxHEIGHT")
    parser.add_argument("theme", nargs="?", default="light", choices=("light", "dark", "contrast"))
    parser.add_argument("seats", type=int, nargs="?", default=4, choices=range(2, 9))
    parser.add_argument("--only", choices=PARTS, help="what to paint (default: all of it)")
    parser.add_argument(
        "--deficiencies",
        action="store_true",
        help="one sheet of all games' tables as people with a colour deficiency see them",
    )
    return parser


def main(arguments: list[str]) -> int:
    """The pictures of the app around a game, then those of every game."""
    given = _parser().parse_args(arguments)
    wide, high = given.size
    if os.environ.setdefault("QT_QPA_PLATFORM", "offscreen") == "offscreen":
        _offer_screen(given.folder, wide, high)
    choose_language([given.language])
    if given.language == pseudo_locale.CODE:
        pseudo_locale.install()
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    QPixmapCache.setCacheLimit(PIXMAP_CACHE_KIB)
    if given.deficiencies:
        print(paint_deficiencies(app, given.folder, wide=wide, high=high))
        return 0
    dress(app, choose_theme(given.theme))
    for part in [given.only] if given.only else PARTS:
        for capture in PARTS[part]:
            driver = HeadlessDriver(given.folder, wide=wide, high=high)
            capture(driver, given.seats)
            driver.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
