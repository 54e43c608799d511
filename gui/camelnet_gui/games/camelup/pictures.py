"""The board as pictures: the floor that is kept between paints, and a whole scene at rest."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QImage, QPainter, QPixmap, QPixmapCache

from camelnet_gui.games.camelup.geometry import Layout, layout
from camelnet_gui.games.camelup.painting import paint_board, paint_ground, paint_table
from camelnet_gui.games.camelup.scene import Scene


def floor_picture(plan: Layout, scene: Scene, size: QSize, ratio: float, font: QFont) -> QPixmap:
    """The ground and what lies on it, `size` times `ratio` pixels; the ground is kept for every
    size and time of day."""
    key = f"ground {size.width()} {size.height()} {ratio:.3f} {scene.dark} {font.key()}"
    ground = QPixmap()
    if not QPixmapCache.find(key, ground):
        ground = QPixmap(size * ratio)
        ground.setDevicePixelRatio(ratio)
        painter = QPainter(ground)
        painter.setFont(font)
        paint_ground(painter, plan, scene.dark)
        painter.end()
        QPixmapCache.insert(key, ground)
    floor = QPixmap(ground)
    painter = QPainter(floor)
    painter.setFont(font)
    paint_table(painter, plan, scene)
    painter.end()
    return floor


def board_picture(scene: Scene, width: int, height: int, ratio: float, font: QFont) -> QImage:
    """A scene at rest, `width` by `height` times `ratio` pixels."""
    picture = QImage(
        round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    picture.setDevicePixelRatio(ratio)
    painter = QPainter(picture)
    painter.setFont(font)
    paint_board(painter, layout(width, height), scene)
    painter.end()
    return picture
