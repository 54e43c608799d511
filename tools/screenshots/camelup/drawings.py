"""Paints sample scenes to files, for work on the drawings.

    python -m tools.screenshots.camelup.drawings DIRECTORY [--motions]

Every sample by day and by night at several sizes, and with `--motions` some frames of each motion.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from camelnet_gui.art.palette import palette
from camelnet_gui.art.stack import paint_shadow, paint_sprite
from camelnet_gui.games.camelup.animation import clip
from camelnet_gui.games.camelup.art.pyramid import paint_die
from camelnet_gui.games.camelup.geometry import layout
from camelnet_gui.games.camelup.painting import (
    paint_board,
    paint_ground,
    paint_table,
)
from camelnet_gui.games.camelup.scene import Motion, Scene
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from tools.screenshots.camelup.sample_scenes import MIDDLE, MOTIONS, SAMPLES

SIZES = ((684, 580, 1.0), (1040, 850, 1.0), (684, 580, 2.0))  # width, height, ratio


def picture(scene: Scene, width: int, height: int, ratio: float) -> QImage:
    """A scene at rest, `width` by `height` times `ratio` pixels."""
    image = QImage(
        round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    paint_board(painter, layout(width, height), scene)
    painter.end()
    return image


def film(scene: Scene, motion: Motion, count: int) -> list[QImage]:
    """`count` moments of a motion, from its first to its last."""
    width, height, _ratio = SIZES[0]
    plan = layout(width, height)
    reel = clip(plan, scene, motion)
    images = []
    for step in range(count):
        frame = reel.frame(step / (count - 1))
        image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
        painter = QPainter(image)
        paint_ground(painter, plan, scene.dark)
        paint_table(painter, plan, reel.rest)
        for sprite in frame.sprites:
            paint_shadow(painter, sprite, palette(scene.dark))
            paint_sprite(painter, sprite, palette(scene.dark))
        if frame.die:
            die = frame.die
            paint_die(painter, die.camel, die.pips, die.box, palette(scene.dark), die.turn)
        painter.end()
        images.append(image)
    return images


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Paint sample scenes into a folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--motions", action="store_true", help="also some frames of each motion")
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
    if given.motions:
        for index, motion in enumerate(MOTIONS):
            for step, image in enumerate(film(MIDDLE, motion, 8)):
                image.save(str(folder / f"motion{index}-{step}.png"))
    del app
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
