"""A painter with the tones of one time of day, and chance to vary what lies about."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF

from camelnet_gui.art.palette import Palette, faded

SIDE = 100.0  # of the square in which a land is drawn
_MOON = (0.60, 0.60, 0.78)  # what is left of red, green and blue at night
_ROUND = Qt.PenCapStyle.RoundCap


class Brush:
    """A painter with the tones of one time of day."""

    def __init__(self, painter: QPainter, seed: int, tone: Palette) -> None:
        self.painter = painter
        self.random = Random(seed)
        self._night = bool(tone.shade)

    def tint(self, name: str, alpha: float = 1.0) -> QColor:
        colour = QColor(name)
        if self._night:  # moonlight: darker and bluer, but as rich in contrast
            red, green, blue = _MOON
            colour = QColor.fromRgbF(
                colour.redF() * red, colour.greenF() * green, colour.blueF() * blue
            )
        return faded(colour, alpha)

    def ground(self, high: str, low: str) -> None:
        shade = QLinearGradient(0, 0, SIDE * 0.4, SIDE)
        shade.setColorAt(0, self.tint(high))
        shade.setColorAt(1, self.tint(low))
        self.painter.fillRect(QRectF(0, 0, SIDE, SIDE), shade)

    def fill(self, path: QPainterPath, high: str, low: str, edge: str = "") -> None:
        box = path.boundingRect()
        shade = QLinearGradient(box.topLeft(), box.bottomRight())
        shade.setColorAt(0, self.tint(high))
        shade.setColorAt(1, self.tint(low))
        self.painter.fillPath(path, shade)
        if edge:
            self.painter.strokePath(path, QPen(self.tint(edge), 1.2))

    def line(self, path: QPainterPath, name: str, wide: float, alpha: float = 1.0) -> None:
        self.painter.strokePath(path, QPen(self.tint(name, alpha), wide, c=_ROUND))

    def spot(self, x: float, y: float, wide: float, high: float, name: str, alpha: float) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.tint(name, alpha))
        self.painter.drawEllipse(QPointF(x, y), wide, high)


def outline(*points: tuple[float, float], closed: bool = True) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    if closed:
        path.closeSubpath()
    return path
