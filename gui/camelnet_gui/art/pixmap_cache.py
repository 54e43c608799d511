"""Pictures that are painted once and kept, for what is painted again with every change."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPixmapCache

from camelnet_gui.art.stack import device_ratio


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
    ratio = device_ratio(painter)
    wide, high = box.width() + 2 * margin, box.height() + 2 * margin
    name = f"{key} {box.width():.2f} {box.height():.2f} {ratio:.3f} {painter.font().key()}"
    picture = QPixmap()
    if not QPixmapCache.find(name, picture):
        picture = QPixmap(math.ceil(wide * ratio), math.ceil(high * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        inner = QPainter(picture)
        inner.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner.setFont(painter.font())
        paint(inner, QRectF(margin, margin, box.width(), box.height()))
        inner.end()
        QPixmapCache.insert(name, picture)
    at = box.topLeft() - QPointF(margin, margin)
    snapped = QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio)
    painter.drawPixmap(snapped, picture)
