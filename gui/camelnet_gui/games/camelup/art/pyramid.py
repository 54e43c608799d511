"""The pyramid, the tents around it, and the dice that tumble out."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)

from camelnet_gui.art.marks import paint_chip, paint_mark
from camelnet_gui.art.palette import COATS, Palette, faded, mixed

COURSES = 11  # rows of stone
PIPS: dict[int, tuple[tuple[float, float], ...]] = {  # on the front face, a die's width being 1
    1: ((0, 0.21),),
    2: ((-0.22, 0.03), (0.22, 0.39)),
    3: ((-0.28, 0.0), (0, 0.21), (0.28, 0.42)),
}
PIP_RADIUS = 0.115


def _polygon(*points: QPointF) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF(list(points)))
    path.closeSubpath()
    return path


def paint_pyramid(painter: QPainter, corners: list[QPointF], unit: float, tone: Palette) -> None:
    """A stepped stone pyramid: top, right, front and left corner; lit from the left."""
    top, right, front, left = corners
    night = tone.shade * 3.2
    base = left + (right - left) / 2
    shadow = QRadialGradient(QPointF(0, 0), 1)
    shadow.setColorAt(0, faded(tone.shadow, 0.42))
    shadow.setColorAt(0.6, faded(tone.shadow, 0.2))
    shadow.setColorAt(1, faded(tone.shadow, 0))
    painter.save()
    painter.translate(base.x() + 16 * unit, front.y() - 10 * unit)
    painter.scale((right.x() - left.x()) * 0.66, 24 * unit)
    painter.fillRect(QRectF(-1, -1, 2, 2), shadow)
    painter.restore()
    for far, lit in ((left, True), (right, False)):
        face = _polygon(top, front, far)
        light = QColor("#f8e3ac") if lit else QColor("#c9954e")
        deep = QColor("#dcb36c") if lit else QColor("#8d5c29")
        stone = QLinearGradient(top, (front + far) / 2)
        stone.setColorAt(0, mixed(light, tone.court[0], night))
        stone.setColorAt(1, mixed(deep, tone.court[1], night))
        painter.fillPath(face, stone)
        painter.save()
        painter.setClipPath(face, Qt.ClipOperation.IntersectClip)
        joint = faded(QColor("#7a4f22"), 0.42 if lit else 0.5)
        painter.setPen(QPen(joint, max(0.7, 0.9 * unit)))
        for row in range(1, COURSES):
            near, away = top + (front - top) * (row / COURSES), top + (far - top) * (row / COURSES)
            painter.drawLine(near, away)
            low_near = top + (front - top) * ((row + 1) / COURSES)
            low_away = top + (far - top) * ((row + 1) / COURSES)
            blocks = row + 1
            for block in range(1, blocks):
                share = (block + (0.5 if row % 2 else 0.0)) / (blocks + 0.5)
                painter.drawLine(
                    near + (away - near) * share, low_near + (low_away - low_near) * share
                )
        painter.restore()
    _capstone(painter, corners, night, tone)
    _door(painter, corners, unit, tone)
    edge = QPen(faded(QColor("#5c3a14"), 0.75), max(1.0, 1.3 * unit))
    edge.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(_polygon(top, right, front, left), edge)
    painter.setPen(QPen(faded(QColor("#fff3cf"), 0.6 - night * 0.5), max(1.0, 1.2 * unit)))
    painter.drawLine(top, front)


def _capstone(painter: QPainter, corners: list[QPointF], night: float, tone: Palette) -> None:
    top, right, front, left = corners
    share = 2 / COURSES
    for far, light, deep in (
        (left, QColor("#fff2a8"), QColor("#f0bb33")),
        (right, QColor("#e9a92a"), QColor("#a86a10")),
    ):
        face = _polygon(top, top + (front - top) * share, top + (far - top) * share)
        gold = QLinearGradient(top, top + (front - top) * share)
        gold.setColorAt(0, mixed(light, tone.court[0], night * 0.4))
        gold.setColorAt(1, mixed(deep, tone.court[0], night * 0.4))
        painter.fillPath(face, gold)


def _door(painter: QPainter, corners: list[QPointF], unit: float, tone: Palette) -> None:
    """The gate in the lit face, out of which the dice come."""
    _top, _right, front, left = corners
    foot = left + (front - left) * 0.60 - QPointF(0, 1.5 * unit)
    slope = (front - left) / (front.x() - left.x())
    painter.save()
    painter.translate(foot)
    painter.shear(0, slope.y())
    painter.scale(unit, unit)
    arch = QPainterPath(QPointF(-13, 0))
    arch.lineTo(-12, -16)
    arch.cubicTo(-11, -29, 9, -29, 11, -16)
    arch.lineTo(13, 0)
    arch.closeSubpath()
    painter.fillPath(arch, QColor("#a9783c"))
    painter.strokePath(arch, QPen(QColor("#6b431b"), 1.0))
    gate = QPainterPath(QPointF(-9, 0))
    gate.lineTo(-8.4, -14.5)
    gate.cubicTo(-8, -24, 6.6, -24, 7.6, -14.5)
    gate.lineTo(9, 0)
    gate.closeSubpath()
    dark = QLinearGradient(0, -24, 0, 0)
    dark.setColorAt(0, QColor("#1c0f06"))
    dark.setColorAt(1, QColor("#5a3414"))
    painter.fillPath(gate, dark)
    if tone.shade:
        lamp = QRadialGradient(QPointF(0, -4), 46)
        lamp.setColorAt(0, QColor(255, 190, 90, 130))
        lamp.setColorAt(0.35, QColor(255, 170, 70, 50))
        lamp.setColorAt(1, QColor(255, 160, 60, 0))
        painter.fillRect(QRectF(-46, -50, 92, 92), lamp)
        painter.fillPath(gate, QColor(255, 176, 74, 150))
    painter.restore()


def paint_tent(painter: QPainter, camel: str, box: QRectF, tone: Palette) -> None:
    """A striped tent in a camel's colours, its mark on the front."""
    coat = COATS[camel]
    painter.save()
    painter.translate(box.center().x(), box.bottom())
    painter.scale(box.width() / 48, box.height() / 42)
    shadow = QRadialGradient(QPointF(0, 0), 1)
    shadow.setColorAt(0, faded(tone.shadow, 0.4))
    shadow.setColorAt(1, faded(tone.shadow, 0))
    painter.save()
    painter.translate(4, -1)
    painter.scale(30, 5.5)
    painter.fillRect(QRectF(-1, -1, 2, 2), shadow)
    painter.restore()
    roof = QPainterPath(QPointF(0, -40))
    roof.cubicTo(6, -26, 15, -13, 24, -2)
    roof.quadTo(0, 3, -24, -2)
    roof.cubicTo(-15, -13, -6, -26, 0, -40)
    roof.closeSubpath()
    cloth = QLinearGradient(-24, 0, 24, 0)
    cloth.setColorAt(0, coat.light)
    cloth.setColorAt(0.45, coat.base)
    cloth.setColorAt(1, coat.deep)
    painter.fillPath(roof, cloth)
    painter.save()
    painter.setClipPath(roof, Qt.ClipOperation.IntersectClip)
    stripe = faded(QColor("#fff6df") if camel != "w" else QColor("#b9a88e"), 0.72)
    for left, right in ((-30, -16.5), (-9, -3), (3, 9), (16.5, 30)):
        painter.fillPath(
            _polygon(QPointF(0, -41), QPointF(right, 4), QPointF(left, 4)),
            stripe if left in (-9, 3) else faded(coat.deep, 0.0),
        )
    painter.fillPath(
        _polygon(QPointF(0, -25), QPointF(8.5, 4), QPointF(-8.5, 4)),
        mixed(coat.ink, coat.deep, 0.2),
    )
    painter.restore()
    painter.strokePath(roof, QPen(coat.ink, 1.1))
    if tone.shade:
        painter.fillPath(roof, faded(tone.court[1], tone.shade * 1.4))
    painter.restore()
    chip = QPointF(box.center().x(), box.top() + box.height() * 0.12)
    paint_chip(painter, camel, chip, max(7.0, box.width() * 0.165))


def paint_die(
    painter: QPainter, camel: str, pips: int, box: QRectF, tone: Palette, turn: float = 0.0
) -> None:
    """A die, seen from before and a little above: its camel's mark on top, 1 to 3 pips in front.

    `turn` in degrees, while it tumbles; it throws no shadow then.
    """
    coat = COATS[camel]
    painter.save()
    painter.translate(box.center())
    painter.scale(box.width(), box.height() / 1.16)
    if turn == 0:
        shadow = QRadialGradient(QPointF(0, 0), 1)
        shadow.setColorAt(0, faded(tone.shadow, 0.55))
        shadow.setColorAt(1, faded(tone.shadow, 0))
        painter.save()
        painter.translate(0.1, 0.54)
        painter.scale(0.74, 0.2)
        painter.fillRect(QRectF(-1, -1, 2, 2), shadow)
        painter.restore()
    painter.rotate(turn)
    body = QPainterPath()
    body.addRoundedRect(QRectF(-0.5, -0.58, 1, 1.16), 0.17, 0.17)
    painter.strokePath(body, QPen(QColor("#fff8e6"), 0.22))
    painter.strokePath(body, QPen(coat.ink, 0.09))
    lid = QLinearGradient(-0.5, -0.58, 0.5, -0.1)
    lid.setColorAt(0, coat.light)
    lid.setColorAt(1, mixed(coat.light, coat.base, 0.6))
    painter.fillPath(body, lid)
    front = QPainterPath()
    front.addRoundedRect(QRectF(-0.5, -0.16, 1, 0.74), 0.15, 0.15)
    face = QLinearGradient(-0.4, -0.16, 0.4, 0.58)
    face.setColorAt(0, coat.base)
    face.setColorAt(1, mixed(coat.base, coat.deep, 0.7))
    painter.fillPath(front, face)
    painter.strokePath(front, QPen(faded(coat.ink, 0.35), 0.04))
    ink = QColor("#ffffff") if camel not in "yw" else coat.ink
    paint_mark(painter, camel, QPointF(0, -0.36), 0.17, ink)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for x, y in PIPS[pips]:
        painter.drawEllipse(QPointF(x, y), PIP_RADIUS, PIP_RADIUS)
    painter.restore()
