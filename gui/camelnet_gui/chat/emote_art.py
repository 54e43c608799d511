"""The drawings of the emotes: the face of a camel, seen from the front, in eight moods."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QIcon,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
)

_FUR, _LIGHT, _DEEP = QColor("#e0ab62"), QColor("#f6d79d"), QColor("#b97f38")
_MUZZLE, _INK, _TUFT = QColor("#f3d3a0"), QColor("#45270c"), QColor("#8a5420")
_WHITE, _MOUTH, _TONGUE = QColor("#ffffff"), QColor("#7c2419"), QColor("#e2706a")
_TEAR, _GOLD = QColor("#3f9bdc"), QColor("#f2b632")

_GROUNDS = {  # behind each face
    "cheer": "#ffd86b",
    "laugh": "#ffc078",
    "wow": "#a9dcf2",
    "cry": "#9fb9e6",
    "grr": "#f39a8b",
    "bravo": "#b9e3a5",
    "hurry": "#d9c6f0",
    "luck": "#a5e0c6",
}


def paint_emote(painter: QPainter, key: str, box: QRectF) -> None:
    """Paints an emote into a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(box.topLeft())
    painter.scale(box.width() / 100, box.height() / 100)
    ground = QColor(_GROUNDS[key])
    painter.setPen(QPen(ground.darker(150), 2.4))
    shade = QLinearGradient(0, 0, 0, 100)
    shade.setColorAt(0, ground.lighter(112))
    shade.setColorAt(1, ground)
    painter.setBrush(shade)
    painter.drawEllipse(QRectF(3, 3, 94, 94))
    _paint_head(painter)
    _MOODS[key](painter)
    painter.restore()


def emote_icon(key: str, size: int) -> QIcon:
    """The same as an icon of so many pixels."""
    picture = QPixmap(2 * size, 2 * size)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_emote(painter, key, QRectF(0, 0, size, size))
    painter.end()
    return QIcon(picture)


# --- the face ----------------------------------------------------------------------------------


def _pen(width: float = 2.6, colour: QColor = _INK) -> QPen:
    return QPen(
        colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    )


def _paint_head(painter: QPainter) -> None:
    painter.setPen(_pen())
    for side in (-1, 1):  # the ears
        ear = QPainterPath(QPointF(50 + side * 17, 27))
        ear.quadTo(50 + side * 24, 11, 50 + side * 37, 15)
        ear.quadTo(50 + side * 36, 30, 50 + side * 20, 37)
        ear.closeSubpath()
        painter.setBrush(_FUR)
        painter.drawPath(ear)
        inner = QPainterPath(QPointF(50 + side * 21, 28))
        inner.quadTo(50 + side * 26, 18, 50 + side * 33, 19)
        inner.quadTo(50 + side * 32, 27, 50 + side * 22, 32)
        painter.fillPath(inner, _DEEP)
    head = QPainterPath(QPointF(50, 16))
    head.cubicTo(68, 16, 75, 28, 73, 44)
    head.cubicTo(72, 52, 77, 58, 77, 67)
    head.cubicTo(77, 82, 65, 90, 50, 90)
    head.cubicTo(35, 90, 23, 82, 23, 67)
    head.cubicTo(23, 58, 28, 52, 27, 44)
    head.cubicTo(25, 28, 32, 16, 50, 16)
    fur = QLinearGradient(0, 16, 0, 90)
    fur.setColorAt(0, _LIGHT)
    fur.setColorAt(0.6, _FUR)
    fur.setColorAt(1, _DEEP)
    painter.setBrush(fur)
    painter.drawPath(head)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_MUZZLE)
    painter.drawEllipse(QPointF(50, 70), 23.5, 17.5)
    painter.setPen(_pen(2.2))
    painter.setBrush(_TUFT)
    tuft = QPainterPath(QPointF(39, 20))
    for x, y in ((40, 8), (47, 15), (52, 5), (56, 14), (63, 9), (62, 21)):
        tuft.lineTo(x, y)
    tuft.quadTo(50, 25, 39, 20)
    painter.drawPath(tuft)
    painter.setPen(_pen(2.8))
    for side in (-1, 1):  # the nostrils
        painter.drawLine(QPointF(50 + side * 5, 62), QPointF(50 + side * 9, 59.5))


def _eyes(painter: QPainter, radius: float = 6.6, look: QPointF | None = None) -> None:
    """Open eyes that look at the reader, or aside."""
    aside = look or QPointF(0, 0)
    for side in (-1, 1):
        centre = QPointF(50 + side * 12.5, 40)
        painter.setPen(_pen(2.2))
        painter.setBrush(_WHITE)
        painter.drawEllipse(centre, radius, radius + 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_INK)
        painter.drawEllipse(centre + aside, radius * 0.56, radius * 0.6)
        painter.setBrush(_WHITE)
        painter.drawEllipse(centre + aside + QPointF(1.2, -1.8), 1.3, 1.3)


def _closed(painter: QPainter, side: int, *, up: bool = True) -> None:
    """An eye that is closed, merrily (`up`) or sadly."""
    x, bend = 50 + side * 12.5, 35 if up else 46
    lid = QPainterPath(QPointF(x - 7, 41))
    lid.quadTo(x, bend - (2 if up else -2), x + 7, 41)
    painter.setPen(_pen(3.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(lid)


def _brows(painter: QPainter, inner: float, outer: float) -> None:
    """Both brows: heights at their inner and outer ends."""
    painter.setPen(_pen(3.4))
    for side in (-1, 1):
        painter.drawLine(QPointF(50 + side * 6.5, inner), QPointF(50 + side * 19, outer))


def _mouth(painter: QPainter, width: float, top: float, depth: float) -> None:
    """An open mouth that smiles, with a tongue."""
    path = QPainterPath(QPointF(50 - width, top))
    path.quadTo(50, top + 3, 50 + width, top)
    path.cubicTo(50 + width * 0.9, top + depth, 50 - width * 0.9, top + depth, 50 - width, top)
    painter.setPen(_pen(2.4))
    painter.setBrush(_MOUTH)
    painter.drawPath(path)
    painter.save()
    painter.setClipPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_TONGUE)
    painter.drawEllipse(QPointF(50, top + depth * 0.78), width * 0.55, depth * 0.3)
    painter.setBrush(_WHITE)
    painter.drawRect(QRectF(50 - width * 0.45, top - 1, width * 0.9, 5))
    painter.restore()


def _smile(painter: QPainter, width: float, top: float, bend: float) -> None:
    """A closed mouth; a negative bend is sad."""
    path = QPainterPath(QPointF(50 - width, top))
    path.quadTo(50, top + bend, 50 + width, top)
    painter.setPen(_pen(3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def _drop(painter: QPainter, x: float, y: float, size: float) -> None:
    drop = QPainterPath(QPointF(x, y - size))
    drop.cubicTo(x + size * 0.9, y, x + size * 0.8, y + size, x, y + size)
    drop.cubicTo(x - size * 0.8, y + size, x - size * 0.9, y, x, y - size)
    painter.setPen(_pen(1.6, _TEAR.darker(150)))
    painter.setBrush(_TEAR)
    painter.drawPath(drop)


# --- the moods ---------------------------------------------------------------------------------


def _cheer(painter: QPainter) -> None:
    _eyes(painter, 7)
    _brows(painter, 28, 29.5)
    _mouth(painter, 15, 68, 22)
    painter.setPen(Qt.PenStyle.NoPen)
    bits = ((12, 36, "#1b66b0"), (20, 74, "#12936e"), (86, 40, "#cf4d12"), (82, 76, "#b8243c"))
    for number, (x, y, colour) in enumerate((*bits, (29, 9, "#b8243c"), (74, 8, "#1b66b0"))):
        painter.save()
        painter.translate(x, y)
        painter.rotate(35 * number + 20)
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(QRectF(-4.4, -2.4, 8.8, 4.8), 1.4, 1.4)
        painter.restore()


def _laugh(painter: QPainter) -> None:
    _closed(painter, -1)
    _closed(painter, 1)
    _mouth(painter, 16, 67, 25)
    _drop(painter, 26, 47, 5.4)
    _drop(painter, 74, 47, 5.4)


def _wow(painter: QPainter) -> None:
    _eyes(painter, 9)
    _brows(painter, 24, 26)
    painter.setPen(_pen(2.4))
    painter.setBrush(_MOUTH)
    painter.drawEllipse(QPointF(50, 75), 7.5, 9)


def _cry(painter: QPainter) -> None:
    _closed(painter, -1, up=False)
    _closed(painter, 1, up=False)
    _brows(painter, 29, 35)
    _smile(painter, 11, 79, -12)
    _drop(painter, 31, 56, 6.5)
    _drop(painter, 68, 66, 5.5)


def _grr(painter: QPainter) -> None:
    _eyes(painter, 6.6)
    _brows(painter, 36, 28.5)
    teeth = QPainterPath()
    teeth.addRoundedRect(QRectF(36, 70, 28, 11), 5, 5)
    painter.setPen(_pen(2.4))
    painter.setBrush(_WHITE)
    painter.drawPath(teeth)
    for x in (43, 50, 57):
        painter.drawLine(QPointF(x, 70.5), QPointF(x, 80.5))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 255, 255, 225))
    for side in (-1, 1):  # steam
        for away, up, radius in ((37, 58, 4.6), (42, 53, 5.6), (39, 47, 4.0)):
            painter.drawEllipse(QPointF(50 + side * away, up), radius, radius)


def _bravo(painter: QPainter) -> None:
    _closed(painter, -1)
    painter.save()
    painter.setClipRect(QRectF(50, 0, 50, 100))
    _eyes(painter, 6.8)
    painter.restore()
    _smile(painter, 13, 70, 15)
    star = QPolygonF()
    for point in range(10):
        angle = QPointF(*_turn(point * 36))
        reach = 15.0 if point % 2 == 0 else 6.6
        star.append(QPointF(79, 78) + angle * reach)
    painter.setPen(_pen(2))
    painter.setBrush(_GOLD)
    painter.drawPolygon(star)


def _turn(degrees: float) -> tuple[float, float]:
    """The point on a circle of radius 1, clockwise from the top."""
    return sin(radians(degrees)), -cos(radians(degrees))


def _hurry(painter: QPainter) -> None:
    _eyes(painter, 7, QPointF(2.6, 1.8))
    _brows(painter, 30, 27)
    _smile(painter, 8, 76, -3)
    glass = QPainterPath()
    glass.addPolygon(
        QPolygonF([QPointF(x, y) for x, y in ((69, 62), (91, 62), (69, 92), (91, 92))])
    )
    glass.closeSubpath()
    painter.setPen(_pen(2.4))
    painter.setBrush(QColor("#eef7fb"))
    painter.drawPath(glass)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(_GOLD))
    painter.drawPolygon(QPolygonF([QPointF(75, 69), QPointF(85, 69), QPointF(80, 76)]))
    painter.drawPolygon(QPolygonF([QPointF(72, 90), QPointF(88, 90), QPointF(80, 81)]))
    painter.setPen(_pen(4.2, QColor("#8a5420")))
    painter.drawLine(QPointF(67, 61), QPointF(93, 61))
    painter.drawLine(QPointF(67, 93), QPointF(93, 93))


def _luck(painter: QPainter) -> None:
    _eyes(painter, 6.6)
    _smile(painter, 12, 70, 14)
    painter.setPen(_pen(1.8, QColor("#0a5a2c")))
    stem = QPainterPath(QPointF(80, 78))
    stem.quadTo(82, 90, 75, 95)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(stem)
    painter.setBrush(QColor("#2fa158"))
    for turn in range(4):
        painter.save()
        painter.translate(80, 76)
        painter.rotate(45 + 90 * turn)
        leaf = QPainterPath(QPointF(0, 0))
        leaf.cubicTo(-10, -5, -8, -15, 0, -11)
        leaf.cubicTo(8, -15, 10, -5, 0, 0)
        painter.drawPath(leaf)
        painter.restore()


_MOODS: dict[str, Callable[[QPainter], None]] = {
    "cheer": _cheer,
    "laugh": _laugh,
    "wow": _wow,
    "cry": _cry,
    "grr": _grr,
    "bravo": _bravo,
    "hurry": _hurry,
    "luck": _luck,
}
