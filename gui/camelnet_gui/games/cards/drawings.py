"""Paint sample scenes to files, for whoever works on the drawings.

    python -m camelnet_gui.games.cards.drawings DIRECTORY

Every sample by day and by night at several sizes.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from camelnet_gui.games.cards.painting import paint_board, plan_of
from camelnet_gui.games.cards.samples import SAMPLES
from camelnet_gui.games.cards.scene import Scene

SIZES = ((700, 640, 1.0), (1022, 850, 1.0), (700, 640, 2.0))  # width, height, ratio


def picture(scene: Scene, width: int, height: int, ratio: float) -> QImage:
    """A scene at rest, `width` by `height` times `ratio` pixels."""
    image = QImage(
        round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    paint_board(painter, plan_of(width, height, scene), scene)
    painter.end()
    return image


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Paint sample scenes into a folder.")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args(arguments)
    folder: Path = given.folder
    app = QApplication.instance() or QApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in SAMPLES.items():
        for width, height, ratio in SIZES:
            for dark in (False, True):
                image = picture(replace(scene, dark=dark), width, height, ratio)
                time = "night" if dark else "day"
                image.save(str(folder / f"{name}-{width}x{height}@{ratio:g}-{time}.png"))
    del app
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
