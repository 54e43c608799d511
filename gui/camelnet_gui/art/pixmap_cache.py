"""Pictures that are painted once and kept, for what is painted again with every change."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPixmapCache

from camelnet_gui.art.stack import device_ratio, on_pixels
from camelnet_gui.art.vectors import paint_part


def paint_cached(
    painter: QPainter,
    key: str,
    box: QRectF,
    paint: Callable[[QPainter, QRectF], None],
    *,
    margin: float = 0.0,
) -> None:
    """Paint what `paint` paints into a box of this size, and `margin` pixels around it. `key` names
    all on which the picture depends but size, font and device."""
    name = f"{key} {box.width():.2f} {box.height():.2f} {painter.font().key()}"
    room = QRectF(QPointF(margin, margin), box.size())
    at = box.topLeft() - QPointF(margin, margin)
    if paint_part(painter, name, lambda inner: paint(inner, room), at):
        return
    ratio = device_ratio(painter)
    wide, high = box.width() + 2 * margin, box.height() + 2 * margin
    name = f"{name} {ratio:.3f}"
    picture = QPixmap()
    if not QPixmapCache.find(name, picture):
        picture = QPixmap(math.ceil(wide * ratio), math.ceil(high * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        inner = QPainter(picture)
        inner.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner.setFont(painter.font())
        paint(inner, room)
        inner.end()
        QPixmapCache.insert(name, picture)
    painter.drawPixmap(on_pixels(at, ratio), picture)
